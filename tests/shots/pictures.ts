/*
 * The pictures of the six points about safe changes on the landing page: real screens of the demo, in each language, into
 * src/layouts/parts/site/screens/. `npm run shots -- --pictures`, after one of these screens has changed.
 */
import { mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { browserOptions } from '../../scripts/lib/needs.mjs';
import type { ScreenPicture } from '../../src/layouts/parts/site/schema.ts';
import { auth } from '../../src/lib/contract/account/auth.ts';
import { privacy } from '../../src/lib/contract/account/privacy.ts';
import { dns } from '../../src/lib/contract/cdn/dns.ts';
import { event } from '../../src/lib/contract/cdn/event.ts';
import { version } from '../../src/lib/contract/cdn/version.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { operatorView } from '../../src/lib/contract/operator/operatorView.ts';
import { type Locale, locales } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import type { Translate } from '../../src/lib/i18n/translator.ts';
import { settled } from '../screens/index.ts';
import { openAccount } from '../support/accounts.ts';
import { Client } from '../support/client.ts';
import { makeOperator } from '../support/operator.ts';
import { followRequests } from '../support/quiet.ts';
import { startPortal } from '../support/server.ts';

const FOLDER = 'src/layouts/parts/site/screens';
/** Of a picture in CSS pixels, and its pixels for each. */
const [WIDTH, HEIGHT, DENSITY] = [424, 368, 2];
/** High enough for each screen, so that its bars stay out of the picture. */
const WINDOW = { width: WIDTH, height: 3000 };
/** Above what a picture begins with, in CSS pixels. */
const MARGIN = 12;
const DOMAIN = 'parvaz.example';

await using portal = await startPortal({
  env: { DEMO: 'on', TRUSTED_PROXIES: '127.0.0.1', EDGE_DRIVER: 'node', EDGE_PORT: '0', EDGE_TLS_PORT: '0' },
});
const client = new Client(portal.url, { 'x-forwarded-for': '198.18.0.1' });
await client.signIn();
const { domainId } = demo;

// What the screens show: two new records, a view of the panel by support, and a blocked request.
await client.ok(dns.create, { domainId, name: 'shop', type: 'A', content: '203.0.113.30', ttl: 'auto', proxy: true });
await client.ok(dns.create, { domainId, name: 'blog', type: 'CNAME', content: 'blog.example.com', ttl: 'auto', proxy: false });
await client.ok(privacy.update, { supportAccess: true });
const operator = await openAccount(portal, '198.18.0.2');
await makeOperator(portal.dataDir, operator.email);
const { id: customerId } = (await client.ok(auth.profile, {})).profile;
await operator.client.ok(operatorView.start, { customerId, reason: '#1042' });
await operator.client.ok(operatorView.end, {});
const blocked = await waitForFirst(async () => (await client.ok(event.list, { domainId, window: '24h', outcome: 'blocked' })).events);
await waitForFirst(async () => (await client.ok(version.list, { domainId })).versions.slice(1));

/** Repeats a call until its list has items: the demo's requests and the states of the history come from jobs. */
async function waitForFirst<T>(list: () => Promise<T[]>): Promise<T[]> {
  for (;;) {
    const found = await list();
    if (found.length > 0) return found;
    await setTimeout(1000);
  }
}

/** A screen, and where in it the picture begins. */
const scenes: Record<ScreenPicture, { path: string; show(page: Page, t: Translate): Promise<Locator> }> = {
  preview: {
    path: `/domains/${DOMAIN}/firewall`,
    async show(page, t) {
      await page.getByRole('button', { name: t('firewall:add') }).click();
      const form = page.getByRole('form', { name: t('firewall:addTitle') });
      await form.getByLabel(t('firewall:value.ip')).fill('192.0.2.96/29');
      const preview = form.getByRole('region', { name: t('impact:title') });
      await preview.getByRole('button', { name: t('impact:action') }).click();
      await preview.getByRole('listitem').first().waitFor();
      return preview;
    },
  },
  simulator: {
    path: `/domains/${DOMAIN}/trace?url=${encodeURIComponent("/search?q=1' or 1=1")}`,
    async show(page, t) {
      await page
        .getByRole('link', { name: t('trace:except') })
        .first()
        .waitFor();
      return page.getByText(t('trace:both'), { exact: true });
    },
  },
  why: {
    path: `/why/${blocked[0]?.requestId}`,
    show: async (page, t) => page.getByText(t('why:owner.rule'), { exact: true }),
  },
  history: {
    path: `/domains/${DOMAIN}/history`,
    show: async (page, t) => page.getByText(t('version:current')),
  },
  cap: {
    path: '/finance/budget',
    async show(page, t) {
      await page.getByRole('checkbox', { name: t('budget:cap.on') }).click();
      const choice = page.getByRole('radio', { name: new RegExp(t('budget:cap.cacheOnly')) });
      await choice.click();
      return page.getByText(t('budget:cap.action'), { exact: true });
    },
  },
  consent: {
    path: '/account/audit-log',
    show: async (page, t) => page.getByRole('list', { name: t('log:audit.title') }),
  },
};

const browser = await chromium.launch(browserOptions());
mkdirSync(FOLDER, { recursive: true });
for (const locale of locales) await picturesIn(locale);
await browser.close();

async function picturesIn(locale: Locale): Promise<void> {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: WINDOW,
    deviceScaleFactor: DENSITY,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  const [name = '', value = ''] = client.cookie.split('=');
  await context.addCookies([
    { name: 'nasim_locale', value: locale, url: portal.url },
    { name, value, url: portal.url, httpOnly: true },
  ]);
  for (const [id, { path, show }] of Object.entries(scenes)) {
    const page = await context.newPage();
    followRequests(page);
    await page.goto(path);
    await settled(page);
    const start = await show(page, translator(locale));
    await settled(page);
    const top = ((await start.boundingBox())?.y ?? 0) - MARGIN;
    const picture = await page.screenshot({ clip: { x: 0, y: top, width: WIDTH, height: HEIGHT }, animations: 'disabled' });
    await sharp(picture).webp({ quality: 82, smartSubsample: true }).toFile(`${FOLDER}/${id}-${locale}.webp`);
    await page.close();
  }
  await context.close();
}
