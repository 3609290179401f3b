import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { noDns } from './dns.ts';

/** The operator's command on its own store. */
export function operatorCommand() {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PASSWORD_COST: '12', ...noDns, LOG_LEVEL: 'silent' };
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['src/provider/operator.ts', ...args], { encoding: 'utf8', stdio: 'pipe', env });
  return { folder, env, run };
}

/** Timeout of a test that starts the command several times, in ms. */
export const STARTS = 90_000;
