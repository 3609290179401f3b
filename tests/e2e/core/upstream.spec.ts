import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { auth } from '../../../src/lib/contract/account/auth.ts';
import { domain } from '../../../src/lib/contract/cdn/domain.ts';
import { wallet } from '../../../src/lib/contract/core/wallet.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { rss } from '../../bench/load.ts';
import { portalTest as base, expect } from '../../support/browser.ts';
import { Client } from '../../support/client.ts';
import { EventReader } from '../../support/events.ts';
import { get } from '../../support/raw.ts';
import { type RunningServer, startPortal } from '../../support/server.ts';

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

/** A provider with configurable faults, and the portal in front of it. */
const test = base.extend<
  { behave: (behaviour: Behaviour) => void; client: Client },
  { upstream: { now: Behaviour; url: string }; front: RunningServer }
>({
  upstream: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const state = { now: (() => {}) as Behaviour, url: '' };
      const server = http.createServer((request, response) => {
        if (request.url !== '/auth/login') return state.now(request, response);
        const claims = Buffer.from(JSON.stringify({ sub: 'customer', exp: 4_000_000_000 })).toString('base64url');
        answer(response, 200, { token: `e30.${claims}.x` });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port, not on a pipe
      await use(state);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  front: [
    async ({ upstream }, use) => {
      const port = await freePort();
      // With its public address, it accepts what a proxy in front of it adds.
      await using portal = await startPortal({ port, env: { PROVIDER_URL: upstream.url, ORIGIN: `http://127.0.0.1:${port}` } });
      await use(portal);
    },
    { scope: 'worker' },
  ],
  behave: ({ upstream }, use) =>
    use((behaviour) => {
      upstream.now = behaviour;
    }),
  client: async ({ front }, use) => {
    const client = new Client(front.url);
    await client.ok(auth.login, { username: 'someone@mail.example', password: 'whatever' });
    await use(client);
  },
});

const t = translator('en');
/** A complete text of this portal. */
const exactly = (text: string) => new RegExp(`^${text.replace(/[.?*+()[\]\\]/g, '\\$&')}$`);
const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};
const html =
  (status: number): Behaviour =>
  (_request, response) => {
    response.writeHead(status, {
      'content-type': 'text/html',
      'set-cookie': 'upstream=1',
      server: 'upstream/1.0',
      'x-powered-by': 'something',
    });
    response.end('<h1>Apache at /usr/lib</h1>');
  };

const endless: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(1 << 16)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};

const faults: [string, Behaviour, number, RegExp][] = [
  ['answers a page', html(200), 502, /\w/],
  ['answers a page with 500', html(500), 502, exactly(t('error:server'))],
  ['answers a page with 404', html(404), 404, exactly(t('error:notFound'))],
  ['answers a page with 403', html(403), 403, /\w/],
  ['breaks off', (request) => void request.socket.destroy(), 502, /\w/],
  [
    'breaks off in the middle',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"balance":');
      setTimeout(() => response.destroy(), 50);
    },
    502,
    /\w/,
  ],
  ['sends without end', endless, 502, /\w/],
  ['says no in its own words', (_request, response) => answer(response, 409, { message: 'Not today.' }), 409, /^Not today\.$/],
];

/** One byte now and then, without end. */
const drip: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write('1'), 200);
  response.on('close', () => clearInterval(timer));
};

test.describe('A provider that', () => {
  for (const [name, behaviour, status, message] of faults) {
    test(`${name} results in ${status} with a text`, async ({ behave, client }) => {
      behave(behaviour);
      const { status: got, body, headers } = await client.send(wallet.balance, {});
      expect(got).toBe(status);
      expect((body as unknown as { message: string }).message).toMatch(message); // an error body
      expect(JSON.stringify(body)).not.toMatch(/Apache|usr\/lib|undici|ECONN/);
      for (const name of ['set-cookie', 'server', 'x-powered-by']) expect(headers.get(name)).toBeNull();
    });
  }

  test('is down doesn’t affect the public pages', async ({ front, behave }) => {
    behave((request) => void request.socket.destroy());
    for (const path of ['/', '/fa', '/docs', '/public/login']) expect((await get(front.url, path)).status).toBe(200);
  });
});

test('only allowed data is forwarded', async ({ front, behave, client }) => {
  let seen: IncomingMessage['headers'] = {};
  behave((request, response) => {
    seen = request.headers;
    answer(response, 200, { balance: 1 });
  });
  const strange = {
    authorization: 'Basic abc',
    lt: 'planted',
    'x-access-token': 'planted',
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-host': 'evil.example',
    forwarded: 'for=6.6.6.6',
    te: 'trailers',
    'x-anything': '1',
    via: 'x',
    referer: 'https://panel/secret',
  };
  const { status } = await get(front.url, '/api/fin/balance', {
    cookie: client.cookie,
    'accept-language': 'fa',
    'x-ch-ua': '"Chromium"',
    ...strange,
  });
  expect(status).toBe(200);
  const { host: _host, connection: _connection, ...rest } = seen;
  expect(Object.keys(rest).sort()).toEqual(['accept-language', 'authorization', 'x-access-token', 'x-ch-ua', 'x-forwarded-for']);
  expect(seen.authorization).toMatch(/^Bearer e30\./);
  expect(seen.authorization).toBe(`Bearer ${seen['x-access-token']}`);
  expect(seen['x-forwarded-for']).toBe('127.0.0.1');
});

