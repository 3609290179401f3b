import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
type Any = Kysely<any>;

/**
 * The audit log of an account, without token refreshes, sign-ins and sign-outs: there are hundreds of those for each
 * change, and a list of the last five changes must not read them.
 */
export async function up(db: Any): Promise<void> {
  await sql`create index ${sql.id('changeLog_audit')} on ${sql.table('changeLog')} ("userId", "time")
    where "action" not in ('signIn', 'signInRefused', 'signOut', 'refresh')`.execute(db);
}
