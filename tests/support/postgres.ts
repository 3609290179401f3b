import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Creates an empty database on the server at `TEST_POSTGRES_URL` (scripts/lib/postgres.mjs starts one). Returns its URL. */
export const newDatabase = () => create('template0');

/** Copies the database at `url`, which must have no connections. Returns the URL of the copy. */
export const copyDatabase = (url: string) => create(databaseName(url));

/** Drops a copy, even with open connections. */
export const dropDatabase = (url: string) => query(`drop database ${databaseName(url)} with (force)`);

const databaseName = (url: string) => new URL(url).pathname.slice(1);

async function create(template: string): Promise<string> {
  const name = `nasim_${randomBytes(6).toString('hex')}`;
  // Copying files takes half as long as writing every page to the log.
  await query(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function query(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

function serverUrl(): string {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('TEST_POSTGRES_URL is not set; scripts/test.mjs starts a server and sets it');
  return server;
}
