import { sql } from 'kysely';
import { operatorDesk } from '../../../lib/contract/operator/operatorDesk.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { QUEUE_ITEMS, queueKinds } from '../../../lib/rules/core/queue.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { requireOperator } from '../../core/operator.ts';
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

/** The ledger of the last 24 hours, and the accounts. Operators are no customers. */
async function figures(db: Db, now: number) {
  const since = now - DAY;
  const people = await db
    .selectFrom('user')
    .select((e) => [e.fn.countAll<number>().as('all'), sql<number>`sum(case when "createdAt" >= ${since} then 1 else 0 end)`.as('fresh')])
    .where('isAdmin', '=', false)
    .executeTakeFirstOrThrow();
  const moved = await db
    .selectFrom('ledgerLine')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .select(['ledgerAccount.kind'])
    .select((e) => e.fn.sum<number | string>('ledgerLine.amount').as('amount'))
    .where('ledgerEntry.time', '>=', since)
    .where('ledgerAccount.kind', 'in', ['revenue', 'funding'])
    .groupBy('ledgerAccount.kind')
    .execute();
  const of = (kind: 'revenue' | 'funding') => Number(moved.find((row) => row.kind === kind)?.amount ?? 0);
  return {
    customers: Number(people.all),
    newCustomers: Number(people.fresh ?? 0),
    // Credit comes from this account, so its lines are negative.
    creditAdded: 0 - of('funding'),
    charged: of('revenue'),
  };
}

export const operatorDeskHandlers = implement(operatorDesk, {
  async today(ctx) {
    requireOperator(ctx);
    const { db, now, t, services } = ctx;
    const { lines } = services.registry;
    const waiting = (await Promise.all(lines.map((line) => line.queue?.(db, now) ?? []))).flat().sort(byUrgency);
    return {
      queue: queueKinds.map((kind) => {
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
      checks: (await Promise.all(lines.map((line) => line.checks?.(db) ?? []))).flat(),
      warnings: await allWarnings(services.env, db, now),
      compute: computeHealth(services.drivers),
      jobs: await failedJobs(db),
      faults: await faults(db, t),
      figures: await figures(db, now),
    };
  },
});
