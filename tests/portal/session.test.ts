import { expect } from 'vitest';
import { makeSessionBox } from '../../src/adapter/session.ts';
import { readEnv, readSecrets } from '../../src/config/env.ts';
import { CACHED_TEXTS_HEADER } from '../../src/lib/persistedShell.ts';
import { signToken, TOKEN_MS } from '../../src/provider/core/session/tokens.ts';
import { inEachArrangement, offenders, test } from '../support/portal.ts';
import { get } from '../support/raw.ts';

const records = '/domains/parvaz.example/dns';

/** Addresses that browsers may interpret as another host, and lookalikes. */
const elsewhere = [
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5cevil.example',
  '/%2f/evil.example',
  '/%2f%2fevil.example',
  '/%252f/evil.example',
  'http:evil.example',
  'https:/evil.example',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/./\\evil.example',
  '/..//evil.example',
  '//evil.example/%2e%2e',
  'evil.example',
  '@evil.example',
  '/public/login',
  '/public/login?redirectTo=//evil.example',
  '/api/auth/logout',
  '//127.0.0.1@evil.example',
  '/\u2028/evil.example',
  `/${'x'.repeat(3000)}`,
  '',
];

inEachArrangement('The session', () => {
  test('redirectTo leads to the dashboard if it isn’t a page for customers of this site', async ({ portal, newCustomer }) => {
    const { client } = await newCustomer();
    const found = await offenders(elsewhere, async (target) => {
      const { headers, status } = await get(portal.url, `/public/login?redirectTo=${encodeURIComponent(target)}`, {
        cookie: client.cookie,
      });
      expect(status).toBe(302);
      expect(headers.location).toBe('/dashboard');
    });
    expect(found).toEqual([]);
  });

  test('redirectTo leads to a path of this site', async ({ portal, newCustomer }) => {
    const { client } = await newCustomer();
    for (const target of ['/domains', `${records}?q=a&type=A`, '/domains?q=x%20y#z']) {
      expect(
        (await get(portal.url, `/public/login?redirectTo=${encodeURIComponent(target)}`, { cookie: client.cookie })).headers.location,
      ).toBe(target);
    }
    // A visitor without a session has to sign in first, with the whole address kept.
    const redirected = await get(portal.url, `${records}?q=x?y=1&type=A`);
    expect(redirected.headers.location).toBe(`/public/login?redirectTo=${encodeURIComponent(`${records}?q=x?y=1&type=A`)}`);
  });

  test('the first answer of a panel page holds its data', async ({ portal, demo }) => {
    for (const [path, needle] of [
      ['/dashboard', 'parvaz.example'],
      ['/domains', 'ketabnama.example'],
      [records, '203.0.113.24'],
    ] as const) {
      const { body, headers } = await get(portal.url, path, { cookie: demo.cookie });
      expect(body).toContain(needle);
      expect(headers['cache-control']).toBe('private, no-store');
    }
  });
});

test('a visit that begins with an expired token begins signed out, and comes back to its page', async ({ portal }) => {
  const secrets = readSecrets(readEnv({ DATA_DIR: portal.dataDir }));
  const token = await signToken(secrets.token, 'somebody', 'session', 'token', Date.now() - TOKEN_MS - 1000);
  const { cookie } = await makeSessionBox(secrets.session, false).seal(token);
  const sent = { cookie: cookie.split(';')[0] ?? '' };
  const { status, headers } = await get(portal.url, '/domains', sent);
  expect([status, headers.location]).toEqual([302, '/public/login?ended=1&redirectTo=%2Fdomains']);
  expect((await get(portal.url, '/public/login', sent)).status).toBe(200);
  // Inside the panel the page is served, and its first call refreshes the token.
  expect((await get(portal.url, '/domains', { ...sent, [CACHED_TEXTS_HEADER]: 'en' })).status).toBe(200);
});
