import { useRef, useState } from 'react';
import { send } from '../../../lib/api/client.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { toDomainName } from '../../../lib/rules/cdn/domain/name.ts';

type Check = Output<typeof domain.check>['check'];

/** Asks the provider whether a name can be added, once for each name. What it said counts only while that name stands. */
export function useNameCheck() {
  const [result, setResult] = useState<{ name: string; check: Check } | null>(null);
  const [busy, setBusy] = useState(false);
  const asked = useRef('');

  /** @returns the answer, or null when the name can't be one, was asked for already, or another one was typed meanwhile */
  const ask = async (typed: string): Promise<Check | null> => {
    const name = typed.trim();
    if (!toDomainName(name).ok || asked.current === name) return null;
    asked.current = name;
    setBusy(true);
    // It only spares a later refusal: when it fails, adding the domain says what is wrong.
    const answer = await send(domain.check, { name }, { notices: 'none' }).catch(() => null);
    if (asked.current !== name) return null;
    setBusy(false);
    if (!answer) asked.current = '';
    setResult(answer && { name, check: answer.check });
    return answer?.check ?? null;
  };
  const of = (typed: string): Check | null => (result?.name === typed.trim() ? result.check : null);
  return { ask, of, busy };
}
