import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { inject, onTestFinished, vi } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import type { Nasim } from '../../src/adapter/nasim.ts';
import { boot } from '../../src/boot.ts';
import { noDns } from './dns.ts';
import { bind, close } from './listen.ts';
import { dropDatabase } from './postgres.ts';
import { copyTemplate } from './template.ts';

export interface BootedPortal {
  portal: Nasim;
  /** Where calls are answered. */
  url: string;
  /** Where its metrics are. */
  monitor: string;
}

/** The portal in this process, with its demo data and without its pages. It stops with the test. */
export async function startBootedPortal(more: Record<string, string> = {}): Promise<BootedPortal> {
  const folder = mkdtempSync(join(inject('templates'), 'booted-'));
  const databaseUrl = await copyTemplate(folder, true);
  const env = {
    DATA_DIR: folder,
    PASSWORD_COST: '12',
    DEMO: 'on',
    DEMO_TRAFFIC: 'off',
    S3_PORT: '0',
    METRICS_PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    ...noDns,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...more,
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  globalThis.nasim = undefined;
  const portal = await boot();
  portal.start();
  const server = http.createServer((request, response) => void portal.api(request, response));
  const port = await bind(server);
  onTestFinished(async () => {
    portal.drain();
    await close(server);
    await portal.stop();
    globalThis.nasim = undefined;
    vi.unstubAllEnvs();
    if (databaseUrl) await dropDatabase(databaseUrl);
    rmSync(folder, { recursive: true, force: true });
  });
  return { portal, url: `http://127.0.0.1:${port}`, monitor: `http://127.0.0.1:${env.METRICS_PORT}` };
}
