import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium as browserType, type CDPSession, type Page } from '@playwright/test';
import { browserOptions } from '../../scripts/lib/needs.mjs';
import { domain } from '../../src/lib/contract/domain.ts';
import { zone } from '../../src/lib/contract/zone.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { Client } from '../support/client.ts';
import { settled } from '../support/screens.ts';
import { type RunningServer, startPortal } from '../support/server.ts';
import { kb, mb, median, ms, percentile, report } from './report.ts';
import { zoneOf } from './zone.ts';

const t = translator('en');
const CLIENT = 'dist/client';

/** Bytes of a file of the build as it is sent; small ones are sent as they are. */
function sent(path: string, encoding: 'br' | 'gz'): number {
  const file = join(CLIENT, path);
  const packed = `${file}.${encoding}`;
  return existsSync(packed) ? statSync(packed).size : existsSync(file) ? statSync(file).size : 0;
}
const sum = (paths: readonly string[], encoding: 'br' | 'gz') => paths.reduce((total, path) => total + sent(path, encoding), 0);

interface Loaded {
  scripts: string[];
  styles: string[];
  images: string[];
  calls: string[];
}

/** Opens an address in an empty browser and tells what came. */
async function open(browser: Browser, url: string, path: string, cookie = ''): Promise<Loaded & { page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  if (cookie) await context.addCookies([{ name, value, url, httpOnly: true }]);
  const page = await context.newPage();
  const loaded: Loaded = { scripts: [], styles: [], images: [], calls: [] };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) loaded.calls.push(pathname);
    else if (pathname.endsWith('.js')) loaded.scripts.push(pathname);
    else if (pathname.endsWith('.css')) loaded.styles.push(pathname);
    else if (request.resourceType() === 'image') loaded.images.push(pathname);
  });
  await page.goto(path);
  await settled(page);
  return { page, context, ...loaded };
}

const metric = async (session: CDPSession, name: string): Promise<number> =>
  (await session.send('Performance.getMetrics')).metrics.find((entry) => entry.name === name)?.value ?? Number.NaN;

/** What pages weigh, how fast one follows the other, and how a long list bears typing. */
export async function benchPages(quick: boolean): Promise<void> {
  await using portal = await startPortal();
  const client = new Client(portal.url);
  await client.signIn();
  const browser = await browserType.launch(browserOptions('--enable-precise-memory-info'));
  try {
    await weights(browser, portal, client);
    await firstData(portal, client);
    await navigation(browser, portal, client, quick ? 20 : 60);
    await longList(browser, portal, client);
  } finally {
    await browser.close();
  }
}

async function weights(browser: Browser, portal: RunningServer, client: Client): Promise<void> {
  for (const [name, path] of [
    ['landing page', '/'],
    ['docs page', '/docs/dns-records'],
  ] as const) {
    const { context, scripts, styles, images } = await open(browser, portal.url, path);
    const [js, css, html] = [sum(scripts, 'gz'), sum(styles, 'gz'), sent(`${path}/index.html`, 'gz')];
    report(`${name}: scripts`, '≤ 5 KB gzip', kb(js), js <= 5 * 1024);
    report(`${name}: styles`, '≤ 15 KB gzip', kb(css), css <= 15 * 1024);
    report(
      `${name}: HTML`,
      '≤ 20 KB gzip',
      kb(html),
      html <= 20 * 1024,
      images.length > 0 ? `${images.length} pictures apart, ${kb(sum(images, 'gz'))}` : '',
    );
    await context.close();
  }
  const signIn = await open(browser, portal.url, '/public/login');
  const size = sum(signIn.scripts, 'gz');
  report(
    'sign-in: scripts',
    '≤ 130 KB gzip',
    kb(size),
    size <= 130 * 1024,
    `${signIn.scripts.length} files, ${kb(sum(signIn.scripts, 'br'))} brotli`,
  );
  await signIn.context.close();

  for (const [name, path] of [
    ['domain list', '/domains'],
    ['DNS records', '/domains/parvaz.example/dns'],
    ['dashboard', '/dashboard'],
  ] as const) {
    const { page, context, scripts, calls } = await open(browser, portal.url, path, client.cookie);
    const js = sum(scripts, 'br');
    report(`${name}: scripts`, '≤ 150 KB brotli (stretch 120)', kb(js), js <= 150 * 1024);
    report(`${name}: chunks`, '≤ 12', String(scripts.length), scripts.length <= 12);
    report(`${name}: calls after the page`, '≤ 3', String(calls.length), calls.length <= 3, [...new Set(calls)].join(' '));
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    await session.send('Performance.enable');
    const heap = await metric(session, 'JSHeapUsedSize');
    report(`${name}: heap`, '≤ 6 MB', mb(heap), heap <= 6 * 1024 * 1024);
    await context.close();
  }
}

