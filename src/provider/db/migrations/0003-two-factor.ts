import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/** The second step of sign-in: the customer's settings, recovery codes, incomplete sign-ins and trusted browsers. */
export async function up(db: Any): Promise<void> {
  await db.schema
    .createTable('twoFactor')
    .addColumn('userId', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('totpSecret', 'text')
    .addColumn('totpEnabledAt', 'bigint')
    .addColumn('totpLastStep', 'bigint')
    .addColumn('newTotpSecret', 'text')
    .addColumn('newTotpExpiresAt', 'bigint')
    .addColumn('emailEnabledAt', 'bigint')
    .addColumn('smsEnabledAt', 'bigint')
    .addColumn('smsMobile', 'text')
    .execute();

  await db.schema
    .createTable('recoveryCode')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('codeHash', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('usedAt', 'bigint')
    .execute();
  await db.schema.createIndex('recoveryCode_user').on('recoveryCode').columns(['userId', 'codeHash']).unique().execute();

  await db.schema
    .createTable('signInChallenge')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .execute();
  await db.schema.createIndex('signInChallenge_user').on('signInChallenge').column('userId').execute();
  await db.schema.createIndex('signInChallenge_expiry').on('signInChallenge').column('expiresAt').execute();

  await db.schema
    .createTable('trustedDevice')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('userAgent', 'text', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .execute();
  await db.schema.createIndex('trustedDevice_user').on('trustedDevice').column('userId').execute();
  await db.schema.createIndex('verification_user').on('verification').columns(['userId', 'purpose']).execute();
}
