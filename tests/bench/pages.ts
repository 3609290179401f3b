import { type Browser, type BrowserContext, chromium as browserType, type Page } from '@playwright/test';
import { browserOptions } from '../../scripts/lib/needs.mjs';
import { translator } from '../../src/lib/i18n/server.ts';
import { settled } from '../screens/index.ts';
import { panelLimits, signInLimit } from '../support/budget.ts';
import { Client } from '../support/client.ts';
import { type RunningServer, startPortal } from '../support/server.ts';
import { type Loaded, loadedChunks, sum, watchLoad } from '../support/weight.ts';
import { benchList, metric } from './list.ts';
import { kb, mb, median, ms, percentile, report } from './report.ts';

const t = translator('en');

/** Opens a page in an empty browser and returns what was loaded. */
async function open(browser: Browser, url: string, path: string, cookie = ''): Promise<Loaded & { page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  if (cookie) await context.addCookies([{ name, value, url, httpOnly: true }]);
  const page = await context.newPage();
  const loaded = watchLoad(page);
  await page.goto(path);
  await settled(page);
  return { page, context, ...loaded };
}

/** Page weight, navigation speed, and typing in a long list. */
export async function benchPages(quick: boolean): Promise<void> {
  await using portal = await startPortal();
  const client = new Client(portal.url);
  await client.signIn();
  const browser = await browserType.launch(browserOptions('--enable-precise-memory-info'));
  try {
    await weights(browser, portal, client);
    await navigation(browser, portal, client, quick ? 20 : 60);
    await benchList(browser, portal, client, quick);
  } finally {
    await browser.close();
  }
}

/** Bytes of a page as it is sent. */
async function weighGzip(url: string): Promise<number> {
  const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
  return Number(headers.get('content-length'));
}

async function weights(browser: Browser, portal: RunningServer, client: Client): Promise<void> {
  for (const [name, path] of [
    ['landing page', '/'],
    ['docs page', '/docs/dns-records'],
  ] as const) {
    const { context, scripts, styles, images } = await open(browser, portal.url, path);
    const [js, css, html] = [sum(scripts, 'gz'), sum(styles, 'gz'), await weighGzip(portal.url + path)];
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
    `≤ ${kb(signInLimit)} gzip`,
    kb(size),
    size <= signInLimit,
    `${signIn.scripts.length} files, ${kb(sum(signIn.scripts, 'br'))} brotli`,
  );
  await signIn.context.close();

  for (const [name, path, screen] of [
    ['domain list', '/domains', 'domains'],
    ['DNS records', '/domains/parvaz.example/dns', 'dns'],
    ['dashboard', '/dashboard', 'dashboard'],
  ] as const) {
    const { page, context, ...loaded } = await open(browser, portal.url, path, client.cookie);
    const { calls } = loaded;
    const js = sum(loaded.scripts, 'br');
    const chunks = loadedChunks(loaded).length;
    const limits = panelLimits(screen, loaded);
    report(`${name}: scripts`, `≤ ${kb(limits.js)} brotli`, kb(js), js <= limits.js);
    report(`${name}: chunks`, `≤ ${limits.chunks}`, String(chunks), chunks <= limits.chunks);
    report(`${name}: calls after the page`, '≤ 3', String(calls.length), calls.length <= 3, [...new Set(calls)].join(' '));
    const session = await context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    await session.send('Performance.enable');
    const heap = await metric(session, 'JSHeapUsedSize');
    report(`${name}: heap`, '≤ 6 MB', mb(heap), heap <= 6 * 1024 * 1024);
    await context.close();
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
    const times = await page.evaluate(async ({ end, heading }) => {
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
      there.push(times[0]);
      painted.push(times[1]);
    }
    await settled(page);
  }
  await context.close();
  const p95 = percentile(there, 95);
  const summary = `next frame: median ${ms(median(painted))}, p95 ${ms(percentile(painted, 95))}`;
  report(
    'panel, click to the new heading',
    'p95 ≤ 60 ms',
    `p95 ${ms(p95)}`,
    p95 <= 60,
    `median ${ms(median(there))}, ${there.length} times; ${summary}`,
  );
}
