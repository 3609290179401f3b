import { useRef, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { toDomainName } from '../../../lib/rules/cdn/domain/name.ts';

type Check = Output<typeof domain.check>['check'];

/** Checks with the provider whether a name can be added, once per name. The result only applies to the current input. */
export function useNameCheck() {
  const [result, setResult] = useState<{ name: string; check: Check } | null>(null);
  const [busy, setBusy] = useState(false);
  const requested = useRef('');

  /** @returns the result, or null if the name is invalid, was already checked, or the input has changed in the meantime */
  const checkName = async (typed: string): Promise<Check | null> => {
    const name = typed.trim();
    if (!toDomainName(name).ok || requested.current === name) return null;
    requested.current = name;
    setBusy(true);
    // It only prevents a later refusal: if it fails, adding the domain reports the error.
    const answer = await send(domain.check, { name }, { notices: 'none' }).catch(() => null);
    if (requested.current !== name) return null;
    setBusy(false);
    if (!answer) requested.current = '';
    setResult(answer && { name, check: answer.check });
    return answer?.check ?? null;
  };
  const of = (typed: string): Check | null => (result?.name === typed.trim() ? result.check : null);
  return { checkName, of, busy };
}
