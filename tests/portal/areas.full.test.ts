import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchRoute, routeNames, routes } from '../../src/lib/routes/index.ts';
import type { Area } from '../../src/lib/rules/core/areas.ts';
import { Client } from '../support/client.ts';
import { type LackingProvider, startLacking } from '../support/lacking.ts';
import { type RunningServer, startPortal, startProviderServer } from '../support/server.ts';

/** A page as a browser gets it. */
async function get(url: string, path: string, cookie = '') {
  const response = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' });
  return { status: response.status, body: await response.text() };
}

interface Installation {
  portal: RunningServer;
  provider: LackingProvider;
  client: Client;
}
const lacking = { cloud: ['cloud'], cdn: ['cdn'] } as const satisfies Record<string, readonly Area[]>;
const started: Partial<Record<keyof typeof lacking, Installation>> = {};
let whole: RunningServer;

beforeAll(async () => {
  whole = await startProviderServer({ env: { DEMO: 'on' } });
  for (const [name, lacks] of Object.entries(lacking)) {
    const provider = await startLacking(whole.url, lacks);
    const portal = await startPortal({ env: { PROVIDER_URL: provider.url, PAGE_WAIT_MS: '10000' } });
    const client = new Client(portal.url);
    await client.signIn();
    started[name as keyof typeof lacking] = { portal, provider, client };
  }
}, 200_000);
afterAll(async () => {
  for (const { portal, provider } of Object.values(started)) {
    await portal.kill9();
    await portal[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  }
  await whole?.kill9();
  await whole?.[Symbol.asyncDispose]();
});

/** Addresses of the areas' screens, with an ID where one is needed. */
const pathsOf = (areas: readonly Area[]) =>
  routeNames
    .filter((name) => areas.some((area) => routes[name].area === area))
    .map((name) => routes[name].path.replaceAll(/\[\w+\]/g, 'any.example'));
/** Links of a page to screens of areas. */
const linksTo = (body: string, areas: readonly Area[]) =>
  [...body.matchAll(/href="(\/[^"#?]*)/g)]
    .map(([, path = '']) => path)
    .filter((path) => areas.some((area) => routes[matchRoute(path)?.name ?? 'dashboard'].area === area));

const cases = [
  { name: 'cloud', areas: ['servers', 'spaces'], sentence: 'این سرویس اینجا ارائه نمی‌شود', stays: '/domains' },
  { name: 'cdn', areas: ['cdn', 'clusters'], sentence: 'این سرویس اینجا ارائه نمی‌شود', stays: '/servers' },
] as const satisfies { name: keyof typeof lacking; areas: readonly Area[]; sentence: string; stays: string }[];

test.each(cases)(
  'without $name, its pages are not found and say so in the caller’s language',
  { timeout: 120_000 },
  async ({ name, areas, sentence, stays }) => {
    const { portal, client } = started[name] as Installation; // by `beforeAll`
    const wrong: string[] = [];
    for (const path of pathsOf(areas)) {
      const { status, body } = await get(portal.url, path, `${client.cookie}; nasim_locale=fa`);
      if (status !== 404 || !body.includes(sentence)) wrong.push(`${path}: ${status}`);
    }
    expect(wrong).toEqual([]);
    expect((await get(portal.url, stays, client.cookie)).status).toBe(200);
  },
);

test.each(cases)(
  'without $name, no other page links to it or reads anything of it',
  { timeout: 120_000 },
  async ({ name, areas, stays }) => {
    const { portal, provider, client } = started[name] as Installation; // by `beforeAll`
    const others = routeNames.filter(
      (route) =>
        !areas.some((area) => routes[route].area === area) && !routes[route].path.includes('[') && routes[route].line !== 'operator',
    );
    provider.asked.length = 0;
    const wrong: string[] = [];
    for (const route of others) {
      const { status, body } = await get(portal.url, routes[route].path, client.cookie);
      if (status !== 200 && route !== 'topUpReturn' && route !== 'topUpSandbox') wrong.push(`${route}: ${status}`);
      const links = linksTo(body.replaceAll(/<script[\s\S]*?<\/script>/g, ''), areas);
      if (links.length > 0) wrong.push(`${route} links to ${links.join(', ')}`);
    }
    expect(wrong).toEqual([]);
    expect(provider.asked).toEqual([]);
    const { body } = await get(portal.url, '/dashboard', client.cookie);
    expect(body).toContain(`href="${stays}"`);
  },
);

test('static pages hide what belongs to an area that the provider lacks', async () => {
  const { portal } = started.cloud as Installation; // by `beforeAll`
  const { body } = await get(portal.url, '/capabilities.js');
  expect(body).toContain('"lacks":"cloud servers spaces"');
  const page = await get(portal.url, '/docs');
  expect(page.body).toMatch(/<li data-area="servers"[^>]*>\s*<a href="\/docs\/servers"/);
});
