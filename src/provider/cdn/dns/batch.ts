import type { Batch, DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { type CheckedRecord, checkRecord, type Draft } from '../../../lib/rules/cdn/dns/record.ts';
import { Gathering } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import { catalog } from '../../core/catalog.ts';
import type { SignedIn } from '../../core/implement.ts';
import { type OwnedDomain, ownedDomain, selectRecords } from '../../db/owned.ts';
import type { DnsRow, Tx } from '../../db/schema.ts';
import { type ItemFault, Refusal, refuse } from '../../kernel/refusal.ts';
import { changed, toColumns, toData, toRecord, touchZone } from './records.ts';

type List = 'deletes' | 'updates' | 'creates';
interface Place {
  list: List;
  index: number;
}
/** A record as it will be stored. `row` is the record it replaces; without it the record is new. */
type Planned = Place & { row?: DnsRow; record: CheckedRecord };
interface Plan {
  gone: DnsRow[];
  planned: Planned[];
  /** Invalid values (422) and outdated states (409). */
  values: ItemFault[];
  states: ItemFault[];
}

/** Maximum JSON length of each side of the change log entry. */
const LOGGED = 256 * 1024;

/**
 * Deletes, changes and adds in one transaction. The resulting zone is validated: deleted records don't count as conflicts,
 * so two names can be swapped. The cost depends on the items and the records at their names.
 * @throws Refusal 422 (a value) or 409 (a conflict, an old version, a deleted record), listing each invalid item; nothing is stored then
 */
export const batchRecords = (ctx: SignedIn, { domainId, ...batch }: Batch) =>
  ctx.write(async ({ tx, log }) => {
    const domain = await ownedDomain(tx, ctx.account, domainId);
    const plan = await buildBatchPlan(tx, domain, batch);
    await gather(tx, domain, plan);
    const { gone, planned } = plan;
    const faults = [...plan.values, ...plan.states];
    if (faults.length > 0)
      throw new Refusal(plan.values.length > 0 ? 422 : 409, 'dns:error.batch', {
        params: counted(new Set(faults.map(({ list, index }) => `${list} ${index}`)).size, ctx.locale),
        items: faults.sort((a, b) => order[a.list as List] - order[b.list as List] || a.index - b.index),
      });
    const added = batch.creates.length - gone.length;
    const max = catalog.limits.dnsRecords;
    if (added > 0 && domain.recordCount + added > max) refuse(409, 'dns:error.limit', { params: { max } });

    const rows = planned.map(
      ({ row, record }): DnsRow => ({
        id: row?.id ?? ctx.newId(),
        domainId: domain.id,
        ...toColumns(record),
        version: (row?.version ?? 0) + 1,
        createdAt: row?.createdAt ?? ctx.now,
        updatedAt: ctx.now,
      }),
    );
    await store(tx, domain, gone, rows);
    await touchZone(tx, ctx, domain, added);
    const records = rows.map(toRecord);
    const deleted = gone.map(toRecord);
    await log({
      action: 'batch',
      entity: { type: 'zone', id: domain.id, name: domain.name },
      domainId: domain.id,
      before: bounded([...deleted, ...planned.flatMap(({ row }) => (row ? [toRecord(row)] : []))]),
      after: { ...bounded(records), created: batch.creates.length, updated: batch.updates.length, deleted: deleted.length },
    });
    return {
      records,
      deleted,
      results: [
        ...gone.map(({ id }, index) => ({ list: 'deletes' as const, index, recordId: id })),
        ...planned.map(({ list, index }, at) => ({ list, index, recordId: rows[at]?.id ?? '' })),
      ],
    };
  });

const order: Record<List, number> = { deletes: 0, updates: 1, creates: 2 };

/** Finds the rows of the batch and validates each item separately. */
async function buildBatchPlan(tx: Tx, domain: OwnedDomain, { deletes, updates, creates }: Omit<Batch, 'domainId'>): Promise<Plan> {
  const plan: Plan = { gone: [], planned: [], values: [], states: [] };
  const ids = [...new Set([...deletes, ...updates].map(({ recordId }) => recordId))];
  const rows = ids.length > 0 ? await selectRecords(tx, domain).selectAll().where('id', 'in', ids).execute() : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const usedIds = new Set<string>();
  const find = (place: Place, recordId: string, version: number | undefined): DnsRow | null => {
    const row = byId.get(recordId);
    if (!row) plan.states.push({ ...place, field: 'recordId', key: 'dns:error.gone' });
    else if (usedIds.has(recordId)) plan.values.push({ ...place, field: 'recordId', key: 'dns:error.batchTwice' });
    else if (version !== undefined && version !== row.version)
      plan.states.push({ ...place, field: 'version', key: 'error:versionConflict' });
    else {
      usedIds.add(recordId);
      return row;
    }
    return null;
  };
  const check = (place: Place, draft: Draft, row?: DnsRow) => {
    const result = checkRecord(draft, { zone: domain.name });
    if (result.ok) plan.planned.push({ ...place, record: result.record, ...(row && { row }) });
    else plan.values.push(...result.problems.map(({ field, key, params }) => ({ ...place, field, key, params })));
  };
  for (const [index, { recordId, version }] of deletes.entries()) {
    const row = find({ list: 'deletes', index }, recordId, version);
    if (row) plan.gone.push(row);
  }
  for (const [index, { recordId, version, ...change }] of updates.entries()) {
    const place = { list: 'updates', index } as const;
    const row = find(place, recordId, version);
    if (row) check(place, changed(row, change), row);
  }
  for (const [index, draft] of creates.entries()) check({ list: 'creates', index }, draft);
  return plan;
}

/** Combines the new records with those that stay at their names, in request order: the later one gets the conflict. */
async function gather(tx: Tx, domain: OwnedDomain, { gone, planned, states }: Plan): Promise<void> {
  const names = [...new Set(planned.map(({ record }) => record.name))];
  if (names.length === 0) return;
  const moving = new Set([...gone, ...planned.flatMap(({ row }) => row ?? [])].map(({ id }) => id));
  const here = await selectRecords(tx, domain).selectAll().where('name', 'in', names).execute();
  const zone = new Gathering();
  for (const row of here) if (!moving.has(row.id)) zone.add(toData(row));
  for (const { list, index, record } of planned) {
    const wrong = zone.add(record);
    if (wrong) states.push({ list, index, field: 'name', key: wrong.key, params: wrong.params });
  }
}

/** Deletes records, and stores changed and new ones, 1,000 at most of each. */
export async function store(tx: Tx, domain: OwnedDomain, gone: readonly DnsRow[], rows: DnsRow[]): Promise<void> {
  if (gone.length > 0)
    await tx
      .deleteFrom('dnsRecord')
      .where('domainId', '=', domain.id)
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute();
  if (rows.length === 0) return;
  // One statement for changed and new rows: a thousand round trips would block the customer's other writes.
  await tx
    .insertInto('dnsRecord')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        type: ref('excluded.type'),
        content: ref('excluded.content'),
        ttl: ref('excluded.ttl'),
        proxy: ref('excluded.proxy'),
        priority: ref('excluded.priority'),
        weight: ref('excluded.weight'),
        port: ref('excluded.port'),
        comment: ref('excluded.comment'),
        tags: ref('excluded.tags'),
        version: ref('excluded.version'),
        updatedAt: ref('excluded.updatedAt'),
      })),
    )
    .execute();
}

/** The first records that fit into the entry, and the total number. */
export function bounded(all: readonly DnsRecord[]): { total: number; records: DnsRecord[] } {
  const records: DnsRecord[] = [];
  let size = 0;
  for (const record of all) {
    size += JSON.stringify(record).length;
    if (size > LOGGED) break;
    records.push(record);
  }
  return { total: all.length, records };
}
