import { preference } from '../../../src/lib/contract/account/preference.ts';
import { translator } from '../../../src/lib/i18n/server.ts';
import { settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { layoutShifts, looks, rowsIn, watchShifts } from '../../support/firstRows.ts';
import { firsts } from '../../support/firstView.ts';
import { seedNews } from '../../support/news.ts';

// Another day than the server's for 14 hours of each day.
test.use({ timezoneId: 'Pacific/Kiritimati' });

/** Languages and widths are rotated over the pages: each page is seen in two. */
for (const [place, { path, as, rows: selector }] of firsts.entries())
  test(`a script takes over the rows of ${path} as they are, and nothing moves`, async ({ page, portal, newCustomer, signIn, show }) => {
    const customer = await newCustomer();
    await seedNews(portal.dataDir, customer.email);
    await signIn(as === 'notified' ? customer : undefined);
    // The first visit tells the zone of the device.
    await page.goto('/dashboard');
    await settled(page);
    await watchShifts(page);
    for (const turn of [place, place + 2]) {
      const { width, ...look } = looks[turn % 4] ?? looks[0];
      await test.step(`${look.language}, ${width} px`, async () => {
        if (as === 'notified') await customer.client.ok(preference.update, look);
        await show({ locale: look.language });
        await page.setViewportSize({ width, height: 900 });
        // A mismatch is reported as an error, with which `watch` fails.
        const first = (await (await page.goto(path))?.text()) ?? '';
        await settled(page);
        const rows = await rowsIn(page, null, selector);
        expect(rows.length).toBeGreaterThan(0);
        expect(await rowsIn(page, first, selector)).toEqual(rows);
        expect(await layoutShifts(page)).toEqual([]);
      });
    }
  });

test('the filters of a list stay in their place while they arrive', async ({ page, signIn, show }) => {
  await signIn();
  for (const { language, width } of looks.slice(0, 4)) {
    await show({ locale: language });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/domains/parvaz.example/firewall');
    await settled(page);
    const filters = page.getByRole('group', { name: translator(language)('listTools:filters') });
    const whole = await filters.boundingBox();
    await filters.evaluate((element) => element.replaceChildren(...[...element.children].slice(0, 1)));
    expect(await filters.boundingBox(), `${language}, ${width} px`).toMatchObject({ x: whole?.x, y: whole?.y, width: whole?.width });
  }
});
