import { expect, type Page, type Response } from '@playwright/test';
import { bundles } from '../../src/lib/i18n/bundles.ts';
import { localeFacts } from '../../src/lib/i18n/locales.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { layOutAll, overflow, type Screen, screenPath, settled } from '../screens/index.ts';
import type { Customer, Secured } from './accounts.ts';
import { axeViolations } from './axe.ts';
import { valuesCutAtStart } from './cutText.ts';
import type { Look } from './looks.ts';
import { seedNews } from './news.ts';
import { makeOperator } from './operator.ts';
import { holdPointerStill, type Loaded, muteLiveUpdates, watchLoad } from './weight.ts';

const WIDE = { width: 1440, height: 900 };
/** An unresolved key instead of a text, such as `dns:record.add`. */
const rawKey = new RegExp(`\\b(?:${Object.keys(bundles.en).join('|')}):[a-z]\\w*(?:\\.\\w+)*`);

/** The text of a page, without scripts and code examples. */
const visibleText = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('script, style, template, code, pre')) texts.push(walker.currentNode.nodeValue ?? '');
    return texts.join(' ');
  });

/** The text of HTML or of an element, without what layout changes. */
const pageText = (html: Buffer | string) =>
  String(html)
    .replace(/<[^>]*>|\s|&[a-z#\d]+;|['"&<>]/gi, '')
    .toLowerCase();

/** The viewer of a screen; undefined is the demo customer. */
async function screenViewer({ as }: Screen, newCustomer: () => Promise<Customer>, dataDir: string): Promise<Customer | undefined> {
  if (as === 'demo') return undefined;
  const customer = await newCustomer();
  if (as === 'operator') await makeOperator(dataDir, customer.email);
  if (as === 'notified') await seedNews(dataDir, customer.email);
  return customer;
}

/** Fixtures of a browser test (browser.ts). */
interface Tools {
  page: Page;
  portal: { dataDir: string };
  signIn(customer?: Customer): Promise<void>;
  newCustomer(): Promise<Customer>;
  show(look: Look): Promise<void>;
  watch: { allow(message: RegExp): void };
}

/** Prepares a page for a visit: who is signed in, language and theme. A page that was opened before keeps its viewer. */
export async function openAs(screen: Screen, look: Look, { page, portal, signIn, newCustomer, show, watch }: Tools): Promise<void> {
  if (screen.status) watch.allow(new RegExp(String(screen.status)));
  await show(look);
  if (page.url() !== 'about:blank') return;
  if (screen.as !== 'visitor' && screen.as !== 'secured') await signIn(await screenViewer(screen, newCustomer, portal.dataDir));
  // With reduced motion nothing is half transparent when its contrast is measured.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Changes by others meanwhile aren't part of a first load.
  if (!screen.act) await Promise.all([muteLiveUpdates(page), holdPointerStill(page)]);
}

interface Visit {
  response: Response | null;
  html: Buffer;
  loaded: Loaded;
}

/**
 * Opens a screen and checks what applies to every screen: status, language and direction, the heading or the data in the first HTML, no
 * unresolved text key, no overflow and no value without its beginning at the given widths in px, no axe violations unless `axe` is false.
 */
export async function visit(
  page: Page,
  screen: Screen,
  { locale }: Look,
  options: { widths: readonly number[]; axe?: boolean; account?: Secured | undefined; loaded?: (visit: Visit) => Promise<void> },
): Promise<void> {
  const loaded = watchLoad(page);
  const response = await page.goto(screenPath(screen, locale));
  const html = (await response?.body()) ?? Buffer.alloc(0);
  await settled(page);

  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await expect(page.locator('html')).toHaveAttribute('dir', localeFacts[locale].direction);
  expect(await visibleText(page)).not.toMatch(rawKey);
  // Loads caused by an action aren't part of the first load.
  if (screen.act) await screen.act(page, translator(locale), options.account);
  else {
    expect(response?.status()).toBe(screen.status ?? 200);
    // Content is in the page, not loaded by a later call: as text on public pages, as data for the islands in the panel.
    if (screen.as === 'visitor') {
      const heading = (await page.locator('h1').first().textContent()) ?? '';
      expect(pageText(html), 'the first HTML has the heading').toContain(pageText(heading));
    } else expect(String(html), 'the first HTML has the data').toContain('id="page-data"');
    await options.loaded?.({ response, html, loaded });
    for (const width of options.widths) {
      await page.setViewportSize({ ...WIDE, width });
      // Script-driven layout may take a moment; waiting costs more than the measurement, which is almost always right.
      if ((await overflow(page)) > 0) await expect.poll(() => overflow(page), `${width} px`).toBeLessThanOrEqual(0);
      expect(await valuesCutAtStart(page), `values truncated at their beginning at ${width} px`).toEqual([]);
    }
    await page.setViewportSize(WIDE);
  }
  if (options.axe === false) return;
  // A section outside of the viewport has no colors yet: axe would read its text as black.
  await layOutAll(page);
  expect(await axeViolations(page, { hasLayer: screen.act !== undefined })).toEqual([]);
}
