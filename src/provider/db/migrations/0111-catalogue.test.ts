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
  await migrator.migrateTo(names[names.indexOf('0111-catalogue') - 1] ?? '');
  const user = { email: 'a@b.example', passwordHash: '', accountType: 'personal', firstName: '', lastName: '', language: 'en' };
  if (users > 0) {
    await db
      .insertInto('user')
      .values({ id: 'u', ...user, isAdmin: 0, isDemo: 0, emailVerifiedAt: 0, createdAt: 0 })
      .execute();
    const use = { accountId: 'u', paymentId: null, createdAt: 1 };
    await db
      .insertInto('giftUse')
      .values([
        { id: '1', code: 'SPRING10', status: 'used', usedAt: 2, ...use },
        { id: '2', code: 'FIRST100', status: 'used', usedAt: 2, ...use },
        { id: '3', code: 'BREEZE5', status: 'pending', usedAt: null, ...use },
      ])
      .execute();
    await db.insertInto('giftCount').values({ code: 'FIRST100', used: 1 }).execute();
  }
  return { db, migrate: async () => (await migrator.migrateToLatest()).error };
}

test('an existing installation keeps its gift codes, and all of their uses are counted', async () => {
  const { db, migrate } = await former(1);
  expect(await migrate()).toBeUndefined();
  const codes = await db
    .selectFrom('giftCode')
    .select(['code', 'amount', 'percent', 'most', 'maxUses', 'disabledAt'])
    .orderBy('code')
    .execute();
  expect(codes).toEqual([
    { code: 'AUTUMN25', amount: 25_000, percent: null, most: null, maxUses: null, disabledAt: null },
    { code: 'BREEZE5', amount: 5_000, percent: null, most: null, maxUses: null, disabledAt: null },
    { code: 'FIRST100', amount: 10_000, percent: null, most: null, maxUses: 100, disabledAt: null },
    { code: 'SPRING10', amount: null, percent: 10, most: 20_000, maxUses: null, disabledAt: null },
  ]);
  expect(await db.selectFrom('giftCount').selectAll().orderBy('code').execute()).toEqual([
    { code: 'FIRST100', used: 1 },
    { code: 'SPRING10', used: 1 },
  ]);
  expect(await db.selectFrom('giftUse').selectAll().execute()).toHaveLength(3);
  await db.destroy();
});

test('a new installation has no gift code', async () => {
  const { db, migrate } = await former(0);
  expect(await migrate()).toBeUndefined();
  expect(await db.selectFrom('giftCode').selectAll().execute()).toEqual([]);
  await db.destroy();
});
