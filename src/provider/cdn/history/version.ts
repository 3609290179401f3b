import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Output } from '../../../lib/contract/call.ts';
import { version } from '../../../lib/contract/cdn/version.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { planCodes } from '../../../lib/rules/core/plans.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn, type Writing } from '../../core/implement.ts';
import { changeColumns, showChange } from '../../core/log/entries.ts';
import { type OwnedDomain, ownedDomain } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { DomainVersionTable } from '../../db/tables/cdn/history.ts';
import { refuse } from '../../kernel/refusal.ts';
import { requireAbilities } from '../edge/index.ts';
import { loadFirewall, withoutBlockingCaller } from '../firewall/index.ts';
import { applyChanges } from './apply.ts';
import { areas, readArea } from './areas.ts';
import { capture, stateAt, versionDays } from './capture.ts';
import { changeOperation, changesBetween, type DomainState, describeRow, emptyState, type RowChange, sameRow } from './changes.ts';
import { exportConfiguration } from './configuration.ts';
import { importConfiguration } from './import.ts';
import { refuseUnreachable } from './importClusters.ts';

const PER_PAGE = 25;
const LISTED_LOGS = 20;
const LISTED_DIFF = 200;

const selectVersions = (db: Db | Tx, domain: OwnedDomain) => db.selectFrom('domainVersion').where('domainId', '=', domain.id);

async function findVersion(db: Db | Tx, domain: OwnedDomain, versionId: string): Promise<DomainVersionTable> {
  const row = await selectVersions(db, domain).selectAll().where('id', '=', versionId).executeTakeFirst();
  return row ?? refuse(404, 'error:notFound');
}

const before = (db: Db | Tx, domain: OwnedDomain, place: number) =>
  selectVersions(db, domain).selectAll().where('place', '<', place).orderBy('place', 'desc').limit(1).executeTakeFirst();

async function storedState(db: Db | Tx, domain: OwnedDomain, place: number): Promise<DomainState> {
  const state = emptyState();
  for (const area of areas) state[area] = await stateAt(db, domain.id, area, place);
  return state;
}

async function currentState(db: Db | Tx, domain: OwnedDomain): Promise<DomainState> {
  const state = emptyState();
  for (const area of areas) state[area] = await readArea(db, domain.id, area);
  return state;
}

const formatVersionDiff = (changes: readonly RowChange[], t: Translate) => ({
  diff: changes.slice(0, LISTED_DIFF).map((one) => describeRow(one, t)),
  total: changes.length,
});

/** A state of a larger plan could contain what the current one doesn't include. */
function refuseLargerPlan(domain: OwnedDomain, { plan }: Pick<DomainVersionTable, 'plan'>): void {
  if (planCodes.indexOf(plan) > planCodes.indexOf(domain.plan)) refuse(409, 'version:error.plan');
}

type Preview = Output<typeof version.undo>;

