import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from './index.ts';

const GB = 1_000_000_000;

test('for existing months it follows what was charged: nothing, the overage, or more than is left of it', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the schema of another time
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const names = Object.keys(migrations);
  await migrator.migrateTo(names[names.indexOf('0124-traffic-charges') - 1] ?? '');
  const user = { email: 'a@b.example', passwordHash: '', accountType: 'personal', firstName: '', lastName: '', language: 'en' };
  await db
    .insertInto('user')
    .values({ id: 'u', ...user, isAdmin: 0, isDemo: 0, emailVerifiedAt: 0, createdAt: 0 })
    .execute();
  const row = { accountId: 'u', month: '2026-11', bytesIn: 0, included: 100, bookedBefore: 0 };
  await db
    .insertInto('serverTraffic')
    .values([
      { ...row, serverId: 'below', bytesOut: 90 * GB, booked: 0 },
      // 10.75 GB at two mills.
      { ...row, serverId: 'over', bytesOut: 110.75 * GB, booked: 21 },
      { ...row, serverId: 'larger', bytesOut: 110 * GB, booked: 50 },
    ])
    .execute();
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const rows = await db.selectFrom('serverTraffic').select(['serverId', 'charged', 'rest']).orderBy('serverId').execute();
  expect(rows).toEqual([
    { serverId: 'below', charged: 0, rest: 0 },
    { serverId: 'larger', charged: 25 * GB, rest: 0 },
    { serverId: 'over', charged: 10.75 * GB, rest: 0.5 * GB * 1_000_000 },
  ]);
  await db.destroy();
});