async function firstData(portal: RunningServer, client: Client): Promise<void> {
  for (const [name, path, needle] of [
    ['domain list', '/domains', 'parvaz.example'],
    ['DNS records', '/domains/parvaz.example/dns', '203.0.113.24'],
  ] as const) {
    const html = await (await fetch(portal.url + path, { headers: { cookie: client.cookie } })).text();
    report(`${name}: data in the first HTML`, 'yes', html.includes(needle) ? 'yes' : 'no', html.includes(needle));
  }
}

async function navigation(browser: Browser, portal: RunningServer, client: Client, times: number): Promise<void> {
  const { page, context } = await open(browser, portal.url, '/domains', client.cookie);
  const [there, painted]: [number[], number[]] = [[], []];
  const targets = [
    { end: '/dns', heading: t('shell:route.dns') },
    { end: '/domains', heading: t('shell:route.domains') },
  ];
  // The first ones load the scripts of each page.
  const warmUp = 4;
  for (let i = 0; i < times + warmUp; i++) {
    const target = targets[i % 2];
    if (!target) continue;
    const took = await page.evaluate(async ({ end, heading }) => {
      const link = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].find((anchor) => anchor.pathname.endsWith(end));
      if (!link) throw new Error(`no link to ${end}`);
      const start = performance.now();
      const isThere = () => location.pathname.endsWith(end) && document.querySelector('h1')?.textContent?.trim() === heading;
      await new Promise<void>((resolve, reject) => {
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document, { subtree: true, childList: true, characterData: true });
        setTimeout(() => reject(new Error(`no heading "${heading}"; there is "${document.querySelector('h1')?.textContent}"`)), 5000);
        link.click();
      });
      const inPage = performance.now() - start;
      await new Promise(requestAnimationFrame);
      return [inPage, performance.now() - start] as const;
    }, target);
    if (i >= warmUp) {
      there.push(took[0]);
      painted.push(took[1]);
    }
    await settled(page);
  }
  await context.close();
  const p95 = percentile(there, 95);
  const seen = `next frame: median ${ms(median(painted))}, p95 ${ms(percentile(painted, 95))}`;
  report(
    'panel, click to the new heading',
    'p95 ≤ 60 ms',
    `p95 ${ms(p95)}`,
    p95 <= 60,
    `median ${ms(median(there))}, ${there.length} times; ${seen}`,
  );
}

async function longList(browser: Browser, portal: RunningServer, client: Client): Promise<void> {
  const { domain: big } = await client.ok(domain.add, { name: 'big.example', plan: 'free', acceptTerms: true, termsVersion: '2026-11' });
  await client.ok(zone.import, { domainId: big.id, usage: 'zone' }, { file: new File([zoneOf(9_990)], 'zone.txt') });
  const usable: number[] = [];
  for (let i = 0; i < 3; i++) {
    const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1440, height: 900 } });
    const [name = '', value = ''] = client.cookie.split('=');
    await context.addCookies([{ name, value, url: portal.url, httpOnly: true }]);
    const page = await context.newPage();
    await page.goto('/domains/big.example/dns', { waitUntil: 'commit' });
    await page.getByText('host-1', { exact: false }).first().waitFor();
    usable.push(await page.evaluate(() => performance.now()));
    if (i === 2) {
      const session = await context.newCDPSession(page);
      await settled(page);
      await session.send('Performance.enable');
      const field = page.getByRole('searchbox').first();
      await field.focus();
      await page.waitForTimeout(500);
      const before = await metric(session, 'TaskDuration');
      const keys = 'host-12345';
      await page.keyboard.type(keys, { delay: 150 });
      await page.waitForTimeout(500);
      const perKey = (((await metric(session, 'TaskDuration')) - before) * 1000) / keys.length;
      report('10,000 records: main thread for each key of the filter', '≤ 7.5 ms', ms(perKey), perKey <= 7.5);
    }
    await context.close();
  }
  report(
    '10,000 records: page usable',
    '≤ 480 ms',
    ms(median(usable)),
    median(usable) <= 480,
    'from the first byte asked for to the first row',
  );
}
