import { translator } from '../../../src/lib/i18n/server.ts';
import { test as browserTest, expect, portalTest as test } from '../../support/browser.ts';
import { get } from '../../support/raw.ts';

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

test.describe('Security headers', () => {
  for (const path of [...pages, ...others]) {
    test(`of ${path}`, async ({ portal }) => {
      const { headers } = await get(portal.url, path);
      expect(headers).toMatchObject(always);
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers.server).toBeUndefined();
    });
  }

  for (const path of pages) {
    test(`${path} only runs scripts that existed when the site was built`, async ({ portal }) => {
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
  }

  test('a page without islands only allows the script of its theme, and none if it is always dark', async ({ page, portal }) => {
    for (const path of ['/', '/fa/docs', '/ar/docs/dns-records', '/es/faq']) {
      const { headers } = await get(portal.url, path);
      const refused: string[] = [];
      page.on('console', (line) => void (/Content.Security.Policy/i.test(line.text()) && refused.push(line.text())));
      expect(headers['content-security-policy']?.match(/'sha256-/g) ?? [], path).toHaveLength(path === '/' ? 0 : 1);
      await page.goto(path);
      // The script ran: otherwise the theme would be the document's default.
      await expect(page.locator('html')).toHaveAttribute('data-theme', path === '/' ? 'dark' : 'light');
      expect(refused).toEqual([]);
    }
  });

  test('a call and its error allow nothing to load and are never cached', async ({ portal }) => {
    for (const path of ['/api/domain/plan/publicList', '/api/domain/list', '/api/nope']) {
      const { headers } = await get(portal.url, path);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['cache-control']).toBe('no-store');
    }
  });
});

test.describe('The Host header of a client', () => {
  for (const path of [
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
  ]) {
    test(`is not reflected on ${path}, and refused without ORIGIN`, async ({ portal }) => {
      for (const sent of [{ host: 'evil.example' }, { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }]) {
        const { status, headers, body } = await get(portal.url, path, sent);
        expect(status).toBe(421);
        expect(JSON.stringify(headers)).not.toContain('evil.example');
        expect(body).not.toContain('evil.example');
      }
    });
  }
});

test.describe('Static files', () => {
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
    for (const path of [
      '/../server.mjs',
      '/%2e%2e/server.mjs',
      '/..%2fserver.mjs',
      '/.git/config',
      '/_headers.json',
      '/policies.json',
      '/imports.json',
      '/package.json',
      '/..%5cserver.mjs',
      '/%00',
    ]) {
      expect((await get(portal.url, path)).status, path).toBe(404);
    }
  });

  browserTest('a missing page answers 404 in the language of its address', async ({ page }) => {
    for (const [path, lang, dir] of [
      ['/nope', 'en', 'ltr'],
      ['/fa/nope', 'fa', 'rtl'],
      ['/404', 'en', 'ltr'],
      ['/500', 'en', 'ltr'],
      ['/fa/404/', 'fa', 'rtl'],
      ['/ar/500', 'ar', 'rtl'],
    ] as const) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(path.includes('500') ? 500 : 404);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(page.locator('html')).toHaveAttribute('dir', dir);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  browserTest('below the panel, a missing page keeps the shell; signed out, it is the public one', async ({ page, signIn, watch }) => {
    watch.allow(/404/);
    await page.context().addCookies([{ name: 'nasim_locale', value: 'fa', domain: '127.0.0.1', path: '/' }]);
    const t = translator('fa');
    for (const path of ['/domains/parvaz.example/nope', '/finance', '/operator/nope']) {
      expect((await page.goto(path))?.status(), path).toBe(404);
      await expect(page.locator('html')).toHaveAttribute('lang', 'fa');
      await expect(page.getByRole('heading', { level: 1, name: t('site:notFound.title') })).toBeVisible();
      await expect(page.locator('.shell')).toHaveCount(0);
    }
    await signIn();
    for (const path of ['/domains/parvaz.example/nope', '/finance', '/operator', '/operator/nope', '/servers/nope/nope']) {
      expect((await page.goto(path))?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: t('shell:missing.title') })).toBeVisible();
      await expect(page.getByRole('link', { name: t('shell:missing.dashboard') })).toHaveAttribute('href', '/dashboard');
      await expect(page.getByRole('button', { name: t('shell:palette.openLabel') }).first()).toBeVisible();
      await expect(page.getByRole('link', { name: t('shell:route.dashboard'), exact: true }).first()).toBeVisible();
    }
    // What is no thing of the customer's, on the page that would show it.
    for (const path of [
      '/domains/karimi.example',
      '/domains/parvaz.example/clusters/nope',
      '/domains/parvaz.example/page-rules/nope',
      '/domains/parvaz.example/custom-pages/nope',
      '/servers/nope',
      '/servers/firewalls/nope',
      '/tickets/nope',
      '/finance/invoices/nope',
    ])
      expect((await page.goto(path))?.status(), path).toBe(404);
  });
});
