import { gzipSync } from 'node:zlib';
import { locales } from '../../src/lib/i18n/locales.ts';
import { expect, test } from '../support/browser.ts';
import { pathOf, screens, settled } from '../support/screens.ts';
import { chunksOf, deafen, type Loaded, sent, sum, watchLoad } from '../support/weight.ts';

/*
 * What a page may weigh when a browser opens it for the first time (design.md section 8). Every screen is held to it as soon as it is
 * declared in tests/support/screens.ts. CONTRIBUTING.md says what to do when one of these fails.
 */
const KB = 1024;

/** design.md's row is of list pages. A page that is a form has the library of forms beside it (docs/decisions/0014). */
const isForm = ({ scripts }: Loaded) => scripts.some((path) => /\/form\./.test(path));
/** A step that takes a file is a form and a list in one; the firewall is a list beside which the engine of rules looks for faults. */
const hasOneMore = (name: string) => /^(setup-file|firewall)/.test(name);
const most = (loaded: Loaded) => (isForm(loaded) ? { js: 160 * KB, chunks: 13 } : { js: 150 * KB, chunks: 12 });

/** The workbench around CodeMirror. */
const isEditor = (path: string) => /\/Workbench\./.test(path);

/** So that a failure names what is too heavy, not only that something is. */
const listed = ({ scripts }: Loaded) => `\n${scripts.map((path) => `${sent(path, 'br')} ${path}`).join('\n')}\n`;

for (const screen of screens) {
  // What comes with a click is not part of the first load.
  if (screen.act) continue;
  const isPanel = screen.as !== 'visitor';
  const isSignIn = screen.path.startsWith('/public/');

  test(`${screen.name} keeps its budget`, async ({ page, signIn, newCustomer }) => {
    if (isPanel) await signIn(screen.as === 'empty' ? await newCustomer() : undefined);
    await deafen(page);
    const loaded = watchLoad(page);
    const answer = await page.goto(pathOf(screen, 'en'));
    await settled(page);

    if (isPanel) {
      if (screen.editor) await expect.poll(() => loaded.scripts.some(isEditor)).toBe(true);
      const whole = sum(loaded.scripts, 'br');
      // As with charts: what comes after the first view is apart, and the page as a whole has a limit of its own.
      const first = screen.editor ? { ...loaded, scripts: loaded.scripts.filter((path) => !isEditor(path)) } : loaded;
      const js = sum(first.scripts, 'br');
      expect(whole, `bytes of brotli:${listed(loaded)}`).toBeLessThanOrEqual(310 * KB);
      expect(js, 'the watcher saw the scripts').toBeGreaterThan(50 * KB);
      expect(js, `bytes of brotli:${listed(loaded)}`).toBeLessThanOrEqual(most(first).js);
      expect(chunksOf(first).length, `chunks:${listed(loaded)}`).toBeLessThanOrEqual(
        Math.max(most(first).chunks, hasOneMore(screen.name) ? 13 : 0),
      );
      expect(loaded.calls.length, `calls after the page: ${loaded.calls.join(' ')}`).toBeLessThanOrEqual(3);
    } else if (isSignIn) {
      const js = sum(loaded.scripts, 'gz');
      expect(js, 'the watcher saw the scripts').toBeGreaterThan(50 * KB);
      expect(js, `bytes of gzip:${listed(loaded)}`).toBeLessThanOrEqual(130 * KB);
    } else {
      expect(sum(loaded.scripts, 'gz'), `bytes of gzip:${listed(loaded)}`).toBeLessThanOrEqual(5 * KB);
      const css = sum(loaded.styles, 'gz');
      expect(css, 'the watcher saw the styles').toBeGreaterThan(KB);
      expect(css, `styles: ${loaded.styles.join(' ')}`).toBeLessThanOrEqual(15 * KB);
      // An error page has no file of its own address.
      const file = screen.status ? `/${screen.status}.html` : `${screen.path.replace(/\/?([?#].*)?$/, '')}/index.html`;
      const html = screen.rendered ? gzipSync((await answer?.body()) ?? '').length : sent(file, 'gz');
      expect(html, 'the page is a file of the build, or was rendered').toBeGreaterThan(KB);
      expect(html, `HTML of ${file}`).toBeLessThanOrEqual(20 * KB);
    }
    expect(answer?.status()).toBe(screen.status ?? 200);
  });
}

test('zod comes with the first field that a form checks, not before', async ({ page, signIn }) => {
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

test('the form of records is not fetched while someone types a search, and is there when they go on', async ({ page, signIn }) => {
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

/** What TCP sends before it waits for the first answer: ten segments (RFC 6928) of Ethernet. One byte more is a journey more. */
const FIRST_JOURNEY = 10 * 1460;

test('a page for visitors comes in the first journey, in every language', async ({ page }) => {
  test.slow();
  for (const screen of screens.filter(
    ({ as, rendered, status, path }) => as === 'visitor' && !rendered && !status && !/^\/(public|docs)/.test(path),
  ))
    for (const locale of locales) {
      const answer = await page.goto(pathOf(screen, locale), { waitUntil: 'commit' });
      await answer?.finished();
      const { responseHeadersSize = 0, responseBodySize = 0 } = (await answer?.request().sizes()) ?? {};
      expect(responseBodySize, 'the sizes are known').toBeGreaterThan(KB);
      expect.soft(responseHeadersSize + responseBodySize, pathOf(screen, locale)).toBeLessThanOrEqual(FIRST_JOURNEY);
    }
});
