import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { test as base } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { Client } from './client.ts';
import { EventReader } from './events.ts';
import { bind, close } from './listen.ts';
import { type RunningServer, startPortal } from './server.ts';

export type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

interface Fixtures {
  $worker: {
    upstream: { now: Behavior; url: string };
    /** The portal in front of it. */
    front: RunningServer;
  };
  $test: {
    behave: (behavior: Behavior) => void;
    client: Client;
  };
}

/** Tests of a portal in front of a provider with configurable faults. Don't extend it: each extension would start a portal of its own. */
export const test = base.extend<Fixtures>({
  upstream: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from the pattern
    async ({}, use) => {
      const state = { now: (() => {}) as Behavior, url: '' };
      const server = http.createServer((request, response) => {
        if (request.url !== '/auth/login') return state.now(request, response);
        const claims = Buffer.from(JSON.stringify({ sub: 'customer', exp: 4_000_000_000 })).toString('base64url');
        answer(response, 200, { token: `e30.${claims}.x` });
      });
      state.url = `http://127.0.0.1:${await bind(server)}`;
      await use(state);
      await close(server);
    },
    { scope: 'worker' },
  ],
  front: [
    async ({ upstream }, use) => {
      const port = await freePort();
      // With its public address, it accepts what a proxy in front of it adds.
      await using portal = await startPortal({ port, env: { PROVIDER_URL: upstream.url, ORIGIN: `http://127.0.0.1:${port}` } });
      await use(portal);
      // As in `arrangement.ts`.
      await portal.kill9();
    },
    { scope: 'worker' },
  ],
  behave: async ({ upstream }, use) =>
    use((behavior) => {
      upstream.now = behavior;
    }),
  client: async ({ front }, use) => {
    const client = new Client(front.url);
    await client.ok(auth.login, { username: 'someone@mail.example', password: 'whatever' });
    await use(client);
  },
});

/** A response in JSON. */
export const answer = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

/** A response of any size: it fills the connection until it is closed. */
export const endless: Behavior = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(1 << 16)));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
};

/** An event stream as a provider starts it. */
export const begin: Behavior = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('event: ready\nid: -\ndata: {}\n\n');
};

export const listen = (url: string, cookie: string, signal?: AbortSignal) =>
  fetch(`${url}/api/task/stream`, { headers: { cookie }, ...(signal && { signal }) }).then((response) => new EventReader(response));
