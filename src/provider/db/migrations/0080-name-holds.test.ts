import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from './index.ts';

test('names that were active and removed before are protected; domains that exist stay published', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the schema of another time
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const names = Object.keys(migrations);
  await migrator.migrateTo(names[names.indexOf('0080-name-holds') - 1] ?? '');
  const user = { email: 'a@b.example', passwordHash: '', accountType: 'personal', firstName: '', lastName: '', language: 'en' };
  await db
    .insertInto('user')
    .values({ id: 'u', ...user, isAdmin: 0, isDemo: 0, emailVerifiedAt: 0, createdAt: 0 })
    .execute();
  const servers = { firstNs: 'ns1', secondNs: 'ns2', dnssecStatus: 'off', termsVersion: '1', zoneVersion: 1, recordCount: 0 };
  await db
    .insertInto('domain')
    .values({
      id: 'd',
      accountId: 'u',
      name: 'back.example',
      status: 'pendingNsChange',
      plan: 'free',
      planSince: 0,
      ...servers,
      createdAt: 0,
    })
    .execute();
  const removal = (id: string, entityName: string, time: number, accountId: string, activatedAt: string | null) => ({
    id,
    time,
    accountId,
    userId: accountId,
    actorType: 'user',
    actorName: '',
    via: 'panel',
    ip: '',
    call: 'domain.delete',
    group: 'domain',
    action: 'delete',
    entityType: 'domain',
    entityId: id,
    entityName,
    domainId: id,
    before: JSON.stringify({ activatedAt }),
    after: null,
    requestId: '',
  });
  await db
    .insertInto('changeLog')
    .values([
      removal('1', 'sold.example', 1, 'first', '2026-01-01T00:00:00.000Z'),
      removal('2', 'sold.example', 2, 'second', '2026-01-02T00:00:00.000Z'),
      removal('3', 'never.example', 3, 'u', null),
      removal('4', 'back.example', 4, 'u', '2026-01-01T00:00:00.000Z'),
    ])
    .execute();
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  expect(await db.selectFrom('formerDomain').selectAll().execute()).toEqual([
    { name: 'sold.example', accountId: 'second', removedAt: 2, notifiedAt: null },
  ]);
  expect(await db.selectFrom('domain').select('hold').execute()).toEqual([{ hold: null }]);
  await db.destroy();
});
