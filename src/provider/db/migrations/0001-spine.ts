import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { forbidRewriting } from './appendOnly.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration knows no schema; later ones change it
type Any = Kysely<any>;

/** Accounts, sessions, domains, records, and the tables that every later feature writes to. */
export async function up(db: Any): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);

  await table('user')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('mobile', 'text')
    .addColumn('passwordHash', 'text', (c) => c.notNull())
    .addColumn('accountType', 'text', (c) => c.notNull())
    .addColumn('firstName', 'text', (c) => c.notNull())
    .addColumn('lastName', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('isAdmin', 'integer', (c) => c.notNull())
    .addColumn('isDemo', 'integer', (c) => c.notNull())
    .addColumn('emailVerifiedAt', 'bigint')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();

  await table('session')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('tokenId', 'text', (c) => c.notNull())
    .addColumn('previousTokenId', 'text')
    .addColumn('rotatedAt', 'bigint', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('lastSeenAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('userAgent', 'text', (c) => c.notNull())
    .addColumn('endedAt', 'bigint')
    .execute();
  await db.schema.createIndex('session_user').on('session').column('userId').execute();

  await table('verification')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('target', 'text', (c) => c.notNull())
    .addColumn('userId', 'text', (c) => c.references('user.id').onDelete('cascade'))
    .addColumn('codeHash', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('sentAt', 'bigint', (c) => c.notNull())
    .addColumn('expiresAt', 'bigint', (c) => c.notNull())
    .addColumn('usedAt', 'bigint')
    .execute();
  await db.schema.createIndex('verification_expiry').on('verification').column('expiresAt').execute();

  await table('throttle')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('resetAt', 'bigint', (c) => c.notNull())
    .execute();

  await table('domain')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('planSince', 'bigint', (c) => c.notNull())
    .addColumn('firstNs', 'text', (c) => c.notNull())
    .addColumn('secondNs', 'text', (c) => c.notNull())
    .addColumn('dnssecStatus', 'text', (c) => c.notNull())
    .addColumn('termsVersion', 'text', (c) => c.notNull())
    .addColumn('zoneVersion', 'bigint', (c) => c.notNull())
    .addColumn('recordCount', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('domain_user').on('domain').columns(['userId', 'name']).execute();

  await table('dnsRecord')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('domainId', 'text', (c) => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('ttl', 'integer')
    .addColumn('proxy', 'integer', (c) => c.notNull())
    .addColumn('priority', 'integer')
    .addColumn('weight', 'integer')
    .addColumn('port', 'integer')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('updatedAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('dnsRecord_name').on('dnsRecord').columns(['domainId', 'name', 'type']).execute();

  await table('server')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('server_user').on('server').column('userId').execute();

  await table('changeLog')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('userId', 'text')
    .addColumn('actorType', 'text', (c) => c.notNull())
    .addColumn('actorName', 'text', (c) => c.notNull())
    .addColumn('via', 'text', (c) => c.notNull())
    .addColumn('ip', 'text', (c) => c.notNull())
    .addColumn('call', 'text', (c) => c.notNull())
    .addColumn('area', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('entityType', 'text', (c) => c.notNull())
    .addColumn('entityId', 'text', (c) => c.notNull())
    .addColumn('entityName', 'text', (c) => c.notNull())
    .addColumn('domainId', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('requestId', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('changeLog_user').on('changeLog').columns(['userId', 'time']).execute();
  await db.schema.createIndex('changeLog_domain').on('changeLog').columns(['domainId', 'time']).execute();

  await table('job')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('uniqueKey', 'text', (c) => c.notNull().unique())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('runAt', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('lockedUntil', 'bigint', (c) => c.notNull())
    .addColumn('asked', 'integer', (c) => c.notNull())
    .addColumn('lastError', 'text')
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('job_due').on('job').column('runAt').execute();

  await table('outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('html', 'text')
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .addColumn('sentAt', 'bigint')
    .addColumn('lastError', 'text')
    .execute();

  await table('ledgerAccount')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.references('user.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull().unique())
    .execute();
  await table('ledgerEntry')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('reference', 'text')
    .execute();
  await table('ledgerLine')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('entryId', 'text', (c) => c.notNull().references('ledgerEntry.id'))
    .addColumn('accountId', 'text', (c) => c.notNull().references('ledgerAccount.id'))
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('ledgerLine_account').on('ledgerLine').column('accountId').execute();
  await db.schema.createIndex('ledgerLine_entry').on('ledgerLine').column('entryId').execute();

  await table('idempotency')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
    .addColumn('call', 'text', (c) => c.notNull())
    .addColumn('bodyHash', 'text', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'bigint', (c) => c.notNull())
    .execute();

  await table('meta')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();

  // Booked and logged rows never change: not even a handler with a bug can rewrite them.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create function nasim_append_only() returns trigger language plpgsql as $$
      begin raise exception 'append only: %', tg_table_name; end $$`.execute(db);
  }
  for (const table of ['ledgerEntry', 'ledgerLine', 'changeLog']) await forbidRewriting(db, table);
}
