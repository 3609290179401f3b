import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { groupArea } from '../../src/lib/contract/areas.ts';
import { allCalls } from '../../src/lib/contract/openapi.ts';
import type { Report } from '../conformance/run.ts';
import { startPortal } from '../support/server.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'nasim-skeleton-'));
const has = new Set(['cdn', 'clusters', 'finance', 'payments']);

beforeAll(async () => {
  await run(process.execPath, ['scripts/lib/providerStub.mjs', folder, '--areas', 'cdn,finance']);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the skeleton, and ends it with the test. */
async function start(): Promise<{ url: string } & AsyncDisposable> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, 'server.ts')], { env: { PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

test('its types are right', { timeout: 120_000 }, async () => {
  const options = 'noEmit,strict,noUncheckedIndexedAccess,erasableSyntaxOnly,verbatimModuleSyntax,allowImportingTsExtensions'.split(',');
  await run(process.execPath, [
    'node_modules/typescript/lib/tsc.js',
    ...options.map((name) => `--${name}`),
    ...['--module', 'nodenext', '--target', 'es2024', '--lib', 'ES2024,DOM,DOM.Iterable', '--types', 'node'],
    ...['--typeRoots', 'node_modules/@types', '--ignoreConfig', join(folder, 'server.ts')],
  ]).catch(({ stdout }: { stdout: string }) => expect(stdout).toBe(''));
});

test('conformance reports every call as missing, and those of other areas as absent', { timeout: 120_000 }, async () => {
  await using provider = await start();
  const env = { ...process.env, CONFORMANCE_USERNAME: 'nobody@mail.example', CONFORMANCE_PASSWORD: 'any' };
  const answered = await run(process.execPath, ['tests/conformance/main.ts', provider.url, '--json'], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((failed: { code: number; stdout: string }) => failed);
  expect('code' in answered && answered.code).toBe(1);
  const { results } = JSON.parse(answered.stdout) as Report;
  const expected = allCalls().map(({ id }) => {
    const area = groupArea(id[0]);
    const name = id.join('.');
    return [name, name === 'provider.capabilities' ? 'unchecked' : area && !has.has(area) ? 'absent' : 'missing'];
  });
  expect(Object.fromEntries(results.map(({ call, outcome }) => [call, outcome]))).toEqual(Object.fromEntries(expected));
});

test('the portal starts with it, and says that a call isn’t available', { timeout: 120_000 }, async () => {
  await using provider = await start();
  await using portal = await startPortal({ env: { PROVIDER_URL: provider.url } });
  expect((await fetch(portal.url)).status).toBe(200);
  expect((await fetch(`${portal.url}/public/login`)).status).toBe(200);
  expect(await (await fetch(`${portal.url}/capabilities.js`)).text()).toContain('"lacks":"cloud servers spaces support"');
  const signedIn = await fetch(`${portal.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'fa', origin: portal.url },
    body: JSON.stringify({ username: 'someone@mail.example', password: 'whatever' }),
  });
  expect(signedIn.status).toBe(501);
  expect(await signedIn.json()).toMatchObject({ code: 'error:notImplemented', message: 'این ارائه‌دهنده این امکان را ندارد.' });
});
