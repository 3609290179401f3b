import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from './index.ts';

/** A store of the time before, with one user or none. */
async function former(users: number) {
  // biome-ignore lint/suspicious/noExplicitAny: the schema of another time
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const names = Object.keys(migrations);
  await migrator.migrateTo(names[names.indexOf('0121-discount-codes') - 1] ?? '');
  const user = { email: 'a@b.example', passwordHash: '', accountType: 'personal', firstName: '', lastName: '', language: 'en' };
  if (users > 0) {
    await db
      .insertInto('user')
      .values({ id: 'u', ...user, isAdmin: 0, isDemo: 0, emailVerifiedAt: 0, createdAt: 0 })
      .execute();
    await db.insertInto('voucherUse').values({ accountId: 'u', code: 'BREEZE20', domainId: 'd', usedAt: 2 }).execute();
  }
  return { db, migrate: async () => (await migrator.migrateToLatest()).error };
}

test('an existing installation keeps its vouchers, and their uses are counted', async () => {
  const { db, migrate } = await former(1);
  expect(await migrate()).toBeUndefined();
  const rows = await db.selectFrom('discountCode').select(['code', 'amount', 'percent', 'maxUses', 'used']).orderBy('code').execute();
  expect(rows).toEqual([
    { code: 'BREEZE20', amount: null, percent: 20, maxUses: null, used: 1 },
    { code: 'WELCOME10', amount: 10_000, percent: null, maxUses: null, used: 0 },
  ]);
  await db.destroy();
});

test('a new installation has no voucher', async () => {
  const { db, migrate } = await former(0);
  expect(await migrate()).toBeUndefined();
  expect(await db.selectFrom('discountCode').selectAll().execute()).toEqual([]);
  await db.destroy();
});
