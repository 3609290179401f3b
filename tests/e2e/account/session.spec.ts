import { makeSessionBox } from '../../../src/lib/adapter/session.ts';
import { demo } from '../../../src/lib/contract/fields.ts';
import { readEnv, readSecrets } from '../../../src/lib/env.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { KEPT_HEADER } from '../../../src/lib/kept.ts';
import { signToken, TOKEN_MS } from '../../../src/provider/core/session/tokens.ts';
import { expect, portalTest, test } from '../../support/browser.ts';
import { get } from '../../support/raw.ts';

const t = translator('en');
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

portalTest.describe('redirectTo @remote', () => {
  for (const target of elsewhere) {
    portalTest(`${JSON.stringify(target).slice(0, 60)} leads to the dashboard`, async ({ portal, newCustomer }) => {
      const { client } = await newCustomer();
      const { headers, status } = await get(portal.url, `/public/login?redirectTo=${encodeURIComponent(target)}`, {
        cookie: client.cookie,
      });
      expect(status).toBe(302);
      expect(headers.location).toBe('/dashboard');
    });
  }

  portalTest('a path of this site is where it leads', async ({ portal, newCustomer }) => {
    const { client } = await newCustomer();
    for (const target of ['/domains', `${records}?q=a&type=A`, '/domains?q=x%20y#z']) {
      expect(
        (await get(portal.url, `/public/login?redirectTo=${encodeURIComponent(target)}`, { cookie: client.cookie })).headers.location,
      ).toBe(target);
    }
    // A visitor without a session has to sign in first, with the whole address kept.
    const asked = await get(portal.url, `${records}?q=x?y=1&type=A`);
    expect(asked.headers.location).toBe(`/public/login?redirectTo=${encodeURIComponent(`${records}?q=x?y=1&type=A`)}`);
  });
});

test('signing in returns to the requested page @remote', async ({ page }) => {
  await page.goto(`${records}?type=A`);
  await expect(page).toHaveURL(/\/public\/login\?redirectTo=/);
  // Enter does nothing before the script is loaded, and the button shows it.
  await expect(page.getByRole('button', { name: t('auth:signIn.submit'), exact: true })).toBeEnabled();
  await page.getByLabel(t('auth:field.email'), { exact: true }).fill(demo.email);
  await page.getByLabel(t('auth:field.password'), { exact: true }).fill('not-the-password');
  await page.getByLabel(t('auth:field.password'), { exact: true }).press('Enter');
  await expect(page.getByText(t('auth:error.credentials'))).toBeVisible();
  await page.getByLabel(t('auth:field.password'), { exact: true }).fill(demo.password);
  await page.getByLabel(t('auth:field.password'), { exact: true }).press('Enter');
  await expect(page).toHaveURL(`${records}?type=A`);
});

test('a customer’s data isn’t shown to another customer @remote', async ({ page, browser, portal, newCustomer, signIn }) => {
  const [mine, theirs] = [await newCustomer(), await newCustomer()];
  await signIn(mine);
  await page.goto('/domains/add');
  await page.getByLabel(t('domain:add.name')).fill('my-secret-shop.example');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('domain:addDomain'), exact: true }).click();
  await expect(page).toHaveURL(/\/setup\/records$/);

  const context = await browser.newContext({ baseURL: portal.url });
  await signIn(theirs, context);
  const stranger = await context.newPage();
  await stranger.goto('/domains/my-secret-shop.example/dns');
  await expect(stranger.getByRole('heading', { name: t('domain:unknown.title', { name: 'my-secret-shop.example' }) })).toBeVisible();
  await stranger.goto('/domains');
  await expect(stranger.getByRole('heading', { name: t('domain:empty.title') })).toBeVisible();
  await context.close();
});

test('the panel works when storage is blocked', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/public/login');
  await page.getByLabel(t('auth:field.email'), { exact: true }).fill(demo.email);
  await page.getByLabel(t('auth:field.password'), { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: t('auth:signIn.submit'), exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await signIn();
  await page.goto(records);
  await expect(page.getByRole('row').filter({ hasText: '203.0.113.25' })).toBeVisible();
});

portalTest('the first answer of a panel page holds its data @remote', async ({ portal, ip }) => {
  const { Client } = await import('../../support/client.ts');
  const client = new Client(portal.url, { 'x-forwarded-for': ip });
  await client.signIn();
  for (const [path, needle] of [
    ['/dashboard', 'parvaz.example'],
    ['/domains', 'ketabnama.example'],
    [records, '203.0.113.24'],
  ] as const) {
    const { body, headers } = await get(portal.url, path, { cookie: client.cookie });
    expect(body).toContain(needle);
    expect(headers['cache-control']).toBe('private, no-store');
  }
});

portalTest('a visit that begins with an expired token begins signed out, and comes back to its page', async ({ portal }) => {
  const secrets = readSecrets(readEnv({ DATA_DIR: portal.dataDir }));
  const token = await signToken(secrets.token, 'somebody', 'session', 'token', Date.now() - TOKEN_MS - 1000);
  const { cookie } = await makeSessionBox(secrets.session, false).seal(token);
  const sent = { cookie: cookie.split(';')[0] ?? '' };
  const { status, headers } = await get(portal.url, '/domains', sent);
  expect([status, headers.location]).toEqual([302, '/public/login?ended=1&redirectTo=%2Fdomains']);
  expect((await get(portal.url, '/public/login', sent)).status).toBe(200);
  // Inside the panel the page is served, and its first call refreshes the token.
  expect((await get(portal.url, '/domains', { ...sent, [KEPT_HEADER]: 'en' })).status).toBe(200);
});
