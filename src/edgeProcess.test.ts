import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { readEnv } from './config/env.ts';
import { superviseEdge } from './edgeProcess.ts';

/** Runs `code` as the edge; `addresses` receives every address that it sends, and null when it ends. */
function run(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'edge-process-'));
  const program = join(folder, 'edge.mjs');
  writeFileSync(program, code);
  const addresses: (string | null)[] = [];
  const warnings: string[] = [];
  const edge = superviseEdge({
    env: readEnv({ DATA_DIR: folder }),
    keys: { key: 'the key of this installation', verifying: 'a public key' },
    port: 1,
    onListening: ({ address }) => addresses.push(address),
    warn: (message) => warnings.push(message),
    program,
    firstDelay: 10,
  });
  onTestFinished(async () => {
    await edge.stop();
    rmSync(folder, { recursive: true });
  });
  return { edge, addresses, warnings, folder };
}

afterEach(() => vi.unstubAllEnvs());

test('the edge gets its own variables and none of the portal’s secrets', async () => {
  vi.stubEnv('SESSION_SECRET', 'a secret of the portal');
  vi.stubEnv('STRIPE_SECRET_KEY', 'another one');
  vi.stubEnv('EDGE_CACHE_MB', '64');
  const { addresses } = run('process.send({ address: JSON.stringify(process.env) }); process.on("disconnect", () => process.exit());');
  await vi.waitFor(() => expect(addresses).toHaveLength(1));
  const edgeEnv: Record<string, string> = JSON.parse(addresses[0] ?? '');
  expect(edgeEnv).toMatchObject({
    EDGE_CACHE_MB: '64',
    EDGE_KEY: 'the key of this installation',
    EDGE_VERIFY_KEY: 'a public key',
    EDGE_CONTROL_URL: 'http://127.0.0.1:1/api',
    PATH: process.env.PATH,
  });
  expect(Object.keys(edgeEnv).filter((name) => /SECRET|PASS|TOKEN|DATABASE/.test(name))).toEqual([]);
});

test('an edge that ends is started again, with the reason in the log, until it is stopped', async () => {
  const ending = 'process.send({ address: "http://127.0.0.1:1" }, () => process.exit(3));';
  const { edge, addresses, warnings } = run(ending);
  await vi.waitFor(() => expect(addresses.slice(0, 4)).toEqual(['http://127.0.0.1:1', null, 'http://127.0.0.1:1', null]), 10_000);
  expect(warnings[0]).toBe('The edge ended (3) and is started again in 0.01 s.');
  await edge.stop();
  const count = addresses.length;
  // Another one that isn't stopped is started again meanwhile.
  const other = run(ending);
  await vi.waitFor(() => expect(other.addresses.length).toBeGreaterThan(3), 10_000);
  expect(addresses).toHaveLength(count);
});

test('one that never listens waits twice as long each time, and its port is named', async () => {
  const { warnings } = run('console.error("listen EADDRINUSE"); process.exit(1);');
  await vi.waitFor(() => expect(warnings.length).toBeGreaterThan(2), 10_000);
  const advice = ' Its port is in use: choose others with EDGE_PORT, EDGE_TLS_PORT and EDGE_METRICS_PORT.';
  const delays = warnings.slice(0, 3).map((warning) => /again in ([\d.]+) s\.(.*)/.exec(warning)?.slice(1));
  expect(delays).toEqual(['0.01', '0.02', '0.04'].map((seconds) => [seconds, advice]));
});

test('stopping ends a running edge, and waits for it', async () => {
  const { edge, addresses } = run(
    'setInterval(() => {}, 1000); process.send({ address: "up" }); process.on("SIGTERM", () => setTimeout(() => process.exit(0), 50));',
  );
  await vi.waitFor(() => expect(addresses).toEqual(['up']), 10_000);
  await edge.stop();
  expect(addresses).toEqual(['up', null]);
});
