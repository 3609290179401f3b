import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import type { CheckedRecord, Draft } from '../../../lib/rules/cdn/dns/record.ts';
import { type Known, RecordIndex } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import type { RecordType } from '../../../lib/rules/core/dnsTypes.ts';
import { iso } from '../../../lib/time.ts';
import type { Work } from '../../core/services.ts';
import { type OwnedDomain, selectRecords } from '../../db/owned.ts';
import type { Db, DnsRow, Tx } from '../../db/schema.ts';
import { saveAddresses } from './addressRecords.ts';
import { setZone } from './setZone.ts';

/** A row as the rules take it. The type was validated when it was stored. */
export const toData = (row: Pick<DnsRow, 'name' | 'type' | 'content' | 'priority' | 'weight' | 'port' | 'proxy'>): Known => ({
  name: row.name,
  type: row.type as RecordType,
  content: row.content,
  ...(row.priority !== null && { priority: row.priority }),
  ...(row.weight !== null && { weight: row.weight }),
  ...(row.port !== null && { port: row.port }),
  proxy: row.proxy,
});

/** The notes of a row; absent: none. */
export const rowNotes = ({ comment, tags }: Pick<DnsRow, 'comment' | 'tags'>): Pick<CheckedRecord, 'comment' | 'tags'> => ({
  ...(comment !== null && { comment }),
  ...(tags !== null && { tags }),
});

/**
 * A row as the contract returns it. SRV also returns service, protocol and target separately. A response can have ten thousand
 * of these, so this avoids intermediate objects.
 */
export function toRecord(row: DnsRow): DnsRecord {
  const record: DnsRecord = {
    id: row.id,
    name: row.name,
    type: row.type as RecordType, // validated when it was stored
    content: row.content,
    ttl: row.ttl ?? 'auto',
    proxy: row.proxy,
    version: row.version,
    updatedAt: iso(row.updatedAt),
  };
  if (row.priority !== null) record.priority = row.priority;
  if (row.weight !== null) record.weight = row.weight;
  if (row.port !== null) record.port = row.port;
  if (row.comment !== null || row.tags !== null) Object.assign(record, rowNotes(row));
  if (row.type === 'SRV') {
    const [service = '', protocol = ''] = row.name.split('.');
    Object.assign(record, { service, protocol, target: row.content });
  }
  return record;
}

/** The columns of a validated record. */
export const toColumns = (record: CheckedRecord) => ({
  name: record.name,
  type: record.type,
  content: record.content,
  ttl: record.ttl === 'auto' ? null : record.ttl,
  proxy: record.proxy,
  priority: record.priority ?? null,
  weight: record.weight ?? null,
  port: record.port ?? null,
  comment: record.comment ?? null,
  tags: record.tags ?? null,
});

/**
 * Applies an update to a record: absent fields keep their value, and fields that the new type doesn't have are dropped
 * by the rules.
 */
export const changed = (row: DnsRow, change: Readonly<Record<string, unknown>>): Draft => ({
  ...toRecord(row),
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
});

/** `a.b.c` → `a.b.c`, `b.c`, `c` and the wildcards and apex above: the names whose records can conflict with it. */
function namesAround(name: string): string[] {
  const labels = name === '@' ? [] : name.split('.');
  const names = ['@', '*', name];
  for (let i = 1; i < labels.length; i++) names.push(labels.slice(i).join('.'), `*.${labels.slice(i).join('.')}`);
  return names;
}

/**
 * The records that are relevant for one record: those around its name and its target, and all MX and NS records. The cost of
 * a change depends on these, not on the size of the zone.
 */
export async function conflictCandidates(db: Db | Tx, domain: OwnedDomain, record: Known, exceptId?: string): Promise<RecordIndex> {
  const suffix = `.${domain.name}`;
  const target = record.content.endsWith(suffix) ? record.content.slice(0, -suffix.length) : record.content === domain.name ? '@' : null;
  const names = [...new Set([...namesAround(record.name), ...(target === null ? [] : namesAround(target))])];
  let query = selectRecords(db, domain)
    .selectAll()
    .where((e) => e.or([e('name', 'in', names), e('type', 'in', ['MX', 'NS'])]));
  if (exceptId) query = query.where('id', '!=', exceptId);
  return new RecordIndex((await query.execute()).map(toData));
}

/**
 * Marks the zone as changed: its version increases and becomes the SOA serial, the name servers are updated, and
 * `added` adjusts the record count. Every change to what a zone serves ends here.
 */
export async function touchZone(tx: Tx, ctx: Pick<Work, 'now' | 'services'>, domain: OwnedDomain, added: number): Promise<void> {
  await saveAddresses(tx, domain);
  const zoneVersion = await setZone(tx, ctx, domain);
  await tx
    .updateTable('domain')
    .set((e) => ({ recordCount: e('recordCount', '+', added), zoneVersion }))
    .where('id', '=', domain.id)
    .execute();
}
