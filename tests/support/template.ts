import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { readEnv } from '../../src/config/env.ts';
import { openStore } from '../../src/provider/db/open.ts';
import { makeProvider } from '../../src/provider/index.ts';
import { uuidv7 } from '../../src/provider/kernel/ids.ts';
import { noDns } from './dns.ts';
import { copyDatabase, newDatabase } from './postgres.ts';

/** When the demo data was seeded, and the initial clock of a test: epoch milliseconds. */
export const SEEDED_AT = Date.UTC(2026, 10, 20, 12);

/** `TEST_DATABASE=postgres` runs the same tests on PostgreSQL. */
const isPostgres = process.env.TEST_DATABASE === 'postgres';
/** The template's database on PostgreSQL, stored beside its secrets. */
const DATABASE = 'database';

/** The environment of a provider under test. */
export const testEnv = (folder: string, demo: boolean, more: Record<string, string> = {}) =>
  readEnv({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    PASSWORD_COST: '12',
    DEMO: demo ? 'on' : 'off',
    DEMO_TRAFFIC: 'off',
    ...noDns,
    ...more,
  });

/**
 * Copies a migrated store and its secrets into `folder`: with the demo data, or empty. The first test of a run that needs one creates it.
 * Returns the URL of the copied database on PostgreSQL, which the caller drops.
 */
export async function copyTemplate(folder: string, demo: boolean): Promise<string | undefined> {
  const template = join(inject('templates'), demo ? 'demo' : 'empty');
  if (!existsSync(template)) await makeTemplate(template, demo);
  cpSync(template, folder, { recursive: true });
  // New IDs sort after those of the template, which another worker may have created in the same millisecond.
  uuidv7(SEEDED_AT + 1);
  return isPostgres ? copyDatabase(readFileSync(join(template, DATABASE), 'utf8')) : undefined;
}

async function makeTemplate(template: string, demo: boolean): Promise<void> {
  const draft = mkdtempSync(`${template}-`);
  const databaseUrl = isPostgres ? await newDatabase() : undefined;
  const store = await openStore({ file: join(draft, 'nasim.sqlite'), databaseUrl, durable: false });
  const provider = await makeProvider({ env: testEnv(draft, demo), store, clock: () => SEEDED_AT });
  await provider.stop();
  if (databaseUrl) writeFileSync(join(draft, DATABASE), databaseUrl);
  try {
    renameSync(draft, template);
  } catch (error) {
    // Another worker was first.
    if (!existsSync(template)) throw error;
    rmSync(draft, { recursive: true });
  }
}
