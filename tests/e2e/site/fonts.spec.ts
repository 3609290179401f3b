import { expect, test } from '../../support/browser.ts';
import { sum } from '../../support/weight.ts';

/*
 * The cost of fonts on a public page: their bytes precede its first words on a simulated phone network, and their arrival must
 * not shift the content (scripts/fonts.mjs, src/layouts/styles/fonts.css).
 */
const KB = 1024;
const pages = ['/', '/cloud-cdn', '/pricing', '/docs/dns-records', '/docs/notifications', '/faq', '/privacy'];
const locales = { en: 33, es: 33, fa: 36, ar: 36 };

for (const [locale, most] of Object.entries(locales))
  for (const page of pages) {
    const path = locale === 'en' ? page : `/${locale}${page === '/' ? '' : page}`;
    test(`${path} loads its fonts early, and no others`, async ({ page: tab }) => {
      const requested: string[] = [];
      tab.on('request', (request) => request.resourceType() === 'font' && requested.push(new URL(request.url()).pathname));
      await tab.goto(path);
      await tab.evaluate(() => document.fonts.ready.then(() => true));
      const early = await tab
        .locator('link[rel=preload][as=font]')
        .evaluateAll((links) => (links as HTMLLinkElement[]).map(({ href }) => new URL(href).pathname));
      const size = (paths: string[]) => sum(paths, 'br');
      const words = early.filter((file) => !file.includes('geist-mono'));
      expect(words.length).toBeGreaterThan(0);
      expect(size(words), words.join(' ')).toBeLessThanOrEqual(most * KB);
      expect(size(early), early.join(' ')).toBeLessThanOrEqual((most + 10) * KB);
      // Code further down the page loads its font when it is near.
      expect([...new Set(requested)].filter((file) => !early.includes(file) && !file.includes('geist-mono'))).toEqual([]);
      const used = await tab.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
      for (const [file, family] of [
        ['inter', 'Inter'],
        ['vazirmatn', 'Vazirmatn'],
        ['geist-mono', 'Geist Mono'],
      ] as const)
        if (early.some((path) => path.includes(`/${file}.`))) expect(used.join(), `${file} came early and was not used`).toContain(family);
    });
  }

/** The cumulative layout shift, as browsers measure it: 0 is nothing, 0.1 is where it becomes disturbing. */
declare global {
  interface Window {
    moved: number;
  }
}

/** The files of Persian and Arabic text: its letters with the space, and Latin letters. They arrive in either order. */
const arrivals = [
  ['vazirmatn', 'vazirmatn-latin'],
  ['vazirmatn-latin', 'vazirmatn'],
] as const;

for (const path of ['/fa/docs/dns-records', '/fa/docs/add-domain', '/ar/docs/dns-records', '/fa/pricing'])
  for (const width of [412, 1440])
    for (const files of arrivals)
      test(`${path} at ${width} px doesn’t shift when its fonts are late, ${files[0]} first`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        const local = (name: string) =>
          page.evaluate(
            (family) =>
              new FontFace('probe', `local("${family}")`).load().then(
                () => true,
                () => false,
              ),
            name,
          );
        const measured = !(await local('Arial')) && ((await local('Noto Sans Arabic')) || (await local('DejaVu Sans')));
        test.skip(!measured, 'The first Arabic font of this system is none whose widths are known (src/layouts/styles/fonts.css).');
        const responses = new Map([...files, 'others'].map((name) => [name, Promise.withResolvers<void>()] as const));
        await page.route('**/*.woff2', async (route) => {
          const [name = ''] = new URL(route.request().url()).pathname.split('/').pop()?.split('.') ?? [];
          await (responses.get(name) ?? responses.get('others'))?.promise;
          await route.continue();
        });
        await page.addInitScript(() => {
          window.moved = 0;
          new PerformanceObserver((list) => {
            // The type of a layout shift is not in TypeScript's library.
            for (const shift of list.getEntries()) window.moved += (shift as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        // The first words are shown in system fonts.
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
        const loaded = () =>
          page.evaluate(() => [...document.fonts].filter(({ family, status }) => family === 'Vazirmatn' && status === 'loaded').length);
        const nextFrame = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        expect(await loaded()).toBe(0);
        for (const [index, file] of files.entries()) {
          responses.get(file)?.resolve();
          await expect.poll(loaded).toBe(index + 1);
          await nextFrame();
        }
        responses.get('others')?.resolve();
        await page.evaluate(() => document.fonts.ready.then(() => true));
        await nextFrame();
        expect(await page.evaluate(() => window.moved)).toBeLessThanOrEqual(0.02);
      });
