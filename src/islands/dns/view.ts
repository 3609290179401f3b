import type { DnsRecord } from '../../lib/contract/dns.ts';
import { absolute } from '../../lib/rules/dns/name.ts';
import { canProxy, type RecordType, recordTypes } from '../../lib/rules/dns/types.ts';

export const sortKeys = ['type', 'name', 'content', 'ttl'] as const;
export type SortKey = (typeof sortKeys)[number];

/** What the table shows, as the address says it; empty strings are "all". */
export interface RecordView extends Record<string, string> {
  q: string;
  type: string;
  proxy: string;
  sort: string;
  dir: string;
}
export const wholeView: RecordView = { q: '', type: '', proxy: '', sort: 'type', dir: 'asc' };

export const isNarrowed = ({ q, type, proxy }: RecordView): boolean => Boolean(q.trim() || type || proxy);
export const sortKeyOf = ({ sort }: RecordView): SortKey => sortKeys.find((key) => key === sort) ?? 'type';

/** A record with what searching and sorting read, made once: 10,000 records are then filtered within one key press. */
export interface Prepared {
  record: DnsRecord;
  /** The full name. */
  full: string;
  /** Lower case: full name and value. */
  text: string;
}

const made = new WeakMap<DnsRecord, Prepared>();

/** Records that did not change keep what was prepared, through every refetch (the query cache keeps their identity). */
export function prepare(records: readonly DnsRecord[], zone: string): Prepared[] {
  return records.map((record) => {
    let prepared = made.get(record);
    if (!prepared) {
      const full = absolute(record.name, zone);
      prepared = { record, full, text: `${record.name} ${full}\n${record.content}`.toLowerCase() };
      made.set(record, prepared);
    }
    return prepared;
  });
}

const rankOf = new Map<RecordType, number>(recordTypes.map((type, index) => [type, index]));
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** The domain itself first. */
const nameKey = (name: string) => (name === '@' ? '' : name);
const byName = (a: Prepared, b: Prepared) => compare(nameKey(a.record.name), nameKey(b.record.name));
const byType = (a: Prepared, b: Prepared) => (rankOf.get(a.record.type) ?? 0) - (rankOf.get(b.record.type) ?? 0);
const ttlOf = ({ ttl }: DnsRecord) => (ttl === 'auto' ? 0 : ttl);
const orders: Record<SortKey, (a: Prepared, b: Prepared) => number> = {
  type: byType,
  name: byName,
  content: (a, b) => compare(a.record.content, b.record.content),
  ttl: (a, b) => ttlOf(a.record) - ttlOf(b.record),
};

/** All records in the order of the view. Apart from filtering, so that a key typed into the search sorts nothing. */
export function sorted(records: readonly Prepared[], view: Pick<RecordView, 'sort' | 'dir'>): Prepared[] {
  const first = orders[sortKeyOf(view as RecordView)]; // only `sort` is read
  const way = view.dir === 'desc' ? -1 : 1;
  return records.toSorted((a, b) => way * first(a, b) || byType(a, b) || byName(a, b) || compare(a.record.content, b.record.content));
}

export interface Shown {
  rows: Prepared[];
  /** Records of each type that match the search and the proxy filter. */
  types: ReadonlyMap<RecordType, number>;
  /** All of those. */
  all: number;
}

/** What the search and the filters leave, with the counts for the chips, in one walk. */
export function narrowed(records: readonly Prepared[], { q, type, proxy }: Pick<RecordView, 'q' | 'type' | 'proxy'>): Shown {
  const query = q.trim().toLowerCase();
  const types = new Map<RecordType, number>();
  const rows: Prepared[] = [];
  let all = 0;
  for (const one of records) {
    if (query && !one.text.includes(query)) continue;
    if (proxy && (!canProxy(one.record.type) || one.record.proxy !== (proxy === 'on'))) continue;
    all++;
    types.set(one.record.type, (types.get(one.record.type) ?? 0) + 1);
    if (!type || one.record.type === type) rows.push(one);
  }
  return { rows, types, all };
}
