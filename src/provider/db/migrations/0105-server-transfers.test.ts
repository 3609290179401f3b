import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from './index.ts';

test('usage and traffic are kept, and a month may have two owners', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the schema of another time
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const names = Object.keys(migrations);
  await migrator.migrateTo(names[names.indexOf('0105-server-transfers') - 1] ?? '');
  const user = { passwordHash: '', accountType: 'personal', firstName: '', lastName: '', language: 'en' };
  for (const id of ['a', 'b'])
    await db
      .insertInto('user')
      .values({ id, email: `${id}@b.example`, ...user, isAdmin: 0, isDemo: 0, emailVerifiedAt: 0, createdAt: 0 })
      .execute();
  const usage = { id: 'u1', accountId: 'a', serverId: 's', serverName: 'web', month: '2026-11', hours: 7, microMills: 9, booked: 1 };
  await db.insertInto('serverUsage').values(usage).execute();
  const traffic = { serverId: 's', accountId: 'a', month: '2026-11', bytesIn: 1, bytesOut: 2, included: 3, booked: 4 };
  await db.insertInto('serverTraffic').values(traffic).execute();
  await migrator.migrateToLatest();
  await db
    .insertInto('serverUsage')
    .values({ ...usage, id: 'u2', accountId: 'b', hours: 1 })
    .execute();
  await expect(
    db
      .insertInto('serverUsage')
      .values({ ...usage, id: 'u3' })
      .execute(),
  ).rejects.toThrow('UNIQUE');
  expect(await db.selectFrom('serverUsage').select(['id', 'hours']).orderBy('id').execute()).toEqual([
    { id: 'u1', hours: 7 },
    { id: 'u2', hours: 1 },
  ]);
  expect(await db.selectFrom('serverTraffic').selectAll().execute()).toMatchObject([{ ...traffic, bookedBefore: 0 }]);
  await db.destroy();
});
