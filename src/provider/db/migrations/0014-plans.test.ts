import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { periodEnd, periodStart } from '../../../lib/rules/cdn/plan/period.ts';
import { migrations } from './index.ts';

const DAY = 86_400_000;

/** A store before this migration, with three domains that were added with a plan, and their payments. */
async function before() {
  // biome-ignore lint/suspicious/noExplicitAny: the schema of another time
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const names = Object.keys(migrations);
  await migrator.migrateTo(names[names.indexOf('0014-plans') - 1] ?? '');
  const user = {
    email: 'a@b.example',
    mobile: null,
    passwordHash: '',
    accountType: 'personal',
    firstName: '',
    lastName: '',
    language: 'en',
  };
  await db
    .insertInto('user')
    .values({ id: 'u', ...user, isAdmin: 0, isDemo: 0, emailVerifiedAt: 0, createdAt: 0 })
    .execute();
  const now = Date.now();
  const domain = async (id: string, plan: string, planSince: number, paid: number) => {
    const rest = { firstNs: '', secondNs: '', dnssecStatus: 'off', termsVersion: '', zoneVersion: 1, recordCount: 0, createdAt: planSince };
    await db
      .insertInto('domain')
      .values({ id, userId: 'u', name: id, status: 'active', plan, planSince, ...rest })
      .execute();
    if (paid === 0) return;
    await db
      .insertInto('ledgerEntry')
      .values({ id: `e-${id}`, time: planSince, kind: 'usage', description: '{}', reference: id })
      .execute();
    await db
      .insertInto('ledgerAccount')
      .values({ id: 'w', userId: 'u', kind: 'wallet', code: 'wallet:u' })
      .onConflict((c) => c.doNothing())
      .execute();
    await db
      .insertInto('ledgerLine')
      .values({ id: `l-${id}`, entryId: `e-${id}`, accountId: 'w', amount: -paid })
      .execute();
  };
  await domain('fresh', 'pro', now - 3 * DAY, 200_000);
  await domain('old', 'eco', now - 100 * DAY, 20_000);
  await domain('basic', 'free', now - 100 * DAY, 0);
  await domain('contract', 'ent', now - 100 * DAY, 0);
  return { db, now, migrate: async () => expect((await migrator.migrateToLatest()).error).toBeUndefined() };
}

test('a domain from before renewals is first charged for the next month, and can only be refunded what it has paid', async () => {
  const { db, now, migrate } = await before();
  await migrate();
  const terms = await db
    .selectFrom('domainPlan')
    .select(['domainId', 'startsAt', 'endsAt', 'boughtAt', 'paid'])
    .orderBy('domainId')
    .execute();
  const of = (domainId: string, since: number, paid: number) => ({
    domainId,
    startsAt: periodStart(since, 'month', now),
    endsAt: periodEnd(since, 'month', now),
    boughtAt: since,
    paid,
  });
  expect(terms).toEqual([of('fresh', now - 3 * DAY, 200_000), of('old', now - 100 * DAY, 0)]);
  const jobs = await db.selectFrom('job').select('uniqueKey').where('kind', '=', 'plan.renew').orderBy('uniqueKey').execute();
  expect(jobs.map(({ uniqueKey }) => uniqueKey)).toEqual(['plan.renew:fresh', 'plan.renew:old']);
  await db.destroy();
});
