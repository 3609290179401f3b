import { zone } from '../../../lib/contract/cdn/zone.ts';
import { printZone } from '../../../lib/rules/cdn/zone/print.ts';
import type { ZoneLine } from '../../../lib/rules/cdn/zone/types.ts';
import { canProxy } from '../../../lib/rules/core/dnsTypes.ts';
import { catalogue } from '../../core/catalogue.ts';
import { type Ctx, implement, refuse } from '../../core/implement.ts';
import { type OwnedDomain, ownedDomain, recordsOf } from '../../db/owned.ts';
import type { DnsRow, Tx } from '../../db/schema.ts';
import { toColumns, toData, toRecord, touchZone } from '../dns/records.ts';
import { settingsOf } from '../dnsSetting/settings.ts';
import { customNsOf, zoneServers } from '../ns/state.ts';
import { type Incoming, planImport } from './plan.ts';
import { readZone } from './read.ts';

const SHOWN_RECORDS = 500;
const SHOWN_LINES = 200;
/** Rows of one INSERT: SQLite allows 32,766 parameters, PostgreSQL 65,535. */
const BATCH = 1000;

export const zoneHandlers = implement(zone, {
  async export({ db, account, now }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    const { defaultTtl, soaEmail } = await settingsOf(db, domain);
    const rows = await recordsOf(db, domain).selectAll().execute();
    const text = printZone(
      rows.map((row) => ({ ...toData(row), ttl: row.ttl ?? ('auto' as const) })),
      {
        zone: domain.name,
        defaultTtl,
        soaEmail,
        nameServers: zoneServers(domain, await customNsOf(db, domain)),
        serial: domain.zoneVersion,
        now: new Date(now),
      },
    );
    return { zone: text, fileName: `${domain.name}.txt` };
  },

  async import(ctx, { domainId, proxy, conflict, leaveOut, dryRun }, { file }) {
    // Checked before the file is read, so that another customer's domain costs no work.
    const owned = await ownedDomain(ctx.db, ctx.account, domainId);
    if (!/\.txt$/i.test(file.name)) refuse(415, 'zone:error.format', { fields: { file: { key: 'zone:error.format' } } });
    const text = decode(await file.arrayBuffer());
    const { defaultTtl } = await settingsOf(ctx.db, owned);
    const reading = await readZone(ctx, text, { zone: owned.name, defaultTtl, maxRecords: catalogue.limits.dnsRecords });
    const errors = reading.refused.slice(0, SHOWN_LINES).map(tell(ctx));
    const refused = reading.refused.length;
    // What comes after a limit isn't known, so there is no rest to leave out.
    const limit = reading.isWhole ? undefined : reading.refused.at(-1);
    if (limit && !dryRun) refuse(422, limit.key, { params: limit.params, extra: { errors }, fields: { file: limit } });
    if (refused > 0 && !dryRun && !leaveOut)
      refuse(422, 'zone:error.refused', {
        params: { count: refused },
        extra: { errors },
        fields: { file: { key: 'zone:error.refused', params: { count: refused } } },
      });

    const incoming: Incoming[] = reading.records.map((record) => ({
      line: record.line,
      record: {
        ...withoutLine(record),
        ttl: record.autoTtl ? 'auto' : Math.max(1, record.ttl),
        proxy: canProxy(record.type) && (proxy || record.proxy === true),
      },
    }));
    const plan = (rows: readonly DnsRow[]) => planImport(rows, incoming, conflict);
    const summary = ({ create, remove, skipped }: ReturnType<typeof plan>) => ({
      created: create.length,
      updated: remove.length,
      skipped: skipped.length + reading.skipped.length,
      merged: reading.merged.length,
      refused,
      isWhole: reading.isWhole,
      records: dryRun
        ? create
            .slice(0, SHOWN_RECORDS)
            .map(({ line, record, replaces }) => ({ ...record, line, outcome: replaces ? ('replace' as const) : ('create' as const) }))
        : [],
      skippedLines: [...reading.skipped, ...skipped]
        .sort((a, b) => a.line - b.line)
        .slice(0, SHOWN_LINES)
        .map(tell(ctx)),
    });

    if (dryRun) {
      ctx.changedNothing();
      const domain = await ownedDomain(ctx.db, ctx.account, domainId);
      return { imported: summary(plan(await recordsOf(ctx.db, domain).selectAll().execute())), errors };
    }
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const rows = await recordsOf(tx, domain).selectAll().execute();
      const planned = plan(rows);
      const max = catalogue.limits.dnsRecords;
      if (rows.length - planned.remove.length + planned.create.length > max) refuse(409, 'dns:error.limit', { params: { max } });
      await store(ctx, tx, domain, planned);
      await touchZone(tx, ctx, domain, planned.create.length - planned.remove.length);
      const imported = summary(planned);
      await log({
        action: 'import',
        entity: { type: 'zone', id: domain.id, name: domain.name },
        domainId: domain.id,
        before: { removed: planned.remove.map(toRecord) },
        after: { file: file.name.slice(0, 200), created: imported.created, updated: imported.updated, skipped: imported.skipped, refused },
      });
      return { imported, errors };
    });
  },
});

async function store(ctx: Ctx, tx: Tx, domain: OwnedDomain, { create, remove }: ReturnType<typeof planImport>): Promise<void> {
  for (let at = 0; at < remove.length; at += BATCH) {
    const ids = remove.slice(at, at + BATCH).map(({ id }) => id);
    await tx.deleteFrom('dnsRecord').where('domainId', '=', domain.id).where('id', 'in', ids).execute();
  }
  const rows = create.map(
    ({ record }): DnsRow => ({
      id: ctx.newId(),
      domainId: domain.id,
      ...toColumns(record),
      version: 1,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
  );
  for (let at = 0; at < rows.length; at += BATCH)
    await tx
      .insertInto('dnsRecord')
      .values(rows.slice(at, at + BATCH))
      .execute();
}

const tell =
  (ctx: Ctx) =>
  ({ line, text, key, params }: ZoneLine) => ({ line, text, message: ctx.t(key, params) });

function withoutLine<T extends { line: number; ttl: number; proxy?: true; autoTtl?: true }>({
  line: _line,
  ttl: _ttl,
  proxy: _proxy,
  autoTtl: _auto,
  ...data
}: T) {
  return data;
}

/** The file as text: UTF-8, with or without a byte order mark. Other encodings are refused rather than guessed. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(415, 'zone:error.encoding', { fields: { file: { key: 'zone:error.encoding' } } });
  }
}
