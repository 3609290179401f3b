import { locales } from '../../../src/lib/i18n/locales.ts';
import { screenPath, screens, settled } from '../../screens/index.ts';
import { expect, test } from '../../support/browser.ts';
import { watchLoad } from '../../support/weight.ts';

/* Lazy loading, in addition to the budgets of every screen (tests/support/budget.ts). */

test('zod is loaded with the first validated field, not before', async ({ page, signIn }) => {
  await signIn();
  const loaded = watchLoad(page);
  await page.goto('/domains/add');
  await settled(page);
  const zod = () => loaded.scripts.filter((path) => /\/zod\./.test(path));
  expect(zod()).toEqual([]);
  await page.getByRole('textbox').first().fill('not a name');
  await page.keyboard.press('Tab');
  await expect.poll(zod).toHaveLength(1);
});

test('the record form isn’t loaded while typing a search, and is loaded afterward', async ({ page, signIn }) => {
  await signIn();
  const loaded = watchLoad(page);
  await page.goto('/domains/parvaz.example/dns');
  await settled(page);
  const form = () => loaded.scripts.filter((path) => /\/RecordForm\./.test(path));
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await page.keyboard.type('mail');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('mail');
  expect(form()).toEqual([]);
  await page.keyboard.press('Tab');
  await expect.poll(form).toHaveLength(1);
});

/** What TCP sends before the first acknowledgement: ten segments (RFC 6928) of Ethernet. One more byte costs a round trip. */
const FIRST_JOURNEY = 10 * 1460;

test('a public page fits into the first round trip, in every language', async ({ page, request }) => {
  test.slow();
  const paths = screens
    .filter(({ as, rendered, status, path }) => as === 'visitor' && !rendered && !status && !/^\/(public|docs)/.test(path))
    .flatMap((screen) => locales.map((locale) => screenPath(screen, locale)));
  // The first response is compressed fast, and the following ones well.
  for (const path of paths) await request.get(path, { headers: { 'accept-encoding': 'br' } });
  const size = async (path: string) => {
    const answer = await page.goto(path, { waitUntil: 'commit' });
    await answer?.finished();
    const { responseHeadersSize = 0, responseBodySize = 0 } = (await answer?.request().sizes()) ?? {};
    expect(responseBodySize, 'the sizes are known').toBeGreaterThan(1024);
    return responseHeadersSize + responseBodySize;
  };
  for (const path of paths) await expect.soft.poll(() => size(path), { message: path }).toBeLessThanOrEqual(FIRST_JOURNEY);
});
