import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** An empty database on the server at `TEST_POSTGRES_URL` (scripts/test.mjs starts one). It is dropped when the test ends. */
export async function freshDatabase(): Promise<string> {
  const server = process.env.TEST_POSTGRES_URL;
  if (!server) throw new Error('TEST_POSTGRES_URL is not set; scripts/test.mjs starts a server and sets it');
  const name = `nasim_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name}`);
  // Registered before the provider's own clean-up, so it runs after it (last in, first out).
  onTestFinished(() => run(`drop database if exists ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
