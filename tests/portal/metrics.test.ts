import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { scrape } from '../support/metrics.ts';
import { startPortal } from '../support/server.ts';

test('pages are counted by their route, and SIGTERM takes the portal out of traffic before it ends', async () => {
  const port = await freePort();
  const portal = await startPortal({ env: { METRICS_PORT: String(port), DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1' } });
  onTestFinished(() => portal[Symbol.asyncDispose]());
  const monitor = `http://127.0.0.1:${port}`;
  const page = (path: string, headers: Record<string, string> = {}) => fetch(`${portal.url}${path}`, { redirect: 'manual', headers });
  const id = randomUUID();
  expect((await page('/status', { 'x-request-id': id })).headers.get('x-request-id')).toBe(id);
  for (let i = 0; i < 2; i++) expect((await page('/public/login')).status).toBe(200);
  expect((await page('/domains')).status).toBe(302);
  // A file isn't rendered, and nothing of the monitor is at the address of the portal.
  expect((await page('/')).status).toBe(200);
  expect([(await page('/metrics')).status, (await page('/readyz')).status]).toEqual([404, 404]);
  // Unknown paths have no route.
  for (let i = 0; i < 30; i++) expect((await page(`/missing/${randomUUID()}`)).status).toBe(404);
  const samples = await scrape(monitor);
  const pages = Object.fromEntries([...samples].filter(([name]) => name.startsWith('nasim_pages_total')));
  expect(pages).toEqual({
    'nasim_pages_total{route="/status",status="2xx"}': 1,
    'nasim_pages_total{route="/public/login",status="2xx"}': 2,
    'nasim_pages_total{route="/domains",status="3xx"}': 1,
  });
  expect(samples.get('nasim_page_duration_seconds_count{route="/public/login"}')).toBe(2);
  expect((await fetch(`${monitor}/readyz`)).status).toBe(200);

  // An upload whose end doesn't come keeps the portal alive.
  let finish = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"username":"a@example.com",'));
      finish = () => {
        controller.enqueue(new TextEncoder().encode('"password":"wrong-password"}'));
        controller.close();
      };
    },
  });
  const running = fetch(`${portal.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: portal.url },
    body,
    duplex: 'half',
  } as RequestInit); // `duplex` isn't in TypeScript's DOM
  await new Promise((done) => setTimeout(done, 300));
  const ended = portal.stop();
  await expect
    .poll(async () => {
      const response = await fetch(`${monitor}/readyz`);
      return [response.status, await response.json()];
    })
    .toEqual([503, { ready: false, failing: ['serving'] }]);
  finish();
  expect((await running).status).toBe(422);
  expect(await ended).toBe(0);
});
