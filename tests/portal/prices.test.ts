import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { plans as table } from '../../src/lib/rules/core/plans.ts';
import { startPortal } from '../support/server.ts';

/** A provider elsewhere that only has the public prices. */
async function startPrices() {
  const state = {
    answer: { plans: Object.values(table), trafficPrice: 40 },
    support: {
      plans: [{ id: 'priority', price: { month: 29_000, year: 290_000 }, replyHours: 8 }],
      consulting: { standard: 80_000, expert: 160_000 },
    },
    servers: { data: [] as object[] },
  };
  const server = createServer(({ url = '' }, response) => {
    const answers = new Map<string, object>([
      ['/domain/plan/publicList', state.answer],
      ['/support/plan/publicList', state.support],
      ['/server/fin/publicPrice', state.servers],
    ]);
    const found = answers.get(url);
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { state, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }; // it listens on a port
}

test('public pages have the plans and prices of the provider when they are sent, and the last known ones while it is away', async () => {
  const prices = await startPrices();
  const env = { PROVIDER_URL: prices.url };
  await using portal = await startPortal({ env });
  const read = async (path: string) => (await fetch(portal.url + path)).text();
  const shows = (path: string) => expect.poll(() => read(path), { timeout: 15_000 });
  await shows('/pricing').toContain('>$20</bdi>');

  prices.state.answer = {
    plans: Object.values(table)
      .filter(({ code }) => code !== 'com')
      .map((plan) => (plan.code === 'eco' ? { ...plan, traffic: 777, price: { monthly: 25_500, annual: 250_000 } } : plan)),
    trafficPrice: 45,
  };
  await shows('/pricing').toContain('>$25.50</bdi>');
  const pricing = await read('/pricing');
  expect(pricing).toContain('>$250</bdi>');
  expect(pricing).toMatch(/You save <bdi[^>]*>\$56<\/bdi> a year/);
  expect(pricing).toContain('777 GB');
  expect(pricing).not.toMatch(/>Commercial</);
  expect(pricing).toContain('$0.045');
  expect(await read('/docs/plans')).toContain('$0.045');
  expect(await read('/fa/docs/concepts/billing')).toContain('$۰٫۰۴۵');
  const product = await read('/cloud-cdn');
  const offers = /"offers":(\[.*?\}\])/.exec(product)?.[1] ?? '[]';
  expect(JSON.parse(offers).map(({ price }: { price: string }) => price)).toEqual(['0.00', '25.50', '200.00']);

  prices.state.support = {
    plans: [{ id: 'priority', price: { month: 31_000, year: 310_000 }, replyHours: 8 }],
    consulting: { standard: 85_000, expert: 170_000 },
  };
  const price = { hourly: 0, daily: 0, monthly: 0, annual: 0 };
  prices.state.servers = { data: [{ service: 'CLOUD', item: 'volumeSsd', datacenter_id: null, price, rate: 200_000 }] };
  await shows('/support-plans').toContain('$31 a month');
  expect(await read('/support-plans')).toContain('$310 a year');
  expect(await read('/docs/tickets')).toMatch(/\$31<\/bdi> a month or <bdi>\$310<\/bdi> a year[\s\S]*\$85<\/bdi> per hour/);
  expect(await read('/es/docs/tickets')).toContain('170\u00a0$');
  expect(await read('/docs/volumes')).toContain('$14.60');
  expect(await read('/faq')).toContain('$85 an hour');

  prices.close();
  await expect.poll(() => fetch(prices.url).then(Boolean, () => false)).toBe(false);
  expect(await read('/pricing')).toContain('>$25.50</bdi>');
  await portal.stop();
  await using again = await startPortal({ env, dataDir: portal.dataDir });
  expect(await (await fetch(`${again.url}/pricing`)).text()).toContain('>$25.50</bdi>');
  expect(await (await fetch(`${again.url}/support-plans`)).text()).toContain('$31 a month');
}, 120_000);
