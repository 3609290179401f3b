import { sql } from 'kysely';
import { operatorDesk } from '../../../lib/contract/operator/operatorDesk.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { QUEUE_ITEMS, queueAreas, queueKinds } from '../../../lib/rules/core/queue.ts';
import { type StaffArea, staffLevel } from '../../../lib/rules/core/staff.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import type { QueueItem } from '../../core/registry.ts';
import { allWarnings } from '../../core/warnings.ts';
import type { Db } from '../../db/schema.ts';
import type { Drivers } from '../../drivers/drivers.ts';

/** Characters of an error or a problem: the rest is in the log. */
const ERROR = 300;

/** What is due first, then what has waited longest. */
const byUrgency = (a: QueueItem, b: QueueItem) =>
  (a.dueAt ?? Number.MAX_SAFE_INTEGER) - (b.dueAt ?? Number.MAX_SAFE_INTEGER) || a.since - b.since;

async function failedJobs(db: Db) {
  const rows = await db.selectFrom('job').selectAll().where('lastError', 'is not', null).orderBy('runAt').execute();
  return {
    total: rows.length,
    items: rows.slice(0, QUEUE_ITEMS).map(({ id, kind, lastError, attempts, runAt }) => ({
      id,
      kind,
      error: String(lastError).slice(0, ERROR),
      attempts: Number(attempts),
      nextAt: iso(runAt),
    })),
  };
}

async function faults(db: Db, t: Translate) {
  const rows = await db.selectFrom('desired').selectAll().where('status', '=', 'failed').orderBy('updatedAt').execute();
  return {
    total: rows.length,
    items: rows.slice(0, QUEUE_ITEMS).map(({ id, kind, entityId, reason, reasonParams, attempts, nextAttemptAt }) => ({
      id,
      kind,
      name: entityId,
      reason: reason && t(reason as TKey, reasonParams ?? {}), // as the reconciler wrote it
      attempts: Number(attempts),
      nextAt: nextAttemptAt === null ? null : iso(nextAttemptAt),
    })),
  };
}

/** What the compute process has last reported; null: there is none. */
function computeHealth({ compute }: Drivers) {
  const health = compute?.health?.();
  if (!health) return null;
  const { isResponding, respondedAt } = health;
  const problems = [...new Set(health.problems)];
  return {
    isResponding,
    respondedAt: respondedAt === null ? null : iso(respondedAt),
    problems: { total: problems.length, items: problems.slice(0, QUEUE_ITEMS).map((problem) => problem.slice(0, ERROR)) },
  };
}

const none = { total: 0, items: [] };

/** The accounts, and those of the last 24 hours. Operators are no customers. */
async function people(db: Db, now: number) {
  const since = now - DAY;
  const counted = await db
    .selectFrom('user')
    .select((e) => [e.fn.countAll<number>().as('all'), sql<number>`sum(case when "createdAt" >= ${since} then 1 else 0 end)`.as('fresh')])
    .where('staffRole', 'is', null)
    .executeTakeFirstOrThrow();
  return { customers: Number(counted.all), newCustomers: Number(counted.fresh ?? 0) };
}

/** The ledger of the last 24 hours. */
async function money(db: Db, now: number) {
  const moved = await db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .select(['ledgerAccount.kind'])
    .select((e) => e.fn.sum<number | string>('ledgerLine.amount').as('amount'))
    .where('ledgerEntry.time', '>=', now - DAY)
    .where('ledgerAccount.kind', 'in', ['revenue', 'funding'])
    .groupBy('ledgerAccount.kind')
    .execute();
  const of = (kind: 'revenue' | 'funding') => Number(moved.find((row) => row.kind === kind)?.amount ?? 0);
  return {
    // Credit comes from this account, so its lines are negative.
    creditAdded: 0 - of('funding'),
    charged: of('revenue'),
  };
}

export const operatorDeskHandlers = implement(operatorDesk, {
  async today(ctx) {
    const { db, now, t, services, user } = ctx;
    const { lines } = services.registry;
    const sees = (area: StaffArea) => staffLevel(user.staffRole, area) !== 'none';
    const seesSystem = sees('system');
    const waiting = (await Promise.all(lines.map((line) => line.queue?.(db, now) ?? []))).flat().sort(byUrgency);
    return {
      queue: queueKinds
        .filter((kind) => sees(queueAreas[kind]))
        .map((kind) => {
          const items = waiting.filter((item) => item.kind === kind);
          return {
            kind,
            total: items.length,
            items: items.slice(0, QUEUE_ITEMS).map(({ kind: _, since, dueAt, ...item }) => ({
              ...item,
              since: iso(since),
              dueAt: dueAt === null ? null : iso(dueAt),
            })),
          };
        }),
      checks: seesSystem ? (await Promise.all(lines.map((line) => line.checks?.(db) ?? []))).flat() : [],
      warnings: seesSystem ? await allWarnings(services.env, db, now) : [],
      compute: seesSystem ? computeHealth(services.drivers) : null,
      jobs: seesSystem ? await failedJobs(db) : none,
      faults: seesSystem ? await faults(db, t) : none,
      figures: { ...(await people(db, now)), ...(sees('money') ? await money(db, now) : { creditAdded: null, charged: null }) },
    };
  },
});
