import { mainScreens, overflow, type Screen, screens } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { expectWithinBudget } from '../../support/budget.ts';
import { oddWidths } from '../../support/columns.ts';
import { coveredByBars, coveredControls, indistinctChoices, ZOOMED } from '../../support/eyes.ts';
import { enLight, faDark, type Look, screenLooks, widths } from '../../support/looks.ts';
import { byViewer, tabTest } from '../../support/tabs.ts';
import { openAs, visit } from '../../support/visit.ts';

/*
 * Each screen is opened once per look, and everything that applies to every screen is checked in that visit (tests/support/visit.ts): in
 * English and light with an empty cache, with its weight and the widths of its cards.
 */
// Ten widths and axe in one visit, on a possibly busy machine.
test.describe.configure({ timeout: 150_000 });
const screenTitle = ({ name }: Screen, { locale, theme }: Look) => `${name}, ${locale} ${theme}`;
const tag = '@screen';

for (const screen of screens)
  test(screenTitle(screen, enLight), { tag }, async ({ page, portal, signIn, newCustomer, newSecured, show, watch }) => {
    const account = screen.as === 'secured' ? await newSecured() : undefined;
    await openAs(screen, enLight, { page, portal, signIn, newCustomer, show, watch });
    await visit(page, screen, enLight, {
      widths,
      account,
      async loaded({ loaded, html }) {
        await expectWithinBudget(screen, loaded, html);
        if (screen.as !== 'visitor') expect(await oddWidths(page, screen.name), 'cards outside of the page templates').toEqual([]);
      },
    });
  });

/**
 * What a further look can change: a theme the contrast, a language the width of texts and the direction. So each language is checked at
 * all widths in one theme, and axe runs in both themes, once of them in Persian.
 */
const screenChecks = (screen: Screen, look: Look) => ({
  widths: screenLooks(screen).find(({ locale }) => locale === look.locale) === look ? widths : [],
  axe: look.locale === faDark.locale && look.theme === faDark.theme,
});

for (const [viewer, list] of byViewer(screens))
  tabTest.describe(viewer, () => {
    tabTest.use({ viewer });
    for (const screen of list)
      for (const look of screenLooks(screen).filter((one) => one !== enLight))
        tabTest(screenTitle(screen, look), { tag }, async ({ page, portal, signIn, newCustomer, newSecured, show, watch }) => {
          const account = screen.as === 'secured' ? await newSecured() : undefined;
          await openAs(screen, look, { page, portal, signIn, newCustomer, show, watch });
          await visit(page, screen, look, { ...screenChecks(screen, look), account });
        });
  });

/* Each page once as those see it who need contrast or large text. */
for (const [viewer, list] of byViewer(mainScreens))
  tabTest.describe(viewer, () => {
    tabTest.use({ viewer: `${viewer}, eyes` });
    for (const screen of list)
      tabTest(
        `${screen.name}: what is chosen stands out in forced colors, and bars cover nothing at 200 %`,
        { tag },
        async ({ page, portal, signIn, newCustomer, newSecured, show, watch }) => {
          const account = screen.as === 'secured' ? await newSecured() : undefined;
          await openAs(screen, enLight, { page, portal, signIn, newCustomer, show, watch });
          await page.emulateMedia({ forcedColors: 'active' });
          await visit(page, screen, enLight, { widths: [], axe: false, account });
          expect(await indistinctChoices(page), 'chosen things that look like unchosen ones').toEqual([]);
          await page.setViewportSize(ZOOMED);
          await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
          expect(await coveredByBars(page), 'height that bars cover').toBeLessThan(0.3);
          expect(await coveredControls(page), 'controls behind bars').toEqual([]);
        },
      );
  });
