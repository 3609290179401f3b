import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

const details = [
  'country',
  'nationalCode',
  'postalCode',
  'address',
  'legalName',
  'economicCode',
  'legalNationalId',
  'registrationNumber',
] as const;

/** Details of the profile, and when the user of a session last confirmed their identity. */
export async function up(db: Any): Promise<void> {
  // SQLite adds one column per statement.
  for (const name of details)
    await db.schema
      .alterTable('user')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  await db.schema.alterTable('user').addColumn('mobileVerifiedAt', 'bigint').execute();
  await db.schema.alterTable('session').addColumn('confirmedAt', 'bigint').execute();
}
