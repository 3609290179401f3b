import { useCallback, useMemo } from 'react';
import { ApiError } from '../../../browser/api/errors.ts';
import { stale, useWrite } from '../../../browser/api/query.ts';
import { dismiss, notify } from '../../../browser/stores/snackbars.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { type DnsRecord, dns, maxBatch } from '../../../lib/contract/cdn/dns.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import type { CheckedRecord } from '../../../lib/rules/cdn/dns/record.ts';
import { recordFormData } from './data.ts';
import { changeList } from './useRecordActions.ts';

type Lists = Required<Omit<Input<typeof dns.batch>, 'domainId'>>;
export type RecordChange = Partial<
  Pick<CheckedRecord, 'name' | 'type' | 'content' | 'ttl' | 'proxy' | 'priority' | 'weight' | 'port' | 'comment' | 'tags'>
>;

/** A change to many records. Versions protect deletions, and with `guard` also updates: concurrent changes aren't lost silently. */
export interface ManyChange {
  deletes?: readonly DnsRecord[];
  updates?: readonly { record: DnsRecord; change: RecordChange; guard?: boolean }[];
  creates?: readonly CheckedRecord[];
}

/** Maximum characters per request; the provider accepts 1 MB. */
const maxSize = 700_000;

const checkedDraft = (record: DnsRecord): CheckedRecord => ({ ...recordFormData(record), ttl: record.ttl });

type Part = { deletes: DnsRecord[]; updates: Update[]; creates: CheckedRecord[] };
type Update = NonNullable<ManyChange['updates']>[number];

/** Splits a change into batches. Each batch is all or nothing; several are sent one after the other. */
function changeParts({ deletes = [], updates = [], creates = [] }: ManyChange): Part[] {
  const parts: Part[] = [];
  let part: Part | undefined;
  let [count, size] = [0, 0];
  const room = (needed: number): Part => {
    if (!part || count >= maxBatch || size + needed > maxSize) {
      part = { deletes: [], updates: [], creates: [] };
      parts.push(part);
      [count, size] = [0, 0];
    }
    count++;
    size += needed;
    return part;
  };
  for (const record of deletes) room(100).deletes.push(record);
  for (const update of updates) room(100 + JSON.stringify(update.change).length).updates.push(update);
  for (const draft of creates) room(JSON.stringify(draft).length).creates.push(draft);
  return parts;
}

const joined = (changes: readonly ManyChange[]): ManyChange => ({
  deletes: changes.flatMap(({ deletes = [] }) => deletes),
  updates: changes.flatMap(({ updates = [] }) => updates),
  creates: changes.flatMap(({ creates = [] }) => creates),
});

const batchLists = ({ deletes = [], updates = [], creates = [] }: ManyChange): Lists => ({
  deletes: deletes.map(({ id, version }) => ({ recordId: id, version })),
  updates: updates.map(({ record, change, guard }) => ({ recordId: record.id, ...change, ...(guard && { version: record.version }) })),
  creates: [...creates],
});

interface Done {
  count: number;
  /** Undoes the applied changes. */
  undo: ManyChange;
  /** Why the rest failed. */
  error: ApiError | null;
}

/**
 * Changes many records, with undo. Failures are reported by a snackbar, or with `notices: 'form'` thrown for
 * the form to show.
 * @returns whether anything was changed
 */
export function useBatch(domainId: string) {
  const t = useT();
  const { mutateAsync } = useWrite(dns.batch, { success: 'none' });

  const apply = useCallback(
    async (change: ManyChange, notices: 'all' | 'form'): Promise<Done> => {
      const done: Done = { count: 0, undo: {}, error: null };
      for (const part of changeParts(change)) {
        try {
          const { records, deleted } = await mutateAsync({ domainId, ...batchLists(part), $send: { notices } });
          const { updates = [] } = part;
          const gone = new Set(deleted.map(({ id }) => id));
          const saved = new Map(records.map((record) => [record.id, record]));
          changeList(domainId, (list) => [
            ...list.filter(({ id }) => !gone.has(id)).map((one) => saved.get(one.id) ?? one),
            ...records.slice(updates.length),
          ]);
          done.count += records.length + deleted.length;
          done.undo = joined([
            {
              deletes: records.slice(updates.length),
              updates: updates.map(({ record }, index) => ({
                record: records[index] ?? record,
                change: { comment: '', tags: [], ...checkedDraft(record) },
                guard: true,
              })),
              creates: deleted.map(checkedDraft),
            },
            done.undo,
          ]);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          done.error = error;
          // Others may have changed the shown records.
          stale(dns.batch);
          break;
        }
      }
      return done;
    },
    [domainId, mutateAsync],
  );

  const run = useCallback(
    async (change: ManyChange, reported: { title: string; description?: string }, notices: 'all' | 'form' = 'all'): Promise<boolean> => {
      const { count, undo, error } = await apply(change, notices);
      if (count === 0) {
        if (error && notices === 'form') throw error;
        return false;
      }
      const { deletes = [], updates = [], creates = [] } = change;
      const note = notify({
        type: error ? 'warning' : 'success',
        ...(error ? { title: t('dns:bulk.partly', { done: count, total: deletes.length + updates.length + creates.length }) } : reported),
        action: {
          label: t('common:undo'),
          run() {
            dismiss(note);
            void apply(undo, 'all');
          },
        },
      });
      return true;
    },
    [apply, t],
  );
  return useMemo(() => ({ run }), [run]);
}
