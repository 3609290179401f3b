import type { Page } from '@playwright/test';

/**
 * Values that are truncated at their beginning: a line that is too long loses what is at its end, which in a right-to-left line is the
 * beginning of an address, a name or a path in Latin letters (and the reverse).
 * @returns the value and the line that it is in; a value of a line that shows nothing of it isn't one
 */
export const valuesCutAtStart = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Letters of one direction, with what is between them: digits, marks and blanks.
    const runs =
      /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}](?:[^\p{Script=Arabic}\u2066-\u2069]*[\p{L}\p{N}])?|\p{Script=Arabic}(?:[^\p{Script=Latin}\u2066-\u2069]*[\p{L}\p{N}])?/gu;
    const range = document.createRange();
    const isVisible = (node: Node, index: number, box: DOMRect): boolean => {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const { left, right, width } = range.getBoundingClientRect();
      return width === 0 || (right > box.left + 1 && left < box.right - 1);
    };
    const found = new Set<string>();
    for (const line of document.querySelectorAll<HTMLElement>('body *')) {
      if (line.scrollWidth <= line.clientWidth + 1 || getComputedStyle(line).textOverflow !== 'ellipsis' || !line.checkVisibility())
        continue;
      const box = line.getBoundingClientRect();
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { 0: run, index } of (node.textContent ?? '').matchAll(runs))
          if (run.length > 1 && !isVisible(node, index, box) && isVisible(node, index + run.length - 1, box))
            found.add(`${run} in: ${line.textContent}`);
    }
    return [...found];
  });
