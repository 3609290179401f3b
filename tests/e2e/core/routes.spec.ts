import { stripVTControlCharacters } from 'node:util';
import { mainScreens } from '../../screens/index.ts';
import { expect } from '../../support/browser.ts';
import { expectWithinBudget } from '../../support/budget.ts';
import { oddWidths } from '../../support/columns.ts';
import { enLight, faDark } from '../../support/looks.ts';
import { byViewer, tabTest as test } from '../../support/tabs.ts';
import { openAs, visit } from '../../support/visit.ts';
import { layoutShift } from '../../support/weight.ts';

/*
 * `npm test` opens each page once: its main state in English and light at 1440 and 390 px, every seventh in Persian and dark. What applies
 * to every screen is checked in that visit (tests/support/visit.ts). `screens.full.spec.ts` has all states, looks and widths.
 */
/** A failed comparison in one row: what was compared, the limit, and the value. */
function figuresOf(error: string): string {
  const rows = stripVTControlCharacters(error).split('\n');
  return [rows[0], ...rows.filter((row) => /^(Expected|Received):/.test(row))].join(' ');
}

const faDarkOnes = new Set(mainScreens.filter((_, place) => place % 7 === 3));

for (const [viewer, screens] of byViewer(mainScreens))
  test.describe(viewer, () => {
    test.use({ viewer });
    for (const screen of screens) {
      const look = faDarkOnes.has(screen) ? faDark : enLight;
      test(
        `${screen.name}, ${look.locale} ${look.theme}`,
        { tag: '@route' },
        async ({ page, portal, signIn, newCustomer, show, watch }, info) => {
          await openAs(screen, look, { page, portal, signIn, newCustomer, show, watch });
          await visit(page, screen, look, {
            widths: [390],
            async loaded({ loaded, html }) {
              if (look !== enLight) return;
              if (screen.as !== 'visitor') expect(await oddWidths(page, screen.name), 'cards outside of the page templates').toEqual([]);
              // Limits are asserted by the full run; the report of `npm test` prints what exceeds them.
              const limit = (description: string) => info.annotations.push({ type: 'limit', description });
              await expectWithinBudget(screen, loaded, html).catch((error: Error) => limit(figuresOf(error.message)));
              const shift = await layoutShift(page);
              if (shift > 0.02) limit(`layout shift of ${shift.toFixed(3)}`);
            },
          });
        },
      );
    }
  });
