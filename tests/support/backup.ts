import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Env } from '../../src/config/env.ts';
import { spaceObject } from '../../src/lib/contract/cloud/spaceObject.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { openStore, type Store } from '../../src/provider/db/open.ts';
import { makeProvider } from '../../src/provider/index.ts';
import { dropDatabase, newDatabase } from './postgres.ts';
import { startProvider, type TestProvider } from './provider.ts';
import { testEnv } from './template.ts';

/** Of a test that starts the commands, in ms. */
export const STARTS = 180_000;

/** A provider with the demo data, and a folder for backups of it. */
export async function startBackedUp() {
  const p = await startProvider({ env: { S3_PORT: '0' } });
  // The object store compares it with that of the client.
  p.clock.now = Date.now();
  const token = await p.signIn();
  const folder = mkdtempSync(join(tmpdir(), 'nasim-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  /** The environment of commands beside the provider. */
  const env: Env = { ...p.env, DATABASE_URL: p.databaseUrl };
  const put = (key: string, text: string) =>
    p.ok(spaceObject.upload, { spaceId: demo.spaceId, key, type: 'text/plain' }, { token, file: new File([text], key) });
  return { p, token, folder, env, put, file: join(folder, 'nasim.tar') };
}

/** An environment with an empty folder, and an empty database where the provider under test has one. */
export async function emptyTarget({ p, folder }: { p: TestProvider; folder: string }): Promise<Env> {
  const data = mkdtempSync(join(folder, 'data-'));
  const url = p.databaseUrl === undefined ? undefined : await newDatabase();
  if (url !== undefined) onTestFinished(() => dropDatabase(url));
  return { ...testEnv(data, true, { S3_PORT: '0' }), DATABASE_URL: url };
}

export const command = (name: 'backup' | 'restore', { DATA_DIR, DATABASE_URL }: Env, file: string) => ({
  args: [`src/provider/${name}.ts`, file],
  env: { PATH: process.env.PATH, DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }), LOG_LEVEL: 'silent' },
});
export async function runCommand(name: 'backup' | 'restore', env: Env, file: string): Promise<string> {
  const { args, env: variables } = command(name, env, file);
  return (await promisify(execFile)(process.execPath, args, { env: variables })).stdout;
}

export const openTarget = (env: Env): Promise<Store> =>
  openStore({ databaseUrl: env.DATABASE_URL, file: join(env.DATA_DIR, 'nasim.sqlite') });

/** The rows of every table, as they are stored. */
export async function allRows({ reader }: Store): Promise<Record<string, string[]>> {
  const plain = reader.withoutPlugins();
  const tables = await plain.introspection.getTables({ withInternalKyselyTables: true });
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await sql<object>`select * from ${sql.table(name)}`.execute(plain);
    rows[name] = found.rows.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}

/** Starts the provider on what was restored. */
export async function startRestored(env: Env, now: number) {
  const provider = await makeProvider({ env, clock: () => now });
  onTestFinished(() => provider.stop());
  await provider.services.objects?.listen();
  const send = async (path: string, body?: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const request = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
    return provider.answer(new Request(`http://provider${path}`, request), { ip: '192.0.2.1' });
  };
  const readObject = async (key: string) => (await provider.services.objects?.read('demo-media', key, 1_000_000))?.toString();
  return { provider, send, readObject };
}
