import type { Page } from '@playwright/test';
import { bundles } from '../../../src/lib/i18n/bundles.ts';
import { localeFacts } from '../../../src/lib/i18n/locales.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { layOutAll, overflow, pathOf, type Screen, screens, settled } from '../../screens/index.ts';
import type { Customer } from '../../support/accounts.ts';
import { axeViolations } from '../../support/axe.ts';
import { expect, test } from '../../support/browser.ts';
import { expectWithinBudget } from '../../support/budget.ts';
import { oddWidths } from '../../support/columns.ts';
import { enLight, looksOf, widthsOf } from '../../support/looks.ts';
import { giveNews } from '../../support/news.ts';
import { makeOperator } from '../../support/operator.ts';
import { holdPointerStill, muteLiveUpdates, watchLoad } from '../../support/weight.ts';

const WIDE = { width: 1440, height: 900 };
/** An unresolved key instead of a text, such as `dns:record.add`. */
const rawKey = new RegExp(`\\b(?:${Object.keys(bundles.en).join('|')}):[a-z]\\w*(?:\\.\\w+)*`);

/** The text of a page, without scripts and code examples. */
const shownText = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('script, style, template, code, pre')) texts.push(walker.currentNode.nodeValue ?? '');
    return texts.join(' ');
  });

/** The text of HTML or of an element, without what layout changes. */
const textOf = (html: Buffer | string) =>
  String(html)
    .replace(/<[^>]*>|\s|&[a-z#\d]+;|['"&<>]/gi, '')
    .toLowerCase();

/** The viewer of a screen; undefined is the demo customer. */
async function who({ as }: Screen, newCustomer: () => Promise<Customer>, dataDir: string): Promise<Customer | undefined> {
  if (as === 'demo') return undefined;
  const customer = await newCustomer();
  if (as === 'operator') await makeOperator(dataDir, customer.email);
  if (as === 'told') await giveNews(dataDir, customer.email);
  return customer;
}

/*
 * Each screen is opened once per look, and everything that applies to every screen is checked in that visit: status, language and
 * direction, no error in the console (the fixture `watch`), data in the first HTML, weight, no unresolved text key, no overflow at any
 * width, no axe violations.
 */
// Ten widths and axe in one visit, on a possibly busy machine.
test.describe.configure({ timeout: 150_000 });
for (const screen of screens) {
  for (const look of looksOf(screen)) {
    const { locale, theme } = look;
    test(`${screen.name}, ${locale} ${theme}`, async ({ page, portal, signIn, newCustomer, newSecured, show, watch }) => {
      if (screen.status) watch.allow(new RegExp(String(screen.status)));
      await show({ locale, theme });
      if (screen.as !== 'visitor' && screen.as !== 'secured') await signIn(await who(screen, newCustomer, portal.dataDir));
      const account = screen.as === 'secured' ? await newSecured() : undefined;
      // With reduced motion nothing is half transparent when its contrast is measured.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // Changes by others meanwhile aren't part of a first load.
      if (!screen.act) await Promise.all([muteLiveUpdates(page), holdPointerStill(page)]);
      const loaded = watchLoad(page);
      const response = await page.goto(pathOf(screen, locale));
      const html = (await response?.body()) ?? Buffer.alloc(0);
      await settled(page);

      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.locator('html')).toHaveAttribute('dir', localeFacts[locale].direction);
      expect(await shownText(page)).not.toMatch(rawKey);
      // Loads caused by an action aren't part of the first load.
      if (screen.act) await screen.act(page, translator(locale), account);
      else {
        expect(response?.status()).toBe(screen.status ?? 200);
        // Content is in the page, not loaded by a later call: as text on public pages, as data for the islands in the panel.
        if (screen.as === 'visitor') {
          const heading = (await page.locator('h1').first().textContent()) ?? '';
          expect(textOf(html), 'the first HTML has the heading').toContain(textOf(heading));
        } else expect(String(html), 'the first HTML has the data').toContain('id="page-data"');
        if (look === enLight) {
          await expectWithinBudget(screen, loaded, html);
          if (screen.as !== 'visitor') expect(await oddWidths(page, screen.name), 'cards outside of the page templates').toEqual([]);
        }
        for (const width of widthsOf(screen)) {
          await page.setViewportSize({ ...WIDE, width });
          // Script-driven layout may take a moment; waiting costs more than the measurement, which is almost always right.
          if ((await overflow(page)) > 0) await expect.poll(() => overflow(page), `${width} px`).toBeLessThanOrEqual(0);
        }
        await page.setViewportSize(WIDE);
      }
      // A section outside of the viewport has no colors yet: axe would read its text as black.
      await layOutAll(page);
      expect(await axeViolations(page, { hasLayer: screen.act !== undefined })).toEqual([]);
    });
  }
}
