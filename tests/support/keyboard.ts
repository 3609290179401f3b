import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any page has between two consecutive actions. */
const MOST_STOPS = 90;

/** Actions without a pointer. Nothing here focuses an element directly: the page has to lead there. */
export const handsOn = (page: Page) => {
  /** The focused element, as text; empty when the focus is lost. */
  const focused = () =>
    page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return '';
      return `${one.tagName.toLowerCase()} ${one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40) ?? ''}`;
    });

  /** Presses Tab (or Shift+Tab) until the element is focused and visible. */
  async function to(target: Locator, { back = false } = {}): Promise<void> {
    await target.waitFor();
    const way: string[] = [];
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    for (let stops = 0; !(await isThere()); stops++) {
      if (stops === MOST_STOPS) throw new Error(`${target} is not reached by Tab; the way was:\n${way.join('\n')}`);
      await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
      way.push(await focused());
    }
    await expect(target, 'the focus is in the window').toBeInViewport();
    const ring = await target.evaluate((element) => {
      // A component with its own focus ring has it on itself or on a parent.
      const styles = [element, element.parentElement, element.nextElementSibling].flatMap((one) => (one ? [getComputedStyle(one)] : []));
      return styles.some(
        ({ outlineStyle, outlineWidth, boxShadow }) => (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      );
    });
    expect(ring, `the focus on ${await focused()} is seen`).toBe(true);
  }

  return {
    to,
    async press(target: Locator, key = 'Enter'): Promise<void> {
      await to(target);
      await page.keyboard.press(key);
    },
    /** Replaces the value of a field. */
    async write(target: Locator, text: string): Promise<void> {
      await to(target);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
    /** After an action the focus stays somewhere on the page. */
    hasFocus: () => expect.poll(focused, { message: 'the focus is lost' }).not.toBe(''),
  };
};
