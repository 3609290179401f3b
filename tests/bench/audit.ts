import { type Browser, chromium as browserType } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { browserOptions } from '../../scripts/lib/needs.mjs';
import { freePort } from '../../scripts/lib/ports.mjs';
import { Client } from '../support/client.ts';
import { startPortal } from '../support/server.ts';
import { ms, report } from './report.ts';

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';
const all: Category[] = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Lighthouse on the public pages and on a list of the panel. One run each: its figure for speed moves by a few points. */
export async function benchLighthouse(quick: boolean): Promise<void> {
  await using portal = await startPortal();
  const client = new Client(portal.url);
  await client.signIn();
  const port = await freePort();
  const browser: Browser = await browserType.launch(browserOptions(`--remote-debugging-port=${port}`));
  const audit = async (path: string, categories: Category[], desktop: boolean, cookie = '') => {
    const result = await lighthouse(
      portal.url + path,
      { port, onlyCategories: categories, logLevel: 'silent', ...(cookie && { extraHeaders: { cookie } }) },
      desktop ? desktopConfig : undefined,
    );
    if (!result) throw new Error(`Lighthouse said nothing of ${path}`);
    const { lhr } = result;
    const scores = categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100));
    // A page that could not be measured has no figures: 0 would pass for one.
    return { scores, failure: lhr.runtimeError?.code, paint: lhr.audits['first-contentful-paint']?.numericValue ?? Number.NaN };
  };
  try {
    for (const path of quick ? ['/'] : ['/', '/fa', '/docs/dns-records', '/public/login']) {
      const { scores } = await audit(path, all, false);
      report(
        `Lighthouse, mobile, ${path}`,
        '100 100 100 100',
        scores.join(' '),
        scores.every((score) => score === 100),
      );
    }
    const mobile = await audit('/domains', ['performance'], false, client.cookie);
    report('Lighthouse, mobile, domain list', '≥ 90', mobile.failure ?? String(mobile.scores[0]), (mobile.scores[0] ?? 0) >= 90);
    report('domain list on a slow phone: first paint', '≤ 1.5 s', mobile.failure ?? ms(mobile.paint), mobile.paint <= 1500);
    if (!quick) {
      const desktop = await audit('/domains', ['performance'], true, client.cookie);
      report('Lighthouse, desktop, domain list', '≥ 98', desktop.failure ?? String(desktop.scores[0]), (desktop.scores[0] ?? 0) >= 98);
    }
  } finally {
    await browser.close();
  }
}
