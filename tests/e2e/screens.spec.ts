import { AxeBuilder } from '@axe-core/playwright';
import { type Locale, locales } from '../../src/lib/i18n/locales.ts';
import { expect, test } from '../support/browser.ts';
import { openScreen, overflow, screens } from '../support/screens.ts';

/** `npm run test:full` looks at every language and theme. */
const looks: [Locale, 'light' | 'dark'][] = process.env.FULL
  ? locales.flatMap((locale) => [[locale, 'light'] as [Locale, 'light'], [locale, 'dark'] as [Locale, 'dark']])
  : [
      ['en', 'light'],
      ['fa', 'dark'],
    ];
const widths = [360, 390, 600, 768, 900, 1024, 1190, 1280, 1440, 1920];

for (const screen of screens) {
  for (const [locale, theme] of looks) {
    if (screen.alwaysDark && theme === 'light' && process.env.FULL) continue;
    test(`${screen.name}, ${locale} ${theme}: nothing that axe would object to`, async ({ page, signIn, newCustomer, show, watch }) => {
      if (screen.status) watch.allow(new RegExp(String(screen.status)));
      await show({ locale, theme });
      if (screen.as !== 'visitor') await signIn(screen.as === 'empty' ? await newCustomer() : undefined);
      // Without motion nothing is half transparent when its contrast is measured.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openScreen(page, screen, locale);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      const { violations } = await new AxeBuilder({ page })
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
    signIn,
    newCustomer,
    show,
  }) => {
    if (screen.as !== 'visitor') await signIn(screen.as === 'empty' ? await newCustomer() : undefined);
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
