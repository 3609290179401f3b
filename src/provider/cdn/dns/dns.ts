import { type DnsRecord, dns } from '../../../lib/contract/cdn/dns.ts';
import { folded } from '../../../lib/format/fold.ts';
import { inOrder } from '../../../lib/format/order.ts';
import { nameToUnicode } from '../../../lib/format/punycode.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { matchesFilter, parseFilter } from '../../../lib/rules/cdn/dns/filter.ts';
import { type CheckedRecord, checkRecord, type Draft } from '../../../lib/rules/cdn/dns/record.ts';
import { clash, warnings } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import { orderedName } from '../../../lib/rules/core/dnsName.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { catalog } from '../../core/catalog.ts';
import { type CallCtx, implement } from '../../core/implement.ts';
import { warned } from '../../core/warned.ts';
import { type OwnedDomain, ownedDomain, selectRecords } from '../../db/owned.ts';
import type { DnsRow, Tx } from '../../db/schema.ts';
import { Refusal, refuse, refuseField } from '../../kernel/refusal.ts';
import { batchRecords } from './batch.ts';
import { changed, conflictCandidates, toColumns, toRecord, touchZone } from './records.ts';
import { loadDnsSettings } from './settings.ts';

const max = catalog.limits.dnsRecords;
/** From this number of records on, the response with the whole list is cached until the zone or its settings change. */
const LONG = 500;

/** Validates the draft by the rules shared with the form; refuses with a message beside each invalid field. */
function checked(draft: Draft, domain: OwnedDomain): CheckedRecord {
  const result = checkRecord(draft, { zone: domain.name });
  if (result.ok) return result.record;
  const fields: Record<string, { key: TKey; params: TParams }> = {};
  for (const { field, key, params } of result.problems) fields[field] ??= { key, params };
  throw new Refusal(422, 'error:validation', { fields });
}

/** Refuses a duplicate and a CNAME beside other records; returns warnings. */
async function checkConflicts(ctx: CallCtx, tx: Tx, domain: OwnedDomain, record: CheckedRecord, exceptId?: string) {
  const around = await conflictCandidates(tx, domain, record, exceptId);
  const fault = clash(around, record);
  if (fault) refuse(409, fault.key, { params: fault.params, fields: { name: { key: fault.key, params: fault.params } } });
  return warned(ctx, warnings(around, record, { zone: domain.name }));
}

async function ownRecord(tx: Tx, domain: OwnedDomain, recordId: string): Promise<DnsRow> {
  return (await selectRecords(tx, domain).selectAll().where('id', '=', recordId).executeTakeFirst()) ?? refuse(404, 'error:notFound');
}

const toEntity = (record: DnsRecord) => ({ type: 'dnsRecord', id: record.id, name: `${record.type} ${record.name}` });

export const dnsHandlers = implement(dns, {
  async list(
    { db, account, cached, locale },
    { domainId, page, perPage = 50, sort = 'name', order = 'asc', q, type, proxy, filter: expression },
  ) {
    const domain = await ownedDomain(db, account, domainId);
    const { defaultTtl, proxyDefault, version } = await loadDnsSettings(db, domain);
    const filter = expression === undefined ? null : parseFilter(expression);
    if (isFault(filter)) refuseField('filter', filter.key, filter.params);
    const text = folded(q?.trim() ?? '');
    const isWanted = (row: DnsRow): boolean =>
      [row.name, nameToUnicode(row.name), row.content, row.comment ?? '', ...(row.tags ?? [])].some((own) => folded(own).includes(text)) &&
      (filter === null || matchesFilter(filter, toRecord(row), domain.name));
    const read = async () => {
      let query = selectRecords(db, domain);
      if (type) query = query.where('type', '=', type);
      if (proxy) query = query.where('proxy', '=', proxy === 'true');
      // A database doesn't have the order of a language.
      const isNamed = sort === 'name';
      const sorted = (isNamed ? query : query.orderBy(sort, order)).orderBy('type').orderBy('id');
      const ordered = <R extends { name: string }>(rows: R[]) =>
        isNamed ? inOrder(rows, locale, ({ name }) => orderedName(name), order === 'desc') : rows;
      const pageOf = <R>(rows: R[]) => (page ? rows.slice((page - 1) * perPage, page * perPage) : rows);
      const rest = { limit: max, defaults: { ttl: defaultTtl, proxy: proxyDefault } };
      if (!page || text !== '' || filter) {
        const all = ordered(await sorted.selectAll().limit(max).execute());
        const found = text !== '' || filter ? all.filter(isWanted) : all;
        return { records: pageOf(found).map(toRecord), total: found.length, ...rest };
      }
      // Only the records of the page are read as a whole.
      const all = ordered(await sorted.select(['id', 'name']).execute());
      const ids = pageOf(all).map(({ id }) => id);
      const rows = ids.length === 0 ? [] : await selectRecords(db, domain).selectAll().where('id', 'in', ids).execute();
      const records = rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(toRecord);
      return { records, total: all.length, ...rest };
    };
    const isCached = !page && domain.recordCount > LONG;
    return isCached ? cached(`${domain.id} ${domain.zoneVersion} ${version} ${locale}`, read) : read();
  },

  async get({ db, account }, { domainId, recordId }) {
    const domain = await ownedDomain(db, account, domainId);
    const row = await selectRecords(db, domain).selectAll().where('id', '=', recordId).executeTakeFirst();
    return { record: toRecord(row ?? refuse(404, 'error:notFound')) };
  },

  create: (ctx, { domainId, ...draft }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const data = checked(draft, domain);
      const warnings = await checkConflicts(ctx, tx, domain, data);
      if (domain.recordCount >= max) refuse(409, 'dns:error.limit', { params: { max } });
      const row: DnsRow = { id: ctx.newId(), domainId: domain.id, ...toColumns(data), version: 1, createdAt: ctx.now, updatedAt: ctx.now };
      await tx.insertInto('dnsRecord').values(row).execute();
      await touchZone(tx, ctx, domain, 1);
      const record = toRecord(row);
      await log({ action: 'create', entity: toEntity(record), domainId: domain.id, after: record });
      return { record, warnings: warnings };
    }),

  update: (ctx, { domainId, recordId, version, ...change }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await ownRecord(tx, domain, recordId);
      const before = toRecord(row);
      if (version !== undefined && version !== row.version) refuse(409, 'error:versionConflict', { extra: { record: before } });
      const data = checked(changed(row, change), domain);
      const warnings = await checkConflicts(ctx, tx, domain, data, row.id);
      const next: DnsRow = { ...row, ...toColumns(data), version: row.version + 1, updatedAt: ctx.now };
      await tx
        .updateTable('dnsRecord')
        .set({ ...toColumns(data), version: next.version, updatedAt: ctx.now })
        .where('id', '=', row.id)
        .where('domainId', '=', domain.id)
        .execute();
      await touchZone(tx, ctx, domain, 0);
      const record = toRecord(next);
      await log({ action: 'update', entity: toEntity(record), domainId: domain.id, before, after: record });
      return { record, warnings: warnings };
    }),

  delete: (ctx, { domainId, recordId }) =>
    ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const record = toRecord(await ownRecord(tx, domain, recordId));
      await tx.deleteFrom('dnsRecord').where('id', '=', record.id).where('domainId', '=', domain.id).execute();
      await touchZone(tx, ctx, domain, -1);
      await log({ action: 'delete', entity: toEntity(record), domainId: domain.id, before: record });
      return { done: true as const, record };
    }),

  batch: batchRecords,
});
