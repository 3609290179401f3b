import type { z } from 'zod';
import type { Imported, zone } from '../../../lib/contract/cdn/zone.ts';
import { zoneWarnings } from '../../../lib/rules/cdn/dns/zoneWarnings.ts';
import { serviceHosts, suggestProxy } from '../../../lib/rules/cdn/domain/scan.ts';
import { statesProxy } from '../../../lib/rules/cdn/zone/exporters.ts';
import type { FileReading } from '../../../lib/rules/cdn/zone/file.ts';
import type { ZoneRow } from '../../../lib/rules/cdn/zone/types.ts';
import { canProxy } from '../../../lib/rules/core/dnsTypes.ts';
import { catalog } from '../../core/catalog.ts';
import type { CallCtx, SignedIn, Writing } from '../../core/implement.ts';
import { type OwnedDomain, ownedDomain, selectRecords } from '../../db/owned.ts';
import type { DnsRow, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { bounded, loadCustomNs, loadDnsSettings, rowNotes, store, toColumns, toData, toRecord, touchZone, zoneGlue } from '../dns/index.ts';
import { type ImportPlan, type Incoming, planImport } from './plan.ts';
import { readZone } from './read.ts';

const LISTED_RECORDS = 500;
const VISIBLE_ROWS = 200;
/** Rows of one INSERT: SQLite allows 32,766 parameters, PostgreSQL 65,535. */
const BATCH = 1000;

type Input = Pick<z.output<typeof zone.import.input>, 'proxy' | 'conflict' | 'leaveOut' | 'reading'> & { otherwise?: readonly number[] };
type ImportRow = ReturnType<ReturnType<typeof formatImportRow>>;

/** A file that was read for a domain, before its records are compared with the domain's. */
export interface ReadImport {
  reading: FileReading;
  incoming: Incoming[];
  errors: ImportRow[];
  input: Input;
}

/** Reads a file for a domain. Nothing is stored. */
export async function readImport(ctx: SignedIn, domain: OwnedDomain, text: string, input: Input): Promise<ReadImport> {
  const { defaultTtl } = await loadDnsSettings(ctx.db, domain);
  const reading = await readZone(ctx, text, {
    zone: domain.name,
    defaultTtl,
    maxRecords: catalog.limits.dnsRecords,
    reading: input.reading ?? 'meant',
    otherwise: input.otherwise ?? [],
  });
  return {
    reading,
    incoming: incomingRecords(reading, domain.name, input.proxy),
    errors: reading.refused.slice(0, VISIBLE_ROWS).map(formatImportRow(ctx)),
    input,
  };
}

/**
 * The records of a file as they would be stored.
 * @param proxy whether web records go through the CDN. A file that marks records decides for all of its own.
 */
export function incomingRecords({ records }: FileReading, zone: string, proxy: boolean): Incoming[] {
  const services = proxy && !records.some((record) => record.proxy) ? serviceHosts(records, zone) : null;
  return records.map((record) => ({
    line: record.line,
    record: {
      ...withoutPosition(record),
      ttl: record.autoTtl ? 'auto' : Math.max(1, record.ttl),
      proxy: canProxy(record.type) && (services ? suggestProxy(record, services) : record.proxy === true),
    },
  }));
}

/** Refuses what can't be imported as it is. A dry run shows it instead. */
export function checkImport({ reading, incoming, errors, input }: ReadImport): void {
  const { refused, doubts, isWhole } = reading;
  const extra = { errors };
  // What comes after a limit isn't known, so there is no rest to leave out.
  const limit = isWhole ? undefined : refused.at(-1);
  if (limit) refuse(422, limit.key, { params: limit.params, extra, fields: { file: limit } });
  const count = { count: refused.length };
  if (refused.length > 0 && !input.leaveOut)
    refuse(422, 'zone:error.refused', { params: count, extra, fields: { file: { key: 'zone:error.refused', params: count } } });
  if (doubts.length > 0 && !input.reading) {
    const params = { count: doubts.length };
    refuse(422, 'zone:error.reading', { params, extra, fields: { reading: { key: 'zone:error.reading', params } } });
  }
  const doubtful = new Set(doubts.map(({ line }) => line));
  if (input.otherwise?.some((line) => !doubtful.has(line)))
    refuse(422, 'zone:error.otherwise', { fields: { otherwise: { key: 'zone:error.otherwise' } } });
  if (input.conflict !== 'equal') return;
  // What a refused line or an empty file means for the domain's records isn't known.
  if (refused.length > 0) refuse(422, 'zone:error.equalRefused', { extra, fields: { leaveOut: { key: 'zone:error.equalRefused' } } });
  if (incoming.length === 0) refuse(422, 'zone:error.equalEmpty', { fields: { file: { key: 'zone:error.equalEmpty' } } });
}

async function planFor(db: CallCtx['db'] | Tx, domain: OwnedDomain, rows: readonly DnsRow[], { reading, incoming, input }: ReadImport) {
  const glue = zoneGlue(await loadCustomNs(db, domain), domain.name);
  const locked = new Set(glue.map(({ host, type, content }) => `${host} ${type} ${content}`));
  const isLocked = ({ name, type, content }: DnsRow) => locked.has(`${name}.${domain.name} ${type} ${content}`);
  const knows = reading.exporter !== null && statesProxy.has(reading.exporter);
  return planImport(rows, incoming, { conflict: input.conflict, isLocked, statesProxy: knows });
}

/** What an import of the file would do. */
export async function previewImport(ctx: SignedIn, domain: OwnedDomain, read: ReadImport): Promise<Imported> {
  const rows = await selectRecords(ctx.db, domain).selectAll().execute();
  const plan = await planFor(ctx.db, domain, rows, read);
  const warnings = warningsAfter(ctx, domain.name, rows, plan);
  return {
    ...summarizeImport(ctx, read, plan, domain.zoneVersion),
    warned: warnings.length,
    warnings: warnings.slice(0, VISIBLE_ROWS),
    records: [
      ...plan.create.map(({ line, record, replaces }) => ({
        ...record,
        line,
        outcome: replaces ? ('replace' as const) : ('create' as const),
        ...(replaces && { replaces: replaces.content.slice(0, VISIBLE_ROWS) }),
      })),
      ...plan.update.map(({ line, record }) => ({ ...record, line, outcome: 'update' as const })),
    ]
      .sort((a, b) => a.line - b.line)
      .slice(0, LISTED_RECORDS),
    deletions: plan.deleted.slice(0, LISTED_RECORDS).map(toRecord),
  };
}

/** Stores a file that was read and checked, in one transaction with its entry in the change log. */
export async function storeImport(
  ctx: SignedIn,
  { tx, log }: Writing,
  domainId: string,
  read: ReadImport,
  file: { name: string; zoneVersion?: number | undefined },
): Promise<Imported> {
  const domain = await ownedDomain(tx, ctx.account, domainId);
  if (file.zoneVersion !== undefined && file.zoneVersion !== domain.zoneVersion) refuse(409, 'zone:error.changed');
  const rows = await selectRecords(tx, domain).selectAll().execute();
  const plan = await planFor(tx, domain, rows, read);
  const max = catalog.limits.dnsRecords;
  if (rows.length - plan.remove.length + plan.create.length > max) refuse(409, 'dns:error.limit', { params: { max } });
  const created = await storePlan(ctx, tx, domain, plan);
  if (plan.create.length + plan.update.length + plan.remove.length > 0)
    await touchZone(tx, ctx, domain, plan.create.length - plan.remove.length);
  const { zoneVersion } = await ownedDomain(tx, ctx.account, domainId);
  const imported = summarizeImport(ctx, read, plan, zoneVersion);
  const { exporter, updated, deleted, skipped, refused } = imported;
  await log({
    action: 'import',
    entity: { type: 'zone', id: domain.id, name: domain.name },
    domainId: domain.id,
    before: bounded([...plan.remove, ...plan.update.map(({ row }) => row)].map(toRecord)),
    after: {
      ...bounded(created.map(toRecord)),
      file: file.name.slice(0, VISIBLE_ROWS),
      exporter,
      created: imported.created,
      updated,
      deleted,
      skipped,
      refused,
    },
  });
  return imported;
}

function summarizeImport(ctx: CallCtx, { reading, input }: ReadImport, plan: ImportPlan, zoneVersion: number): Imported {
  const replaced = plan.create.filter(({ replaces }) => replaces).length;
  const { reading: chosen = 'meant', otherwise = [] } = input;
  return {
    exporter: reading.exporter,
    zoneVersion,
    created: plan.create.length - replaced,
    updated: replaced + plan.update.length,
    deleted: plan.deleted.length,
    skipped: plan.skipped.length + reading.skipped.length,
    merged: reading.merged.length,
    refused: reading.refused.length,
    noted: reading.notes.length,
    doubted: reading.doubts.length,
    warned: 0,
    isWhole: reading.isWhole,
    records: [],
    deletions: [],
    skippedLines: [...reading.skipped, ...plan.skipped]
      .sort((a, b) => a.line - b.line)
      .slice(0, VISIBLE_ROWS)
      .map(formatImportRow(ctx)),
    notes: reading.notes.slice(0, VISIBLE_ROWS).map((note) => ({ ...formatImportRow(ctx)(note), became: note.became })),
    doubts: reading.doubts.slice(0, VISIBLE_ROWS).map((doubt) => ({
      ...formatImportRow(ctx)(doubt),
      written: doubt.written,
      meant: doubt.meant,
      reading: otherwise.includes(doubt.line) ? (chosen === 'meant' ? 'written' : 'meant') : chosen,
    })),
    warnings: [],
  };
}

/** The warnings of the records page for the zone as it would be, those that the import causes first. */
function warningsAfter(ctx: CallCtx, zone: string, rows: readonly DnsRow[], plan: ImportPlan): Imported['warnings'] {
  const gone = new Set(plan.remove);
  const changed = new Map(plan.update.map(({ row, record }) => [row, record] as const));
  const stays = rows
    .filter((row) => !gone.has(row))
    .map((row) => changed.get(row) ?? { ...toData(row), ttl: row.ttl ?? ('auto' as const) });
  const before = zoneWarnings(
    rows.map((row) => ({ ...toData(row), ttl: row.ttl ?? ('auto' as const) })),
    zone,
  );
  const keyOf = (record: { name: string; type: string; content: string }, code: string) =>
    `${record.name} ${record.type} ${record.content} ${code}`;
  const known = new Set([...before].flatMap(([place, faults]) => faults.map(({ key }) => keyOf(toData(rows[place]!), key)))); // its own places
  const after = [...stays, ...plan.create.map(({ record }) => record)];
  const found = [...zoneWarnings(after, zone)].flatMap(([place, faults]) => {
    const record = after[place]!; // as above
    const { name, type, content } = record;
    return faults.map(({ key, params }) => ({
      name,
      type,
      content: content.slice(0, VISIBLE_ROWS),
      message: ctx.t(key, params),
      isNew: !known.has(keyOf(record, key)),
    }));
  });
  return [...found.filter(({ isNew }) => isNew), ...found.filter(({ isNew }) => !isNew)];
}

/** @returns the rows of new records */
async function storePlan(ctx: CallCtx, tx: Tx, domain: OwnedDomain, { create, update, remove }: ImportPlan): Promise<DnsRow[]> {
  const created = create.map(
    ({ record }): DnsRow => ({
      id: ctx.newId(),
      domainId: domain.id,
      ...toColumns(record),
      version: 1,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
  );
  const updated = update.map(
    ({ row, record }): DnsRow => ({ ...row, ...toColumns({ ...rowNotes(row), ...record }), version: row.version + 1, updatedAt: ctx.now }),
  );
  for (let at = 0; at < remove.length; at += BATCH) await store(tx, domain, remove.slice(at, at + BATCH), []);
  const rows = [...updated, ...created];
  for (let at = 0; at < rows.length; at += BATCH) await store(tx, domain, [], rows.slice(at, at + BATCH));
  return created;
}

const formatImportRow =
  (ctx: CallCtx) =>
  ({ line, text, key, params }: ZoneRow) => ({ line, text, message: ctx.t(key, params) });

function withoutPosition<T extends { line: number; ttl: number; proxy?: true; autoTtl?: true }>({
  line: _line,
  ttl: _ttl,
  proxy: _proxy,
  autoTtl: _auto,
  ...data
}: T) {
  return data;
}
