import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openStore } from '../../src/provider/db/open.ts';

/**
 * A database with the schema and nothing in it, on the server at `TEST_POSTGRES_URL` (scripts/test.mjs starts one). When the test ends
 * it is emptied and kept for the next one: to make and migrate one costs a third of a second, to empty one a hundredth.
 */
export async function freshDatabase(): Promise<string> {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('TEST_POSTGRES_URL is not set; scripts/test.mjs starts a server and sets it');
  const name = (await kept(server)) ?? (await made(server));
  const url = named(server, name);
  // Registered before the provider's own clean-up, so it runs after it (last in, first out).
  onTestFinished(async () => {
    await on(url, empty);
    await on(server, (client) => client.query('insert into unused_database values ($1)', [name]));
  });
  return url;
}

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** One that a test of this or another worker has left, for this test alone. */
const kept = (server: string): Promise<string | undefined> =>
  on(server, async (client) => {
    // Two workers that begin at once may both find no table.
    await client.query(`select pg_advisory_lock(1); create table if not exists unused_database (name text); select pg_advisory_unlock(1)`);
    const { rows } = await client.query(
      `delete from unused_database where name = (select name from unused_database limit 1 for update skip locked) returning name`,
    );
    return rows[0]?.name;
  });

async function made(server: string): Promise<string> {
  const name = `nasim_${randomBytes(6).toString('hex')}`;
  await on(server, (client) => client.query(`create database ${name}`));
  const store = await openStore({ databaseUrl: named(server, name) });
  await store.close();
  return name;
}

/** Ends what the test left open and deletes every row, without asking the foreign keys in which order. */
const empty = (client: pg.Client) =>
  client.query(`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
    set session_replication_role = replica;
    do $$ declare found text; begin
      for found in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
        execute format('delete from %I', found);
      end loop;
    end $$;
  `);

function named(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
