import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  // The global name of axe's script.
  var axe: typeof axeCore;
}

/**
 * The axe violations of the page, one line per rule. `hasLayer`: an open menu or dialog is a layer beside the page's landmarks.
 *
 * Axe runs in the page itself: `@axe-core/playwright` takes several times as long for the same result. Frames aren't checked; the only
 * ones are previews without scripts.
 */
export async function axeViolations(page: Page, { hasLayer = false } = {}): Promise<string[]> {
  // Axe reads the page in several steps: a button whose call ends between two of them would be reported without a label.
  await expect(page.locator('button[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(source);
  return page.evaluate(
    async ({ runOnly, hasRegions }) => {
      // A bar that stays in the viewport covers nothing that a visitor couldn't scroll to: how far the page is scrolled depends on what
      // was clicked, and on what had loaded by then. In its place in the page, it covers nothing at all.
      const bars = [...document.querySelectorAll<HTMLElement>('header, .demo-strip, .action-bar')].filter(
        (bar) => getComputedStyle(bar).position === 'sticky',
      );
      for (const { style } of bars) Object.assign(style, { position: 'relative', inset: 'auto' });
      // Details of passed rules take most of the time.
      const { violations } = await axe.run({
        runOnly,
        resultTypes: ['violations'],
        rules: { region: { enabled: hasRegions } },
        iframes: false,
      });
      for (const { style } of bars) Object.assign(style, { position: '', inset: '' });
      return violations.map(({ id, nodes }) => {
        const shown = nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${target.join(' ')} (${failureSummary?.split('\n')[1]?.trim()})`);
        return `${id}: ${shown.join(' | ')}`;
      });
    },
    { runOnly: tags, hasRegions: !hasLayer },
  );
}
