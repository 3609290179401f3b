import { type SaidChange, sayChange } from '../changes.ts';
import type { Input } from '../contract/call.ts';
import { log } from '../contract/log.ts';
import { currentLocale, useT } from '../i18n/react.tsx';
import { useRead } from './query.ts';

/** A part of the change log in words, in the state in which its card shows it. */
export type ReadChanges =
  | { state: 'loading' }
  | { state: 'empty' }
  | { state: 'error'; error: string; retry: () => void; busy: boolean }
  | { state: 'data'; data: readonly SaidChange[] };

/** Reads a part of the change log. `null` waits until it is known of what. */
export function useChanges(input: Input<typeof log.list> | null): ReadChanges {
  const t = useT();
  const read = useRead(log.list, input ?? {}, { enabled: input !== null });
  if (read.data) {
    const { logs } = read.data;
    return logs.length > 0
      ? { state: 'data', data: logs.map((change) => sayChange(t, currentLocale(), change, input?.domainId)) }
      : { state: 'empty' };
  }
  if (read.error) return { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching };
  return { state: 'loading' };
}
