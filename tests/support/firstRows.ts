import type { Page } from '@playwright/test';

/** How a page may look: the first four have each language, theme and width. */
export const looks = [
  { language: 'en', theme: 'light', calendar: 'auto', digits: 'auto', width: 1440 },
  { language: 'fa', theme: 'dark', calendar: 'auto', digits: 'auto', width: 390 },
  { language: 'ar', theme: 'light', calendar: 'islamic', digits: 'native', width: 1024 },
  { language: 'es', theme: 'dark', calendar: 'persian', digits: 'latin', width: 768 },
  { language: 'fa', theme: 'light', calendar: 'gregory', digits: 'latin', width: 1440 },
  { language: 'en', theme: 'dark', calendar: 'persian', digits: 'auto', width: 390 },
] as const;

/**
 * The rows of a document, as the text that this width shows: the server's HTML has both forms where phones have another one.
 * @param html null: of the page itself
 * @param rows a selector
 */
export const rowsIn = (page: Page, html: string | null, rows = 'main tbody tr'): Promise<string[]> =>
  page.evaluate(
    ([source, selector]) => {
      const root = source === null ? document : new DOMParser().parseFromString(source, 'text/html');
      const hidden = innerWidth <= 600 ? '.max-sm\\:hidden' : '.sm\\:hidden';
      return [...root.querySelectorAll(selector)].map((row) => {
        const copy = row.cloneNode(true) as Element; // of an element
        for (const part of copy.querySelectorAll(hidden)) part.remove();
        // An age ("4 seconds ago") changes before the page is read. React reports any text that differs at hydration, so nothing is missed.
        for (const time of copy.querySelectorAll('time')) time.textContent = time.dateTime;
        return copy.textContent;
      });
    },
    [html, rows] as const,
  );

/**
 * From the next page on, notes what moves. While the HTML still arrives, a line grows with each part of it, which moves the button at its
 * end: until then only larger moves count. Fonts have a test of their own (site/fonts.spec.ts): here none loads, so none moves a text.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.route('**/*.woff2', (route) => route.abort());
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    let arrived = Number.POSITIVE_INFINITY;
    // The second frame after the end of the HTML: the first one shows its last part. Its timestamp isn't used: the frame can be scheduled
    // while the first one is still drawn.
    const end = () =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          arrived = performance.now();
        }),
      );
    document.addEventListener('readystatechange', end, { once: true });
    const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
    type Shift = PerformanceEntry & {
      value: number;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    new PerformanceObserver((list) => {
      for (const { value, startTime, sources } of list.getEntries() as Shift[]) {
        if (value <= (startTime > arrived ? 0.003 : 0.01)) continue;
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node instanceof Element ? node.outerHTML.slice(0, 90) : node?.nodeValue}: ${place(previousRect)} to ${place(currentRect)}`,
        );
        shifts.push([value, ...moved].join('\n'));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved on the page: how much, and which elements. */
export const layoutShifts = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts); // set by `watchShifts`
