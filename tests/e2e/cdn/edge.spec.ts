import type { Page } from '@playwright/test';
import { firewall } from '../../../src/lib/contract/cdn/firewall.ts';
import { demo } from '../../../src/lib/contract/fields.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { test as base, expect, type PortalWithEdge } from '../../support/portalWithEdge.ts';

interface Site extends PortalWithEdge {
  /** In the panel, as the site's owner. */
  page: Page;
  /** The site through the edge, in another tab. */
  visit: Page;
}

const t = translator('en');
/** A site on the edge that was opened from the panel. */
const test = base.extend<{ site: Site }>({
  async site({ portalWithEdge }, use) {
    const context = await portalWithEdge.newContext({ viewport: { width: 1280, height: 844 }, locale: 'en-US' });
    const page = await context.newPage();
    await page.goto(`${portalWithEdge.url}/domains/parvaz.example`);
    await settled(page);
    const visit = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: t('overview:posture.open') }).click(),
    ]).then(([opened]) => opened);
    await expect(visit.getByRole('heading', { level: 1 })).toContainText('parvaz.example');
    await use({ ...portalWithEdge, page, visit });
  },
});

test('a page rule redirects visitors at the edge', { tag: '@journey' }, async ({ site: { page, visit, url } }) => {
  await page.goto(`${url}/domains/parvaz.example/page-rules/add`);
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
  const { client, page, visit, url } = site;
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

  await page.goto(`${url}/domains/parvaz.example/events?request=${id}`);
  await expect(page.getByRole('link', { name: /^(127\.0\.0\.1|::1)$/ })).toBeVisible();
});
