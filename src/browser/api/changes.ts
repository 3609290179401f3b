import { type ChangeText, describeChange } from '../../lib/changes.ts';
import type { Input } from '../../lib/contract/call.ts';
import { log } from '../../lib/contract/core/log.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { useRead } from './query.ts';

/** A part of the change log as text, with the state of its card. */
export type ReadChanges =
  | { state: 'loading' }
  | { state: 'empty' }
  | { state: 'error'; error: string; retry: () => void; busy: boolean }
  | { state: 'data'; data: readonly ChangeText[] };

/** Reads a part of the change log. `null`: the subject isn't known yet, so it waits. Detailed: with all fields, who and how. */
export function useChanges(input: Input<typeof log.list> | null, isDetailed = false): ReadChanges {
  const t = useT();
  const read = useRead(log.list, input ?? {}, { enabled: input !== null });
  if (read.data) {
    const { logs } = read.data;
    return logs.length > 0
      ? { state: 'data', data: logs.map((change) => describeChange(t, currentLocale(), change, input?.domainId, isDetailed)) }
      : { state: 'empty' };
  }
  if (read.error) return { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching };
  return { state: 'loading' };
}
