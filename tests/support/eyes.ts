import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Pixels that have to look clearly different: the mark of the smallest control has about a hundred. */
const LEAST = 40;
const CHOSEN =
  '[role="switch"][aria-checked="true"], [role="radio"][aria-checked="true"], [role="tab"][aria-selected="true"], [aria-pressed="true"], a[aria-current], [aria-current="step"], .chip[data-on], input:checked';

/**
 * Chosen things that look the same as unchosen ones, one of each kind: switches, radio cards, segments, tabs, chips, links of the menu, steps.
 * Each is drawn twice, the second time without what marks it.
 */
export async function indistinctChoices(page: Page): Promise<string[]> {
  const chosen = await page.locator(CHOSEN).all();
  const kinds = new Map<string, (typeof chosen)[number]>();
  for (const one of chosen) {
    if (!(await one.isVisible())) continue;
    const kind = await one.evaluate(({ tagName, classList }) => [tagName.toLowerCase(), ...classList].join('.'));
    if (!kinds.has(kind)) kinds.set(kind, one);
  }
  const same: string[] = [];
  for (const [kind, one] of kinds) {
    // An input that isn't drawn has its looks from its label.
    const rendered = (await one.evaluate(isRendered)) ? one : one.locator('xpath=ancestor::label');
    await rendered.scrollIntoViewIfNeeded();
    const box = await rendered.boundingBox();
    if (!box) continue;
    const clip = { x: Math.max(0, box.x - 4), y: Math.max(0, box.y - 4), width: box.width + 8, height: box.height + 8 };
    const draw = async () =>
      sharp(await page.screenshot({ clip, animations: 'disabled' }))
        .removeAlpha()
        .raw()
        .toBuffer();
    const before = await draw();
    const restore = await one.evaluateHandle(unmark);
    const after = await draw();
    await restore.evaluate((back) => back());
    if (different(before, after) < LEAST) same.push(kind);
  }
  return same;
}

function isRendered(element: Element): boolean {
  const { opacity } = getComputedStyle(element);
  return opacity !== '0' && element.clientWidth > 1;
}

/** Takes away what marks an element as chosen, and returns what puts it back. */
function unmark(element: Element): () => void {
  const names = ['aria-checked', 'aria-selected', 'aria-pressed', 'aria-current', 'data-active', 'data-on', 'data-state'];
  const marks = names.flatMap((name) => {
    const value = element.getAttribute(name);
    return value === null ? [] : [[name, value] as const];
  });
  const isInput = element instanceof HTMLInputElement;
  for (const [name] of marks) element.removeAttribute(name);
  if (isInput) element.checked = false;
  return () => {
    for (const [name, value] of marks) element.setAttribute(name, value);
    if (isInput) element.checked = true;
  };
}

/** Pixels of two pictures in RGB whose difference can be seen. */
function different(one: Buffer, other: Buffer): number {
  let count = 0;
  for (let at = 0; at < one.length; at += 3)
    if ([0, 1, 2].some((channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > 60)) count += 1;
  return count;
}

/** 1440 × 900 at 200 %. */
export const ZOOMED = { width: 720, height: 450 };

/** The share of the window's height that bars cover, 0 to 1, somewhere in the middle of the page. */
export const coveredByBars = (page: Page): Promise<number> =>
  page.evaluate(() => {
    scrollTo({ top: (document.documentElement.scrollHeight - innerHeight) / 2, behavior: 'instant' });
    const isBar = (element: Element | null): boolean =>
      element !== null && (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isBar(element.parentElement));
    const heights = Array.from({ length: Math.floor(innerHeight / 5) }, (_, step) => step * 5 + 2);
    return heights.filter((y) => isBar(document.elementFromPoint(innerWidth / 2, y))).length / heights.length;
  });

/** Controls of the page's content that something covers when they have the focus. Of a text area, a browser shows the line that is written. */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(input, textarea, select, button, a[href])')];
    return controls
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => {
        control.focus();
        if (document.activeElement !== control) return false;
        const { x, y, width, height } = control.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + Math.min(height, 44) / 2);
        const bar = top?.closest('header, nav, .demo-strip, .action-bar, .shell-tabs');
        return bar !== null && bar !== undefined && !bar.contains(control);
      })
      .map((control) => control.outerHTML.slice(0, 120));
  });
