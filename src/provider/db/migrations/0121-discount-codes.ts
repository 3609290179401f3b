import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** The vouchers that every installation had until now. */
const former = [
  { code: 'BREEZE20', amount: null, percent: 20 },
  { code: 'WELCOME10', amount: 10_000, percent: null },
];

/** Vouchers of CDN plans, with the count of their uses. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('discountCode')
    .addColumn('code', 'text', (c) => c.primaryKey())
    .addColumn('amount', 'bigint')
    .addColumn('percent', 'integer')
    .addColumn('maxUses', 'integer')
    .addColumn('used', 'integer', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint')
    .addColumn('disabledAt', 'bigint')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  // A new installation has none: its operators create them.
  const isUsed = await db.selectFrom('user').select('id').limit(1).executeTakeFirst();
  if (!isUsed) return;
  const rest = { maxUses: null, used: 0, expiresAt: null, disabledAt: null, version: 1, createdAt: 0 };
  await db
    .insertInto('discountCode')
    .values(former.map((one) => ({ ...one, ...rest })))
    .execute();
  await sql`update "discountCode" set "used" = (select count(*) from "voucherUse" where "voucherUse"."code" = "discountCode"."code")`.execute(
    db,
  );
}
