/*
 * Screenshots of every screen, in every language, both themes and two widths, into shots/; and shots/index.html, which shows them.
 *   npm run shots -- [--only dns,login] [--lang fa,ar] [--theme dark] [--width 390]
 * Exits with 1 when a page logged an error or is wider than its window.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium as browserType, type Page } from '@playwright/test';
import { browserOptions } from '../../scripts/lib/needs.mjs';
import { type Locale, locales } from '../../src/lib/i18n/locales.ts';
import { openScreen, overflow, type Screen, screens } from '../screens/index.ts';
import { openAccount, openSecured, type Secured } from '../support/accounts.ts';
import { Client } from '../support/client.ts';
import { startDemoDns } from '../support/dns.ts';
import { seedNews } from '../support/news.ts';
import { makeOperator } from '../support/operator.ts';
import { startPortal } from '../support/server.ts';

const FOLDER = 'shots';
const { values } = parseArgs({
  options: { only: { type: 'string' }, lang: { type: 'string' }, theme: { type: 'string' }, width: { type: 'string' } },
});
const chosen = <T>(all: readonly T[], wanted: string | undefined, nameOf: (item: T) => string): T[] => {
  const names = wanted?.split(',');
  const found = all.filter((item) => !names || names.includes(nameOf(item)));
  if (found.length === 0) throw new Error(`nothing is called ${wanted}; there is ${all.map(nameOf).join(', ')}`);
  return found;
};
const photographedScreens = chosen(screens, values.only, ({ name }) => name);
const languages = chosen(locales, values.lang, (locale) => locale);
const themes = chosen(['light', 'dark'] as const, values.theme, (theme) => theme);
const widths = chosen([1440, 390] as const, values.width, String);

interface Shot {
  file: string;
  screen: string;
  about: string;
  faults: string[];
}

await using dns = await startDemoDns();
await using portal = await startPortal({ env: { TRUSTED_PROXIES: '127.0.0.1', DEMO: 'on', ...dns.env } });
const demo = new Client(portal.url);
await demo.signIn();
const [empty, shotCustomer, operator] = [
  await openAccount(portal, '198.18.0.1'),
  await openAccount(portal, '198.18.0.2'),
  await openAccount(portal, '198.18.0.3'),
];
await seedNews(portal.dataDir, shotCustomer.email);
await makeOperator(portal.dataDir, operator.email);
const cookies = {
  visitor: '',
  secured: '',
  demo: demo.cookie,
  empty: empty.client.cookie,
  notified: shotCustomer.client.cookie,
  operator: operator.client.cookie,
};

const browser = await browserType.launch(browserOptions());

if (!values.only && !values.lang && !values.theme && !values.width) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const shots: Shot[] = [];
/** Each is one browser with one language, theme, width and visitor. */
const sittings = languages
  .flatMap((locale) => themes.flatMap((theme) => widths.map((width) => ({ locale, theme, width }))))
  .flatMap((sitting) => (Object.keys(cookies) as (keyof typeof cookies)[]).map((as) => ({ ...sitting, as })));
/** Two at a time: most of the time is waiting. */
await Promise.all([1, 2].map(sit));
await browser.close();
const order = new Map(screens.map(({ name }, place) => [name, place]));
shots.sort((a, b) => (order.get(a.screen) ?? 0) - (order.get(b.screen) ?? 0) || (a.file < b.file ? -1 : 1));
writeFileSync(`${FOLDER}/index.html`, sheet(shots));
const wrong = shots.filter(({ faults }) => faults.length > 0);
for (const { file, faults } of wrong) console.error(`✗ ${file}\n${faults.map((fault) => `    ${fault}`).join('\n')}`);
console.log(`${shots.length} pictures in ${FOLDER}/, ${wrong.length} with faults; ${FOLDER}/index.html shows them`);
process.exitCode = wrong.length > 0 ? 1 : 0;

async function sit(): Promise<void> {
  for (let sitting = sittings.shift(); sitting; sitting = sittings.shift()) {
    const { as, ...here } = sitting;
    // A page that is always dark is the same in both themes.
    const photographed = photographedScreens.filter(
      (screen) => screen.as === as && !(screen.alwaysDark && here.theme === 'light' && themes.length > 1),
    );
    if (photographed.length === 0) continue;
    // Attempts are counted by address and by account, so each session has its own.
    const ip = `198.18.1.${sittings.length + 1}`;
    const account = as === 'secured' ? await openSecured(portal, ip) : undefined;
    const context = await look({ ...here, cookie: cookies[as], ip });
    for (const screen of photographed) shots.push(await captureScreen(context, screen, here, account));
    await context.close();
  }
}

interface Look {
  locale: Locale;
  theme: 'light' | 'dark';
  width: number;
}

async function look({ locale, theme, width, cookie, ip }: Look & { cookie: string; ip: string }): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: portal.url,
    extraHTTPHeaders: { 'x-forwarded-for': ip },
    viewport: { width, height: width < 900 ? 844 : 900 },
    reducedMotion: 'reduce',
    colorScheme: theme,
    hasTouch: width < 900,
  });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([
    { name: 'nasim_locale', value: locale, url: portal.url },
    ...(cookie ? [{ name, value, url: portal.url, httpOnly: true }] : []),
  ]);
  // A sandboxed frame has no storage, and no address of http.
  await context.addInitScript((saved) => {
    if (location.protocol === 'http:') localStorage.setItem('nasim:theme', saved);
  }, theme);
  return context;
}

async function captureScreen(context: BrowserContext, screen: Screen, { locale, theme, width }: Look, account?: Secured): Promise<Shot> {
  const page: Page = await context.newPage();
  page.setDefaultTimeout(8000);
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !(screen.status && message.text().includes(String(screen.status)))) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  const file = `${screen.name}-${locale}-${theme}-${width}.png`;
  try {
    await openScreen(page, screen, locale, account);
    const over = await overflow(page);
    if (over > 0) faults.push(`${over} px wider than the window`);
  } catch (error) {
    faults.push(String(error).split('\n').slice(0, 4).join(' '));
  }
  // Overlays are captured in the window; pages without one in full.
  const hasLayer = (await page.getByRole('dialog').or(page.getByRole('menu')).count()) > 0;
  // Lazy images would be missing in a full-page screenshot.
  if (!hasLayer)
    await page.evaluate(() =>
      Promise.all(
        [...document.images].map((image) => {
          image.loading = 'eager';
          return image.decode().catch(() => undefined);
        }),
      ),
    );
  await page.screenshot({ path: `${FOLDER}/${file}`, fullPage: !hasLayer, animations: 'disabled' });
  await page.close();
  return { file, screen: screen.name, about: `${locale}, ${theme}, ${width} px`, faults };
}

function sheet(all: readonly Shot[]): string {
  const plain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const figure = ({ file, about, faults }: Shot) =>
    `<figure class="${faults.length > 0 ? 'wrong' : ''}"><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${about}${faults.map((fault) => `<br>${plain(fault)}`).join('')}</figcaption></figure>`;
  const groups = [...Map.groupBy(all, ({ screen }) => screen)].map(
    ([name, list]) => `<h2>${name}</h2><div>${list.map(figure).join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>body{font:14px system-ui;background:#16191b;color:#dfe5e8;margin:24px}div{display:flex;flex-wrap:wrap;gap:16px;align-items:start}figure{margin:0}img{height:360px;border:1px solid #3b4347}.wrong img{border-color:#f66}.wrong figcaption{color:#f88;max-width:40ch}</style>${groups.join('')}\n`;
}
