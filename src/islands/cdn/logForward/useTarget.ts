import { useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import { useWrite } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { type LogTarget, logForward } from '../../../lib/contract/cdn/logForward.ts';

export type Tested = Output<typeof logForward.test>['result'] | { ok: false; message: string };

/** The immediate actions of a target row. */
export function useTarget(domainId: string, { id, version }: LogTarget) {
  const update = useWrite(logForward.update);
  const [testing, setTesting] = useState(false);
  const [tested, setTested] = useState<Tested | null>(null);
  const input = { domainId, targetId: id };
  return {
    switching: update.isPending,
    // Errors are shown in a snackbar, and the list is refreshed.
    toggle: (enabled: boolean) => update.mutateAsync({ ...input, enabled, version }).catch(() => {}),
    testing,
    tested,
    async test() {
      setTesting(true);
      setTested(null);
      try {
        setTested((await send(logForward.test, input, { notices: 'none' })).result);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setTested({ ok: false, message: error.message });
      } finally {
        setTesting(false);
      }
    },
  };
}
