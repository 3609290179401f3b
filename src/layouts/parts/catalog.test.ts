import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { plans as table } from '../../lib/rules/core/plans.ts';
import { builtIn, loadPublicCatalog } from './catalog.ts';

afterEach(() => vi.restoreAllMocks());

/** A remote provider that only implements the public price call. */
async function provider(status: number, body: unknown): Promise<string> {
  const server = createServer((request, response) => {
    const known = request.url === '/v1/domain/plan/publicList';
    response.writeHead(known ? status : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
}
const warned = () => vi.spyOn(console, 'warn').mockImplementation(() => undefined);
const all = Object.values(table);

test('without a remote provider the pages show the built-in table', async () => {
  expect(await loadPublicCatalog(undefined)).toBe(builtIn);
});

test('shows the prices of a remote provider', async () => {
  const own = all.map((plan) => (plan.code === 'eco' ? { ...plan, price: { monthly: 25_000, annual: 250_000 } } : plan));
  const { plans, trafficPrice } = await loadPublicCatalog(await provider(200, { plans: own, trafficPrice: 45 }));
  expect(trafficPrice).toBe(45);
  expect(plans.eco.price.monthly).toBe(25_000);
  expect(plans.pro).toEqual(table.pro);
});

test('a plan that isn’t offered stays in the page, which removes it when opened', async () => {
  const offered = all.filter(({ code }) => code !== 'com');
  expect((await loadPublicCatalog(await provider(200, { plans: offered, trafficPrice: 45 }))).plans).toEqual(table);
});

test.each([
  ['does not answer with success', 503, { message: 'later' }, /it responded with 503/],
  ['answers with something else', 200, { plans: [{ code: 'eco' }] }, /plans/],
])('a provider that %s leaves the table, and the build says so', async (_, status, body, reason) => {
  const warn = warned();
  expect(await loadPublicCatalog(await provider(status, body))).toBe(builtIn);
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(reason));
});

test('an unreachable provider falls back to the table', async () => {
  const warn = warned();
  expect(await loadPublicCatalog('http://127.0.0.1:9')).toBe(builtIn);
  expect(warn).toHaveBeenCalledOnce();
});
