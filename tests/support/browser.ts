import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Locale } from '../../src/lib/i18n/locales.ts';
import { type Customer, openAccount, openSecured, type Secured } from './accounts.ts';
import { type Arrangement, newAddress, openPortal, type Portal } from './arrangement.ts';
import { Client } from './client.ts';
import { followRequests } from './quiet.ts';

export interface PortalOptions {
  arrangement: Arrangement;
}

interface Fixtures {
  /** A unique client address, so that limits by address don't add up between tests. */
  ip: string;
  /** Creates an account and confirms its address. */
  newCustomer(): Promise<Customer>;
  /** Creates an account with a second sign-in step. */
  newSecured(): Promise<Secured>;
  /** Gives the browser the session of a customer; by default the demo customer's, which a worker opens once: no test may sign it out. */
  signIn(customer?: Customer, context?: BrowserContext): Promise<void>;
  /** Language and theme of the following pages. */
  show(look: { locale?: Locale; theme?: 'light' | 'dark' }, context?: BrowserContext): Promise<void>;
  /** Fails a test whose pages logged an error, violated their policy or contacted another host. `allow` excludes a message. */
  watch: { allow(message: RegExp): void };
}

/** Signs in and returns the session cookie. */
async function signInCookie(url: string, ip: string, customer?: Customer): Promise<string> {
  const client = new Client(url, { 'x-forwarded-for': ip });
  await client.signIn(customer?.email, customer?.password);
  return client.cookie;
}

/** From now on, the page runs so many times slower. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
/** `SLOW=6`: pages run six times slower. It finds tests that act before a page is ready, which would fail on a busy machine only. */
const slowness = Number(process.env.SLOW ?? 1);

/** Tests in a browser. */
export const test = base.extend<Fixtures, PortalOptions & { portal: Portal; demoCookie: () => Promise<string> }>({
  arrangement: ['embedded', { option: true, scope: 'worker' }],
  portal: [
    async ({ arrangement }, use) => {
      const portal = await openPortal(arrangement);
      await use(portal);
      await portal.close();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
  ip: ({}, use) => use(newAddress()),
  extraHTTPHeaders: ({ ip }, use) => use({ 'x-forwarded-for': ip }),

  newCustomer: ({ portal, ip }, use) => use(() => openAccount(portal, ip)),
  newSecured: ({ portal, ip }, use) => use(() => openSecured(portal, ip)),

  demoCookie: [
    async ({ portal }, use) => {
      let cookie: Promise<string> | undefined;
      await use(() => (cookie ??= signInCookie(portal.url, '198.18.0.0')));
    },
    { scope: 'worker' },
  ],

  signIn: ({ portal, context, ip, demoCookie }, use) =>
    use(async (customer, into = context) => {
      const cookie = customer ? await signInCookie(portal.url, ip, customer) : await demoCookie();
      const [name = '', value = ''] = cookie.split('=');
      await into.addCookies([{ name, value, url: portal.url, httpOnly: true, sameSite: 'Lax' }]);
    }),

  show: ({ portal, context }, use) =>
    use(async ({ locale, theme }, into = context) => {
      if (locale) await into.addCookies([{ name: 'nasim_locale', value: locale, url: portal.url }]);
      if (theme) {
        await into.addInitScript((value) => {
          // An empty page, which axe opens, has no storage.
          if (location.protocol === 'http:') localStorage.setItem('nasim:theme', value);
        }, theme);
      }
    }),

  page: async ({ page }, use) => {
    await slowDown(page, slowness);
    await use(page);
  },

  watch: [
    async ({ context, portal }, use) => {
      const allowed: RegExp[] = [/^Failed to load resource/];
      const faults: string[] = [];
      const see = (page: Page) => {
        followRequests(page);
        page.on('console', (message) => {
          if (message.type() === 'error') faults.push(message.text());
        });
        page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
        page.on('request', (request) => {
          if (!request.url().startsWith(`${portal.url}/`) && !/^(data|blob|about):/.test(request.url()))
            faults.push(`third party: ${request.url()}`);
        });
      };
      context.pages().forEach(see);
      context.on('page', see);
      await use({ allow: (message) => void allowed.push(message) });
      expect(faults.filter((fault) => !allowed.some((message) => message.test(fault)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
