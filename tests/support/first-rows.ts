import type { Page } from '@playwright/test';

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

/** From the next page on, notes what moves. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      // A Latin word on a Persian phone changes its width by less when its font arrives.
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[])
        if (entry.value > 0.003)
          shifts.push(
            `${entry.value} ${entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : '')).join(' ')}`,
          );
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** What has moved on the page: how much, and which elements. */
export const shiftsOf = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts); // set by `watchShifts`
