import type { Page } from '@playwright/test';
import { firewall } from '../../../src/lib/contract/cdn/firewall.ts';
import { provider } from '../../../src/lib/contract/core/provider.ts';
import { demo } from '../../../src/lib/contract/fields.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { test as base, expect } from '../../support/browser.ts';
import { Client } from '../../support/client.ts';
import { startPortal } from '../../support/server.ts';

interface Site {
  client: Client;
  /** In the panel, as the site's owner. */
  page: Page;
  /** The site through the edge, in another tab. */
  visit: Page;
  portalUrl: string;
}

const t = translator('en');
/** A portal with an edge of its own, and a site on it that was opened from the panel. */
const test = base.extend<{ site: Site }>({
  ignoreHTTPSErrors: true,
  async site({ browser }, use) {
    await using portal = await startPortal({
      env: { TRUSTED_PROXIES: '127.0.0.1', EDGE_DRIVER: 'node', EDGE_PORT: '0', EDGE_TLS_PORT: '0' },
    });
    const client = new Client(portal.url);
    await client.signIn();
    // It reports once it serves the policies.
    await expect
      .poll(async () => (await client.ok(provider.capabilities, {})).capabilities, { timeout: 30_000 })
      .toMatchObject({ edge: 'connected', preview: expect.stringContaining('.edge.localhost:') });

    const context = await browser.newContext({
      viewport: { width: 1280, height: 844 },
      ignoreHTTPSErrors: true,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    const [name = '', value = ''] = client.cookie.split(/=(.*)/s);
    await context.addCookies([
      { name, value, url: portal.url },
      { name: 'nasim_locale', value: 'en', url: portal.url },
    ]);
    const page = await context.newPage();
    await page.goto(`${portal.url}/domains/parvaz.example`);
    await settled(page);
    const visit = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: t('overview:posture.open') }).click(),
    ]).then(([opened]) => opened);
    await expect(visit.getByRole('heading', { level: 1 })).toContainText('parvaz.example');

    await use({ client, page, visit, portalUrl: portal.url });
    await context.close();
  },
});

test('a page rule redirects visitors at the edge', { tag: '@journey' }, async ({ site: { page, visit, portalUrl } }) => {
  await page.goto(`${portalUrl}/domains/parvaz.example/page-rules/add`);
  await page.getByRole('textbox', { name: t('pageRule:field.path') }).fill('/old');
  await page.getByRole('switch', { name: t('pageRule:setting.redirectUrl.title') }).click();
  await page.getByRole('textbox', { name: t('pageRule:setting.redirectUrl.title') }).fill('/new');
  await page.getByRole('button', { name: t('rules:saveAndDeploy'), exact: true }).click();
  await expect(page.getByRole('list', { name: t('pageRule:list') }).getByRole('link', { name: '/old' })).toBeVisible();
  await expect(async () => {
    await visit.goto(new URL('/old', visit.url()).href);
    await expect(visit.getByText('GET /new')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 15_000 });
});

test('who is blocked at the edge finds out why and can be allowed', { tag: '@journey' }, async ({ browser, site }) => {
  const { client, page, visit, portalUrl } = site;
  const blockedAt = visit.url();
  // The addresses that this machine may use for itself.
  for (const own of ['127.0.0.1', '::1'])
    await client.ok(firewall.create, {
      domainId: demo.domainId,
      kind: 'ip',
      value: own,
      mode: 'deny',
      description: 'Me',
      deploy: true,
      confirmSelfBlock: true,
    });
  const why = visit.getByRole('link', { name: /.+/ }).first();
  await expect(async () => {
    const answer = await visit.reload();
    expect(answer?.status()).toBe(403);
  }).toPass({ timeout: 15_000 });
  const id =
    (await visit
      .getByText(/^[\w-]{8,}$/)
      .first()
      .textContent()) ?? '';
  await why.click();
  await expect(visit).toHaveURL(new RegExp(`/why/${id}$`));
  // The edge sends its log every second. This visitor is the site's owner.
  await expect(async () => {
    await visit.reload();
    await expect(visit.getByRole('button', { name: t('event:allow.action') })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  const stranger = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-US' });
  const other = await stranger.newPage();
  await other.goto(visit.url());
  await expect(other.getByRole('button', { name: t('why:report') })).toBeVisible();
  await stranger.close();

  await visit.getByRole('button', { name: t('event:allow.action') }).click();
  await expect(visit.getByRole('status').filter({ hasText: t('event:allow.done') })).toBeVisible();
  await expect(async () => expect((await page.goto(blockedAt))?.status()).toBe(200)).toPass({ timeout: 15_000 });
  await visit.getByRole('button', { name: t('common:undo') }).click();
  await expect(async () => expect((await page.goto(blockedAt))?.status()).toBe(403)).toPass({ timeout: 15_000 });

  await page.goto(`${portalUrl}/domains/parvaz.example/events?request=${id}`);
  await expect(page.getByRole('link', { name: /^(127\.0\.0\.1|::1)$/ })).toBeVisible();
});
