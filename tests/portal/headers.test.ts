import { describe, expect } from 'vitest';
import { offenders, test } from '../support/portal.ts';
import { get } from '../support/raw.ts';

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
const pages = ['/', '/fa', '/docs', '/ar/docs/dns-records', '/public/login', '/public/register', '/nope', '/es/nope'];
const others = [
  '/robots.txt',
  '/favicon.svg',
  '/icons/96.png',
  '/api/openapi.json',
  '/api/domain/plan/publicList',
  '/api/domain/list',
  '/api/nope',
  '/%',
  '/domains',
];

describe('Security headers', () => {
  test('are on every kind of response', async ({ portal }) => {
    const found = await offenders([...pages, ...others], async (path) => {
      const { headers } = await get(portal.url, path);
      expect(headers).toMatchObject(always);
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.server).toBeUndefined();
    });
    expect(found).toEqual([]);
  });

  test('a page only runs scripts that existed when the site was built', async ({ portal }) => {
    const found = await offenders(pages, async (path) => {
      const { headers } = await get(portal.url, path);
      const policy = Object.fromEntries(
        (headers['content-security-policy'] ?? '').split(';').map((part) => [part.trim().split(' ')[0], part.trim().split(' ').slice(1)]),
      );
      expect(policy['default-src']).toEqual(["'self'"]);
      expect(policy['object-src']).toEqual(["'none'"]);
      expect(policy['base-uri']).toEqual(["'none'"]);
      expect(policy['form-action']).toEqual(["'self'"]);
      expect(policy['frame-ancestors']).toEqual(["'none'"]);
      expect(policy['script-src']).toContain("'self'");
      for (const source of policy['script-src'] ?? []) expect(source).toMatch(/^'(self|sha256-.+)'$/);
    });
    expect(found).toEqual([]);
  });

  test('a call and its error allow nothing to load and are never cached', async ({ portal }) => {
    for (const path of ['/api/domain/plan/publicList', '/api/domain/list', '/api/nope']) {
      const { headers } = await get(portal.url, path);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['cache-control']).toBe('no-store');
    }
  });
});

test('the Host header of a client is not reflected, and refused without ORIGIN', async ({ portal }) => {
  const paths = [
    '/',
    '/nope',
    '/public/login',
    '/domains',
    '/domains?x=1',
    '/api/openapi.json',
    '/docs',
    '//evil.example',
    '/\\evil.example',
    '/fa//evil.example/..',
  ];
  const found = await offenders(paths, async (path) => {
    for (const sent of [{ host: 'evil.example' }, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }]) {
      const { status, headers, body } = await get(portal.url, path, sent);
      expect(status).toBe(421);
      expect(JSON.stringify(headers)).not.toContain('evil.example');
      expect(body).not.toContain('evil.example');
    }
  });
  expect(found).toEqual([]);
});

describe('Static files', () => {
  test('are compressed as the client accepts', async ({ portal }) => {
    for (const [accept, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { headers } = await get(portal.url, '/', { 'accept-encoding': accept });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
    }
  });

  test('with a hash in their name are cached forever, pages are revalidated', async ({ portal }) => {
    const { body, headers } = await get(portal.url, '/');
    const asset = /\/_astro\/[^"' )]+\.(?:css|js|woff2)/.exec(body)?.[0] ?? '';
    expect((await get(portal.url, asset)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['cache-control']).toContain('must-revalidate');
    const again = await get(portal.url, '/', { 'if-none-match': headers.etag ?? '' });
    expect(again.status).toBe(304);
  });

  test('used as page icons are images', async ({ portal }) => {
    const { body } = await get(portal.url, '/');
    const icons = [...body.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)].map(([, path = '']) => path);
    expect(icons).toHaveLength(2);
    for (const path of icons) {
      const answer = await get(portal.url, path);
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
      expect(answer.body.slice(1, 4), 'the signature of a PNG').toBe('PNG');
    }
  });

  test('outside of the site are not found', async ({ portal }) => {
    const paths = ['/.git/config', '/_headers.json', '/policies.json', '/imports.json', '/package.json', '/%00'];
    const outside = ['/../server.mjs', '/%2e%2e/server.mjs', '/..%2fserver.mjs', '/..%5cserver.mjs'];
    const found = await offenders([...paths, ...outside], async (path) => {
      expect((await get(portal.url, path)).status).toBe(outside.includes(path) ? 400 : 404);
    });
    expect(found).toEqual([]);
  });
});
