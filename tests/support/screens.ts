import type { Page } from '@playwright/test';
import type { Locale } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';

type Say = ReturnType<typeof translator>;

/** A screen as a visitor sees it: where it is, who looks, and what is done there first. */
export interface Screen {
  name: string;
  path: string;
  /** `demo`: the demo customer. `empty`: an account without anything. */
  as: 'visitor' | 'demo' | 'empty';
  /** Static pages have their language in the address; the others read it from a cookie. */
  prefixed?: true;
  /** The page is dark whatever was chosen (spec.md section 2). */
  alwaysDark?: true;
  status?: number;
  act?: (page: Page, t: Say) => Promise<void>;
}

const goodZone = `$TTL 3600
@ IN SOA ns1.parvaz.example. hostmaster.parvaz.example. 2026112001 7200 3600 1209600 3600
  IN NS ns1.old-dns.example.
shop 300 IN A 203.0.113.40
shop 300 IN AAAA 2001:db8:2c::40
files IN CNAME shop
@ IN MX 10 mail
_dmarc IN TXT "v=DMARC1; p=reject"
_imaps._tcp IN SRV 10 5 993 mail
`;
const wrongZone = `${goodZone}bad..name IN A 203.0.113.41
www2 IN A 203.0.113.999
www3 IN CNAME
www4 IN TYPE99999 something
`;
const chooseFile = async (page: Page, text: string, t: Say) => {
  await page.locator('input[type=file]').setInputFiles({ name: 'zone.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByRole('region', { name: t('zone:preview.title') }).waitFor();
};
const dnsPath = '/domains/parvaz.example/dns';

export const screens: readonly Screen[] = [
  { name: 'landing', path: '/', as: 'visitor', prefixed: true, alwaysDark: true },
  { name: 'docs', path: '/docs/dns-records', as: 'visitor', prefixed: true },
  { name: 'docs-index', path: '/docs', as: 'visitor', prefixed: true },
  { name: '404', path: '/nowhere', as: 'visitor', prefixed: true, status: 404 },
  { name: 'login', path: '/public/login', as: 'visitor', alwaysDark: true },
  { name: 'register', path: '/public/register', as: 'visitor', alwaysDark: true },
  { name: 'forgot', path: '/public/forgot-password', as: 'visitor', alwaysDark: true },
  { name: 'dashboard', path: '/dashboard', as: 'demo' },
  { name: 'dashboard-empty', path: '/dashboard', as: 'empty' },
  { name: 'domains', path: '/domains', as: 'demo' },
  { name: 'domains-empty', path: '/domains', as: 'empty' },
  { name: 'add-domain', path: '/domains/add', as: 'demo' },
  { name: 'dns', path: dnsPath, as: 'demo' },
  {
    name: 'dns-add',
    path: dnsPath,
    as: 'demo',
    act: async (page, t) => {
      await page
        .getByRole('button', { name: t('dns:add') })
        .first()
        .click();
      await page.getByLabel(t('dns:field.name'), { exact: true }).first().fill('shop');
      await page.getByLabel(t('dns:field.ipv4'), { exact: true }).first().fill('203.0.113.30');
    },
  },
  {
    name: 'dns-edit',
    path: dnsPath,
    as: 'demo',
    act: async (page, t) => {
      if ((page.viewportSize()?.width ?? 0) < 900) {
        await page.getByRole('button', { name: 'api.parvaz.example' }).click();
        await page.getByRole('dialog').getByText(t('dns:menu.edit')).click();
      } else {
        await page.getByRole('button', { name: t('dns:edit.of', { name: 'api.parvaz.example', type: 'A' }) }).click();
      }
      await page.getByLabel(t('dns:field.ipv4'), { exact: true }).first().waitFor();
    },
  },
  { name: 'zone', path: `${dnsPath}/zone-file`, as: 'demo' },
  { name: 'zone-preview', path: `${dnsPath}/zone-file`, as: 'demo', act: (page, t) => chooseFile(page, goodZone, t) },
  { name: 'zone-refused', path: `${dnsPath}/zone-file`, as: 'demo', act: (page, t) => chooseFile(page, wrongZone, t) },
  {
    name: 'delete-dialog',
    path: '/domains',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('domain:menu.label', { name: 'parvaz.example' }) }).click();
      await page.getByRole('menuitem', { name: t('domain:menu.remove') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'avatar-menu',
    path: '/dashboard',
    as: 'demo',
    act: async (page, t) => {
      await page.getByRole('button', { name: t('shell:account.label') }).click();
      await page.getByRole('menuitem', { name: t('shell:account.signOut') }).waitFor();
    },
  },
];

export const pathOf = ({ path, prefixed }: Screen, locale: Locale): string =>
  prefixed && locale !== 'en' ? `/${locale}${path}`.replace(/\/$/, '') : path;

/** Waits until a page has what it will have: its data, its fonts, and no skeleton. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  await page.evaluate(() => document.fonts.ready.then(() => true));
}

/** Opens a screen and does what it says. */
export async function openScreen(page: Page, screen: Screen, locale: Locale): Promise<void> {
  await page.goto(pathOf(screen, locale));
  await settled(page);
  await screen.act?.(page, translator(locale));
}

/** How many pixels of the page lie beyond its edge. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
