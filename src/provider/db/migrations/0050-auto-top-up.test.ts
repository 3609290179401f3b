import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { migrations } from './index.ts';

test('existing payments remain: none saves or charges a card', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the schema of another time
  const db = new Kysely<any>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const names = Object.keys(migrations);
  await migrator.migrateTo(names[names.indexOf('0050-auto-top-up') - 1] ?? '');
  const user = { email: 'a@b.example', passwordHash: '', accountType: 'personal', firstName: '', lastName: '', language: 'en' };
  await db
    .insertInto('user')
    .values({ id: 'u', ...user, isAdmin: 0, isDemo: 0, emailVerifiedAt: 0, createdAt: 0 })
    .execute();
  const row = { id: 'p', accountId: 'u', gateway: 'stripe', reference: 'cs_1', redirectUrl: '', amount: 20_000, currency: 'USD' };
  const rest = { bonus: 0, gift: 0, status: 'paid', createdAt: 1, expiresAt: 2 };
  await db
    .insertInto('payment')
    .values({ ...row, ...rest })
    .execute();
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  expect(await db.selectFrom('payment').selectAll().execute()).toMatchObject([
    { ...row, ...rest, saveCard: 0, cardId: null, cardLast4: null },
  ]);
  await db.destroy();
});
