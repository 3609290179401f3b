import { AxeBuilder } from '@axe-core/playwright';
import { type Locale, locales } from '../../src/lib/i18n/locales.ts';
import type { Customer } from '../support/accounts.ts';
import { expect, test } from '../support/browser.ts';
import { giveNews } from '../support/news.ts';
import { openScreen, overflow, type Screen, screens } from '../support/screens.ts';

/** `npm run test:full` looks at every language and theme. */
const looks: [Locale, 'light' | 'dark'][] = process.env.FULL
  ? locales.flatMap((locale) => [[locale, 'light'] as [Locale, 'light'], [locale, 'dark'] as [Locale, 'dark']])
  : [
      ['en', 'light'],
      ['fa', 'dark'],
    ];
const widths = [360, 390, 600, 768, 900, 1024, 1190, 1280, 1440, 1920];

/** Who looks at a screen; undefined is the demo customer. */
async function who({ as }: Screen, newCustomer: () => Promise<Customer>, dataDir: string): Promise<Customer | undefined> {
  if (as === 'demo') return undefined;
  const customer = await newCustomer();
  if (as === 'told') await giveNews(dataDir, customer.email);
  return customer;
}

for (const screen of screens) {
  for (const [locale, theme] of looks) {
    if (screen.alwaysDark && theme === 'light' && process.env.FULL) continue;
    test(`${screen.name}, ${locale} ${theme}: nothing that axe would object to`, async ({
      page,
      portal,
      signIn,
      newCustomer,
      newSecured,
      show,
      watch,
    }) => {
      if (screen.status) watch.allow(new RegExp(String(screen.status)));
      await show({ locale, theme });
      if (screen.as !== 'visitor' && screen.as !== 'secured') await signIn(await who(screen, newCustomer, portal.dataDir));
      const account = screen.as === 'secured' ? await newSecured() : undefined;
      // Without motion nothing is half transparent when its contrast is measured.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openScreen(page, screen, locale, account);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      // A section that waits to come near the view has no colours yet: a busy machine would say that its text is black.
      await page.evaluate(() => {
        for (const section of document.querySelectorAll<HTMLElement>('.when-near > *')) section.style.contentVisibility = 'visible';
      });
      const { violations } = await new AxeBuilder({ page })
        // A frame in which no script may run can't be looked into.
        .exclude('iframe[sandbox=""]')
        // An open menu or dialog is a layer of its own beside the landmarks of the page.
        .disableRules(screen.act ? ['region'] : [])
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      expect(
        violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes
              .slice(0, 3)
              .map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary?.split('\n')[1]?.trim()})`)
              .join(' | ')}`,
        ),
      ).toEqual([]);
    });
  }

  if (screen.act) continue;
  test(`${screen.name}: no wider than its window, from ${widths[0]} to ${widths.at(-1)} px`, async ({
    page,
    portal,
    signIn,
    newCustomer,
    show,
  }) => {
    if (screen.as !== 'visitor' && screen.as !== 'secured') await signIn(await who(screen, newCustomer, portal.dataDir));
    for (const locale of ['es', 'fa'] satisfies Locale[]) {
      await show({ locale });
      await openScreen(page, screen, locale);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await overflow(page), `${locale} at ${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });
}
