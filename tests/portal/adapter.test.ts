import { connect } from 'node:net';
import { describe, expect } from 'vitest';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { zone } from '../../src/lib/contract/cdn/zone.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { addDomain } from '../support/accounts.ts';
import { Client } from '../support/client.ts';
import { inEachArrangement, offenders, test } from '../support/portal.ts';
import { get, raw } from '../support/raw.ts';

/** A portal error: JSON with a code, a readable text and no internals. */
function expectError(body: string): void {
  const error = JSON.parse(body) as { code?: unknown; message?: unknown };
  expect(error.code).toMatch(/^\w+:[\w.]+$/);
  expect(error.message).toMatch(/\S/);
  expect(body).not.toMatch(/\bat \w+.*:\d+|node_modules|\/src\/|select |SQLITE/);
}

const credentials = JSON.stringify({ username: demo.email, password: demo.password });
const send = (url: string, path: string, body: BodyInit | null, headers: Record<string, string>) =>
  fetch(`${url}/api${path}`, { method: 'POST', body, headers, redirect: 'manual' });

inEachArrangement('The adapter', () => {
  describe('only accepts calls of the contract', () => {
    const strange = [
      '/api',
      '/api/',
      '/api/nope',
      '/api/dashboard',
      '/api/public/login',
      '/api/domain/list/',
      '/api/domain//list',
      '/api//domain/list',
      '/api/Domain/List',
      '/api/domain/%6cist',
      '/api/%252e%252e%252fx',
      '/api/../api/domain/list',
      '/api/@evil.example/',
      '/api/http://evil.example/',
      '/api/domain/list;x',
      '/api/domain/list%00',
      '/api/domain/list%0d%0ax:y',
      '/api/openapi.json/x',
      '/api?x',
      '/./api/domain/list',
      '//api/domain/list',
      '/%61pi/domain/list',
      '/x/%2e%2e/api/domain/list',
      '/docs/../api/domain/list',
      'http://evil.example/api/domain/list',
    ];
    test('another way to write a path, and a path without a call, is not found', async ({ portal }) => {
      const found = await offenders(strange, async (path) => {
        const { status, body, headers } = await get(portal.url, path);
        expect(status).toBe(404);
        expectError(body);
        expect(headers['content-security-policy']).toContain("default-src 'none'");
      });
      expect(found).toEqual([]);
    });

    test('a path that servers read differently is refused', async ({ portal }) => {
      const paths = [
        ...['/api/%5c%5cevil.example/x', '/api/\\\\evil.example/x', '/api\\domain\\list', '/api/%', '/api/%zz?x=%', '/api/domain/list#x'],
        ...['/../api/domain/list', '/api/../../api/domain/list', '/x%2f..%2fapi/domain/list', '/api/domain/list?x#y', '/api/domain\tlist'],
      ];
      const found = await offenders(paths, async (path) => {
        expect((await get(portal.url, path)).status).toBe(400);
      });
      expect(found).toEqual([]);
    });

    test('other methods are not allowed', async ({ portal }) => {
      const found = await offenders(['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'PROPFIND'], async (method) => {
        const known = await get(portal.url, '/api/domain/list', {}, method);
        expect(known.status).toBe(405);
        if (method !== 'HEAD') expectError(known.body);
        expect((await get(portal.url, '/api/nope', {}, method)).status).toBe(404);
        if (method !== 'HEAD') expect((await get(portal.url, '/', {}, method)).status).toBe(405);
      });
      expect(found).toEqual([]);
    });
  });

  describe('Oversized and malformed requests', () => {
    test('headers over 16 KB: 431', async ({ portal }) => {
      const answer = await get(portal.url, '/api/domain/list', { 'x-large': 'x'.repeat(17 * 1024) });
      expect(answer.status).toBe(431);
      expectError(answer.body);
    });

    test('an address over 8 KB: 414', async ({ portal }) => {
      for (const path of ['/', '/api/domain/list']) {
        const answer = await get(portal.url, `${path}?x=${'x'.repeat(8200)}`);
        expect(answer.status).toBe(414);
        expectError(answer.body);
      }
    });

    test('invalid HTTP: 400', async ({ portal }) => {
      for (const text of [
        'hello\r\n\r\n',
        'GET / HTTP/1.1\r\nhost: localhost\r\nbad header\r\n\r\n',
        'GET / HTTP/1.1\r\nhost: localhost\r\nx: a\u0000b\r\n\r\n',
      ]) {
        const answer = await raw(portal.url, text);
        expect(answer.status).toBe(400);
        expectError(answer.body);
      }
    });

    test('an ambiguous request is refused', async ({ portal }) => {
      const host = `host: localhost\r\n`;
      const both = await raw(
        portal.url,
        `POST /api/auth/login HTTP/1.1\r\n${host}content-length: 6\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nX`,
      );
      expect(both.status).toBe(400);
      const twice = await raw(portal.url, `POST /api/auth/login HTTP/1.1\r\n${host}content-length: 6\r\ncontent-length: 5\r\n\r\nhello!`);
      expect(twice.status).toBe(400);
    });

    const odd: [string, BodyInit, string, number][] = [
      ['a body over 16 KB without a session', `{"a":"${'x'.repeat(16 * 1024)}"}`, 'application/json', 413],
      ['JSON nested 65 deep', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 'application/json', 400],
      ['sixteen thousand brackets', '['.repeat(16_000), 'application/json', 400],
      ['half a JSON', '{"username":', 'application/json', 400],
      ['a form', 'username=a&password=b', 'application/x-www-form-urlencoded', 415],
      ['plain text', credentials, 'text/plain', 415],
      ['bytes', new Uint8Array([0xff, 0xfe, 0, 1]), 'application/octet-stream', 415],
    ];
    test('a body that is too large, malformed or of another type is refused', async ({ portal, ip }) => {
      const found = await offenders(odd, async ([, body, type, status]) => {
        const answer = await send(portal.url, '/auth/login', body, { 'content-type': type, origin: portal.url, 'x-forwarded-for': ip });
        expect(answer.status).toBe(status);
        expectError(await answer.text());
      });
      expect(found).toEqual([]);
    });

    test('an endless body is cut off, not stored', async ({ portal }) => {
      const { hostname, port, host } = new URL(portal.url);
      const answer = await new Promise<string>((resolve) => {
        let text = '';
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST /api/auth/login HTTP/1.1\r\nhost: ${host}\r\norigin: ${portal.url}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
          );
          const more = (left: number) => {
            if (left > 0 && !socket.destroyed) socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`, () => setImmediate(more, left - 1));
          };
          more(64);
        });
        socket.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          socket.destroy();
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(text));
      });
      expect(answer).toMatch(/^HTTP\/1.1 413/);
    });

    test('a zone file of another type, or over 10 MB, is refused', async ({ newCustomer }) => {
      const { client } = await newCustomer();
      const { id: domainId } = await addDomain({ client }, `large-${Date.now()}.example`);
      const input = { domainId, usage: 'zone' as const };
      const pdf = await client.send(zone.import, input, { file: new File(['%PDF'], 'zone.pdf') });
      expect(pdf.status).toBe(415);
      const large = await client.send(zone.import, input, { file: new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'zone.txt') });
      expect(large).toMatchObject({ status: 413, body: { code: 'error:fileTooLarge' } });
      // The body is far over the limit: the response still arrives instead of a connection reset.
      const huge = await client.send(zone.import, input, { file: new File([new Uint8Array(40 * 1024 * 1024)], 'zone.txt') });
      expect(huge).toMatchObject({ status: 413, body: { code: 'error:fileTooLarge' } });
    });
  });

  describe('Calls from another site', () => {
    const origins = ['https://evil.example', 'null', 'http://127.0.0.1', 'http://127.0.0.1.evil.example', undefined];
    const types = ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', undefined];

    test('neither create a session nor use one', async ({ portal, ip, demo: client }) => {
      const pairs = origins.flatMap((origin) => types.map((type) => ({ origin, type })));
      const found = await offenders(pairs, async ({ origin, type }) => {
        const headers = { ...(origin && { origin }), ...(type && { 'content-type': type }), 'x-forwarded-for': ip };
        const planted = await send(portal.url, '/auth/login', new TextEncoder().encode(credentials), headers);
        expect(planted.status).toBe(400);
        expect(planted.headers.getSetCookie()).toEqual([]);
        expectError(await planted.text());
        const ridden = await send(portal.url, '/auth/logout', null, { ...headers, cookie: client.cookie });
        expect(ridden.status).toBe(400);
        expect((await client.send(auth.profile, {})).status).toBe(200);
      });
      expect(found).toEqual([]);
    });
  });

  describe('The session', () => {
    test('is a cookie that scripts can’t read, and new on every sign-in', async ({ portal, ip }) => {
      const planted = 'nasim=planted';
      const cookies = new Set<string>();
      for (let i = 0; i < 3; i++) {
        const answer = await send(portal.url, '/auth/login', credentials, {
          origin: portal.url,
          'content-type': 'application/json',
          'x-forwarded-for': ip,
          cookie: planted,
        });
        const [cookie = ''] = answer.headers.getSetCookie();
        expect(cookie).toMatch(/^nasim=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
        cookies.add(cookie);
        const body = (await answer.json()) as Record<string, unknown>;
        expect(Object.keys(body)).toEqual(['session']);
      }
      expect(cookies.size).toBe(3);
    });

    test('ends on the server on sign-out', async ({ demo: client }) => {
      const { cookie } = client;
      await client.ok(auth.logout, {});
      expect(client.cookie).toBe('');
      client.cookie = cookie;
      expect((await client.send(auth.profile, {})).status).toBe(401);
    });

    test('never exposes its token', async ({ portal, ip }) => {
      const client = new Client(portal.url, { 'x-forwarded-for': ip });
      const texts: string[] = [];
      for (const answer of [
        await client.send(auth.login, { username: demo.email, password: demo.password }),
        await client.send(auth.profile, {}),
        await client.send(auth.refresh, {}),
      ]) {
        expect(answer.status).toBe(200);
        texts.push(JSON.stringify(answer.body), JSON.stringify([...answer.headers].filter(([name]) => name !== 'set-cookie')));
      }
      for (const path of ['/dashboard', '/domains', '/domains/parvaz.example/dns'])
        texts.push(await (await fetch(portal.url + path, { headers: { cookie: client.cookie } })).text());
      // Every token of the provider is a JWT, which starts with this.
      for (const text of texts) expect(text).not.toMatch(/eyJ[\w-]{10,}\.eyJ/);
    });
  });
});
