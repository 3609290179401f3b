import type { CheckedRecord } from '../../../lib/rules/cdn/dns/record.ts';
import type { ZoneRow } from '../../../lib/rules/cdn/zone/types.ts';
import { sameData } from '../../../lib/rules/core/dnsTypes.ts';
import type { DnsRow } from '../../db/schema.ts';
import { toData } from '../dns/index.ts';

export interface Incoming {
  line: number;
  record: CheckedRecord;
}
/** What an import does about records that the domain has: keep them, replace those of the same name and type, or keep only the file's. */
export type Conflict = 'skip' | 'replace' | 'equal';
interface ImportOptions {
  conflict: Conflict;
  /** Rows that `equal` doesn't delete, because the domain's name servers need them. Replacing one is refused when it is stored. */
  isLocked: (row: DnsRow) => boolean;
  /** The file states which records go through the CDN: those without a mark don't. */
  statesProxy: boolean;
}
export interface ImportPlan {
  /** `replaces` is the row that goes for it. */
  create: (Incoming & { replaces: DnsRow | null })[];
  /** Rows that stay with another TTL, CDN setting, comment or tags. */
  update: (Incoming & { row: DnsRow })[];
  /** Rows to delete, those that are replaced included. */
  remove: DnsRow[];
  /** Rows that go without a record in their place. */
  deleted: DnsRow[];
  skipped: ZoneRow[];
}

/**
 * The effect of an import, decided before anything is stored.
 * A record that the domain already has is skipped; if the file's records apply, it gets the file's TTL and notes. If the domain has other records
 * of the same name and type, or a CNAME conflicts with other types, `skip` keeps the existing records and `replace` replaces them with
 * those of the file. `equal` also deletes what the file doesn't have. Each replaced row has one record in its place.
 */
export function planImport(rows: readonly DnsRow[], incoming: readonly Incoming[], options: ImportOptions): ImportPlan {
  const { conflict } = options;
  const isLocked = (row: DnsRow) => conflict === 'equal' && options.isLocked(row);
  const byName = Map.groupBy(rows, ({ name }) => name);
  const plan: ImportPlan = { create: [], update: [], remove: [], deleted: [], skipped: [] };
  const retained = new Set<DnsRow>();
  const fresh: { item: Incoming; rivals: DnsRow[] }[] = [];

  for (const item of incoming) {
    const { record } = item;
    const here = byName.get(record.name) ?? [];
    const same = here.find((row) => sameData(toData(row), record));
    if (same) {
      retained.add(same);
      const proxy = record.proxy || (!options.statesProxy && same.proxy);
      if (conflict !== 'skip' && !isLocked(same) && differs(same, { ...record, proxy }))
        plan.update.push({ line: item.line, record: { ...record, proxy }, row: same });
      else plan.skipped.push(skip(item, 'zone:skipped.exists'));
      continue;
    }
    const rivals = here.filter((row) => row.type === record.type || row.type === 'CNAME' || record.type === 'CNAME');
    if (rivals.length > 0 && conflict === 'skip') plan.skipped.push(skip(item, 'zone:skipped.conflict'));
    else if (rivals.some((row) => isLocked(row) && (row.type === 'CNAME' || record.type === 'CNAME')))
      plan.skipped.push(skip(item, 'zone:skipped.locked'));
    else fresh.push({ item, rivals });
  }
  const goes = (row: DnsRow) => !retained.has(row) && !isLocked(row);
  const removed = new Set<DnsRow>();
  const replaced = new Set<DnsRow>();
  for (const { item, rivals } of fresh) {
    for (const row of rivals) if (goes(row)) removed.add(row);
    // One of the same type first: its place in the list is known to the customer.
    const free = rivals.filter((row) => goes(row) && !replaced.has(row));
    const replaces = free.find((row) => row.type === item.record.type) ?? free[0] ?? null;
    if (replaces) replaced.add(replaces);
    plan.create.push({ ...item, replaces });
  }
  if (conflict === 'equal') for (const row of rows) if (goes(row)) removed.add(row);
  plan.remove = [...removed];
  plan.deleted = plan.remove.filter((row) => !replaced.has(row));
  return plan;
}

/**
 * Whether a record that the domain has is to get another TTL, CDN setting, comment or tags. A file without a comment doesn't say that there
 * is none: most formats can't have any.
 */
function differs(row: DnsRow, { ttl, proxy, comment, tags }: CheckedRecord): boolean {
  const hasOtherNotes =
    (comment !== undefined && comment !== row.comment) || (tags !== undefined && JSON.stringify(tags) !== JSON.stringify(row.tags));
  return row.ttl !== (ttl === 'auto' ? null : ttl) || row.proxy !== proxy || hasOtherNotes;
}

const skip = ({ line, record }: Incoming, key: 'zone:skipped.exists' | 'zone:skipped.conflict' | 'zone:skipped.locked'): ZoneRow => ({
  line,
  text: `${record.name} ${record.type} ${record.content}`.slice(0, 200),
  key,
  params: { name: record.name, type: record.type },
});
