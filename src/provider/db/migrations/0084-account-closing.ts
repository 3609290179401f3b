import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The closing of accounts. The row of a closed account remains without personal data, because invoices and the ledger refer to it. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees the schema of its own time, not of today
export async function up(db: Kysely<any>): Promise<void> {
  for (const column of ['closesAt', 'closeWarnedAt', 'closeStartedAt', 'closedAt'])
    await db.schema.alterTable('user').addColumn(column, 'bigint').execute();
  await db.schema.alterTable('user').addColumn('closeReason', 'text').execute();

  // The change log stays append-only, except for an account between the start and the end of its removal.
  const isClosing = sql.raw(
    `exists (select 1 from "user" where id = old."accountId" and "closeStartedAt" is not null and "closedAt" is null)`,
  );
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`create function nasim_change_log() returns trigger language plpgsql as $$
      begin
        if ${isClosing} then
          if tg_op = 'DELETE' then return old; end if;
          return new;
        end if;
        raise exception 'append only: %', tg_table_name;
      end $$`.execute(db);
    await sql`drop trigger "changeLog_append_only" on "changeLog"`.execute(db);
    await sql`create trigger "changeLog_append_only" before update or delete on "changeLog"
      for each row execute function nasim_change_log()`.execute(db);
    return;
  }
  for (const verb of ['update', 'delete'] as const) {
    await sql`drop trigger ${sql.id(`changeLog_no_${verb}`)}`.execute(db);
    await sql`create trigger ${sql.id(`changeLog_no_${verb}`)} before ${sql.raw(verb)} on "changeLog" when not ${isClosing}
      begin select raise(abort, 'append only'); end`.execute(db);
  }
}