test('a disconnected client’s request is aborted', async ({ behave, client }) => {
  for (const call of [wallet.balance, auth.language] as const) {
    let left = 0;
    const asked = new Promise<void>((resolve) =>
      behave((request, response) => {
        request.resume();
        response.on('close', () => {
          left = Date.now();
        });
        resolve();
      }),
    );
    const controller = new AbortController();
    const answered = client.send(call as typeof auth.language, { language: 'en' }, { signal: controller.signal }).catch(() => {});
    await asked;
    const gone = Date.now();
    controller.abort();
    await answered;
    await expect.poll(() => left, { timeout: 1000 }).toBeGreaterThanOrEqual(gone);
  }
});

/** An event stream as a provider starts it. */
const begin: Behaviour = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('event: ready\nid: -\ndata: {}\n\n');
};
const listen = (url: string, cookie: string, signal?: AbortSignal) =>
  fetch(`${url}/api/task/stream`, { headers: { cookie }, ...(signal && { signal }) }).then((response) => new EventReader(response));

test('a stream of a remote provider is forwarded unbuffered, and ends there when the client disconnects', async ({
  front,
  behave,
  client,
}) => {
  let say = (_text: string) => {};
  let left = 0;
  behave((request, response) => {
    begin(request, response);
    say = (text) => void response.write(text);
    response.on('close', () => {
      left = Date.now();
    });
  });
  const controller = new AbortController();
  const events = await listen(front.url, client.cookie, controller.signal);
  expect((await events.next())?.name).toBe('ready');
  say('event: domain\nid: dns.1\ndata: {"group":"dns","by":"x"}\n\n');
  expect(await events.next()).toEqual({ name: 'domain', id: 'dns.1', data: { group: 'dns', by: 'x' } });
  const gone = Date.now();
  controller.abort();
  await expect.poll(() => left, { timeout: 1000 }).toBeGreaterThanOrEqual(gone);
});

test('eighty open streams don’t block calls', async ({ front, behave, client }) => {
  behave((request, response) => (request.url?.includes('stream') ? begin(request, response) : answer(response, 200, { balance: 7 })));
  const all = await Promise.all(Array.from({ length: 80 }, () => listen(front.url, client.cookie)));
  for (const events of all) expect((await events.next())?.name).toBe('ready');
  expect(await client.ok(wallet.balance, {})).toEqual({ balance: 7 });
  for (const events of all) await events.cancel();
});

test('a silent stream isn’t cut off by the call timeout', async ({ front, behave, client }) => {
  test.skip(!process.env.FULL, 'takes 20 seconds');
  let say = (_text: string) => {};
  behave((request, response) => {
    begin(request, response);
    say = (text) => void response.write(text);
  });
  const events = await listen(front.url, client.cookie);
  await events.until('ready');
  expect(await events.isQuiet(20_000)).toBe(true);
  say('event: task\ndata: {"group":"task","by":""}\n\n');
  expect((await events.next())?.name).toBe('task');
});

test('forty endless responses at once don’t fill the memory', async ({ front, behave, client }) => {
  behave((request, response) => (request.url?.includes('balance') ? answer(response, 200, { balance: 7 }) : endless(request, response)));
  const before = rss(front.pid);
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, rss(front.pid));
  }, 20);
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.send(domain.list, {})));
  clearInterval(timer);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 502));
  // The held data, again while it is assembled, and garbage not collected yet.
  expect(most - before).toBeLessThan(700 * 1024 * 1024);
  expect(await client.ok(wallet.balance, {})).toEqual({ balance: 7 });
});

test('a slowly dripping provider times out after 18 seconds', async ({ behave, client }) => {
  test.skip(!process.env.FULL, 'takes 18 seconds');
  behave(drip);
  const { status, body } = await client.send(wallet.balance, {});
  expect([status, (body as unknown as { message: string }).message]).toEqual([504, t('error:timeout')]); // an error body
});

test('a silent provider times out after 18 seconds', async ({ behave, client }) => {
  test.skip(!process.env.FULL, 'takes 18 seconds');
  behave(() => {});
  const began = Date.now();
  const { status, body } = await client.send(wallet.balance, {});
  expect(Date.now() - began).toBeGreaterThan(17_500);
  expect(Date.now() - began).toBeLessThan(18_500);
  expect([status, (body as unknown as { message: string }).message]).toEqual([504, t('error:timeout')]); // an error body
});
