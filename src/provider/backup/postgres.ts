import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartError } from '../../config/env.ts';

/* PostgreSQL's own programs make and load the dump (https://www.postgresql.org/docs/current/app-pgdump.html). */

/**
 * The arguments and the environment for a program of PostgreSQL. The password is in the environment: arguments are visible to every user
 * of the machine. Parameters that only the driver of Node knows are left out.
 */
function connectionFor(databaseUrl: string): { target: string; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl);
  const password = url.password === '' ? url.searchParams.get('password') : decodeURIComponent(url.password);
  url.password = '';
  for (const name of ['password', 'uselibpqcompat']) url.searchParams.delete(name);
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require');
  return { target: `--dbname=${url.href}`, env: { ...process.env, ...(password !== null && { PGPASSWORD: password }) } };
}

/** Runs queries on a connection of their own. @throws StartError when the database doesn't respond */
async function querying<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw new StartError(`The database of DATABASE_URL doesn’t respond: ${error instanceof Error ? error.message : error}.`);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The migrations of the database, oldest first; an empty list if it has none. */
export const migrationsOf = (databaseUrl: string): Promise<string[]> =>
  querying(databaseUrl, async (client) => {
    const { rows: tables } = await client.query("select 1 where to_regclass('kysely_migration') is not null");
    if (tables.length === 0) return [];
    const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by timestamp, name');
    return rows.map(({ name }) => name);
  });

/** Whether the database has no tables, views or sequences other than those of its extensions. */
export const isEmptyDatabase = (databaseUrl: string): Promise<boolean> =>
  querying(databaseUrl, async (client) => {
    const { rows } = await client.query(`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') limit 1`);
    return rows.length === 0;
  });

/**
 * Makes sure that a program of PostgreSQL is there and not older than the server: an older one refuses to work.
 * @throws StartError
 */
export async function requireProgram(program: 'pg_dump' | 'pg_restore', databaseUrl: string): Promise<void> {
  const { stdout } = await promisify(execFile)(program, ['--version']).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new StartError(`${program} is missing. Install PostgreSQL’s client programs (postgresql-client on Debian).`);
  });
  const version = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  const server = await querying(databaseUrl, async (client) => {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  });
  if (version < server)
    throw new StartError(
      `${program} has version ${version} and the server ${server}. Install PostgreSQL’s client programs of version ${server}.`,
    );
}

/** Writes the database as it is at one moment to a new file, which only this user may read. @throws StartError when pg_dump fails */
export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  const { target, env } = connectionFor(databaseUrl);
  const output = await open(file, 'wx', 0o600);
  try {
    const child = spawn('pg_dump', ['--format=custom', '--no-password', target], { env, stdio: ['ignore', output.fd, 'pipe'] });
    await ended(child, 'pg_dump');
  } finally {
    await output.close();
  }
}

/**
 * Loads a dump into an empty database, in one transaction: whatever interrupts it, the database has everything or is still empty.
 * @throws StartError when pg_restore fails
 */
export async function loadPostgres(databaseUrl: string, dump: AsyncIterable<Uint8Array>): Promise<void> {
  const { target, env } = connectionFor(databaseUrl);
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password'];
  const child = spawn('pg_restore', [...options, target], { env, stdio: ['pipe', 'ignore', 'pipe'] });
  const sent = pipeline(Readable.from(dump, { objectMode: false }), child.stdin);
  const [source, program] = await Promise.allSettled([sent, ended(child, 'pg_restore')]);
  // A program that fails closes the pipe, and its own message is the reason.
  if (source.status === 'rejected' && source.reason.code !== 'EPIPE') throw source.reason;
  if (program.status === 'rejected') throw program.reason;
}

/** @throws StartError with the last messages of a program that fails */
async function ended(child: ChildProcess, program: string): Promise<void> {
  let messages = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    messages = (messages + text).slice(-2_000);
  });
  // It would go on without this process.
  const end = () => child.kill();
  process.once('exit', end);
  const [code] = await once(child, 'close').finally(() => process.off('exit', end));
  if (code !== 0) throw new StartError(`${program} failed:\n${messages.trim()}`);
}
