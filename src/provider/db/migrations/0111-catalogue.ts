import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** The codes that every installation had until now. */
const former = [
  { code: 'BREEZE5', amount: 5_000 },
  { code: 'SPRING10', percent: 10, most: 20_000 },
  { code: 'FIRST100', amount: 10_000, maxUses: 100 },
  { code: 'AUTUMN25', amount: 25_000, expiresAt: Date.UTC(2026, 9, 1) },
];

/** The catalogue as operators change it, and gift codes. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('catalogueItem')
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('item', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('catalogueItem_pk', ['section', 'item'])
    .execute();
  await db.schema
    .createTable('giftCode')
    .addColumn('code', 'text', (c) => c.primaryKey())
    .addColumn('amount', 'bigint')
    .addColumn('percent', 'integer')
    .addColumn('most', 'bigint')
    .addColumn('maxUses', 'integer')
    .addColumn('expiresAt', 'bigint')
    .addColumn('disabledAt', 'bigint')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  // A new installation has none: its operators create them.
  const isUsed = await db.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (!isUsed) return;
  const empty = { amount: null, percent: null, most: null, maxUses: null, expiresAt: null, disabledAt: null };
  await db
    .insertInto('giftCode')
    .values(former.map((one) => ({ ...empty, ...one, version: 1, createdAt: 0 })))
    .execute();
  // Only uses of limited codes were counted.
  await db.deleteFrom('giftCount').execute();
  await sql`insert into "giftCount" ("code", "used")
    select "code", count(*) from "giftUse" where "status" = 'used' group by "code"`.execute(db);
}
