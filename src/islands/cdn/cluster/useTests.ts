import { useRef, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { ApiError } from '../../../browser/api/errors.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { cluster } from '../../../lib/contract/cdn/cluster.ts';
import { clusterDraft } from './clusterForm.ts';
import type { ClusterForm } from './clusterFormType.ts';

export type Tested = Output<typeof cluster.test>['result'] | { ok: false; message: string };
export interface Tests {
  busy: boolean;
  run: () => Promise<void>;
  resultOf: (index: number) => Tested | undefined;
}

/** Tests the servers of the form one after the other. Results of servers edited since aren't shown. */
export function useTests(form: ClusterForm, domainId: string): Tests {
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<ReadonlyMap<string, Tested>>(new Map());
  const round = useRef(0);
  const values = form.watch();
  const keyOf = (index: number) => {
    const server = values.servers[index];
    return JSON.stringify([server?.address, server?.port, values.port, values.monitoring]);
  };

  const run = async () => {
    // Invalid fields are reported first.
    if (!(await form.trigger(['servers', 'port', 'monitoring'], { shouldFocus: true }))) return;
    const mine = ++round.current;
    setBusy(true);
    setFound(new Map());
    const draft = clusterDraft({ ...values, monitor: true }, () => {});
    for (const [index, { address, port = draft.port }] of draft.servers.entries()) {
      if (mine !== round.current || !draft.monitoring) break;
      let result: Tested;
      try {
        const input = { domainId, server: { address, port }, monitoring: draft.monitoring };
        result = (await send(cluster.test, input, { notices: 'none' })).result;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        result = { ok: false, message: Object.values(error.fields)[0] ?? error.message };
        // Rate limited: stop, because the others would be refused too.
        if (error.status === 429 || error.status === 0) {
          setFound((before) => new Map(before).set(keyOf(index), result));
          break;
        }
      }
      setFound((before) => new Map(before).set(keyOf(index), result));
    }
    setBusy(false);
  };
  return { busy, run, resultOf: (index) => found.get(keyOf(index)) };
}