export const versionHandlers = implement(version, {
  async list({ db, account, t }, { domainId, cursor }) {
    const domain = await ownedDomain(db, account, domainId);
    let query = selectVersions(db, domain).selectAll();
    if (cursor) query = query.where('place', '<', (await findVersion(db, domain, cursor)).place);
    const rows = await query
      .orderBy('place', 'desc')
      .limit(PER_PAGE + 1)
      .execute();
    const page = rows.slice(0, PER_PAGE);
    const versions: Output<typeof version.list>['versions'] = [];
    for (const [index, row] of page.entries()) {
      const previous = rows[index + 1];
      const logs = db
        .selectFrom('changeLog')
        .where('domainId', '=', domain.id)
        .where('accountId', '=', account.id)
        .where('place', '<=', row.place)
        .where('place', '>', previous?.place ?? 0);
      const { total } = await logs.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const entries = await logs.select(changeColumns).orderBy('place', 'desc').limit(LISTED_LOGS).execute();
      versions.push({
        id: row.id,
        time: iso(row.at),
        current: index === 0 && cursor === undefined,
        first: previous === undefined,
        logs: entries.map((entry) => showChange(entry, domain, t)),
        total: Number(total),
      });
    }
    return { versions, nextCursor: rows.length > PER_PAGE ? (page.at(-1)?.id ?? null) : null, days: versionDays };
  },

  async diff({ db, account, t }, { domainId, versionId, of }) {
    const domain = await ownedDomain(db, account, domainId);
    const row = await findVersion(db, domain, versionId);
    const state = await storedState(db, domain, row.place);
    if (of === 'restore') return formatVersionDiff(changesBetween(await currentState(db, domain), state), t);
    const previous = await before(db, domain, row.place);
    const earlier = previous ? await storedState(db, domain, previous.place) : emptyState();
    return formatVersionDiff(of === 'undo' ? changesBetween(state, earlier) : changesBetween(earlier, state), t);
  },

  undo: (ctx, { domainId, versionId, dryRun }) =>
    ctx.write<Preview>(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await findVersion(tx, domain, versionId);
      const previous = (await before(tx, domain, row.place)) ?? refuse(409, 'version:error.first');
      refuseLargerPlan(domain, previous);
      const undone = changesBetween(await storedState(tx, domain, row.place), await storedState(tx, domain, previous.place));
      const now = await currentState(tx, domain);
      // Relative to now, each row must still be as the change left it.
      const left = new Map(changesBetween(emptyState(), now).map(({ table, id, to }) => [`${table} ${id}`, to]));
      if (undone.some(({ table, id, from }) => !sameRow(left.get(`${table} ${id}`) ?? null, from))) refuse(409, 'version:error.conflict');
      return act(ctx, { tx, log }, domain, { changes: undone, dryRun, action: 'undo', at: row.at });
    }),

  restore: (ctx, { domainId, versionId, dryRun }) =>
    ctx.write<Preview>(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const row = await findVersion(tx, domain, versionId);
      refuseLargerPlan(domain, row);
      const changes = changesBetween(await currentState(tx, domain), await storedState(tx, domain, row.place));
      return act(ctx, { tx, log }, domain, { changes, dryRun, action: 'restore', at: row.at });
    }),

  async export({ db, account, now }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    const configuration = await exportConfiguration(db, domain, now);
    return { fileName: `${domain.name}-${configuration.exportedAt?.slice(0, 10)}.json`, configuration };
  },

  async import(ctx, { domainId, configuration, dryRun, base, confirmSelfBlock }) {
    const knownDomain = await ownedDomain(ctx.db, ctx.account, domainId);
    const unreachable = await refuseUnreachable(ctx, knownDomain, configuration.clusters ?? [], dryRun);
    return ctx.write<Output<typeof version.import>>(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, ctx.account, domainId);
      const from = await currentState(tx, domain);
      const now = createHash('sha256').update(JSON.stringify(from)).digest('hex');
      if (base !== undefined && base !== now) refuse(409, 'version:error.changed');
      if (!dryRun) await capture(tx, ctx, domain);
      await sql`savepoint imported`.execute(tx);
      // A dry run makes the same changes, and takes them back.
      const found = await withoutBlockingCaller(
        ctx,
        async () => [await loadFirewall(tx, domain)],
        dryRun || confirmSelfBlock,
        () => importConfiguration(tx, ctx, domain, configuration),
      );
      const refused = [...unreachable, ...found];
      const made = changesBetween(from, await currentState(tx, domain));
      await requireAbilities(ctx, made);
      const diff = made.map((one) => describeRow(one, ctx.t)).filter(({ op, changes }) => op !== 'update' || changes.length > 0);
      const preview = { diff: diff.slice(0, LISTED_DIFF), total: diff.length, refused: refused.slice(0, LISTED_DIFF), base: now };
      if (dryRun || refused.length > 0 || diff.length === 0) {
        await sql`rollback to savepoint imported`.execute(tx);
        await sql`release savepoint imported`.execute(tx);
        ctx.changedNothing();
        return { ...preview, done: false };
      }
      await sql`release savepoint imported`.execute(tx);
      const count = (op: string) => diff.filter((one) => one.op === op).length;
      await log({
        action: 'import',
        entity: { type: 'version', id: domain.id, name: domain.name },
        domainId: domain.id,
        after: { created: count('create'), updated: count('update'), deleted: count('delete') },
      });
      await capture(tx, ctx, domain);
      return { ...preview, done: true };
    });
  },
});

interface Wanted {
  changes: readonly RowChange[];
  dryRun: boolean;
  action: 'undo' | 'restore';
  /** Of the version, epoch ms. */
  at: number;
}

/** Applies the changes and stores the result as a version of its own, so that it can be undone too. */
async function act(ctx: SignedIn, { tx, log }: Writing, domain: OwnedDomain, { changes, dryRun, action, at }: Wanted): Promise<Preview> {
  await requireAbilities(ctx, changes);
  if (dryRun || changes.length === 0) {
    ctx.changedNothing();
    return { ...formatVersionDiff(changes, ctx.t), done: false };
  }
  await capture(tx, ctx, domain);
  await applyChanges(tx, ctx, domain, changes);
  const count = (op: string) => changes.filter((one) => changeOperation(one) === op).length;
  const time = iso(at);
  await log({
    action,
    entity: { type: 'version', id: domain.id, name: time },
    domainId: domain.id,
    after: { created: count('create'), updated: count('update'), deleted: count('delete') },
  });
  await capture(tx, ctx, domain);
  return { ...formatVersionDiff(changes, ctx.t), done: true };
}
