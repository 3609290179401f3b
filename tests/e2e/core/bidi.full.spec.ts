import { bundles, type TextTree } from '../../../src/lib/i18n/bundles.ts';
import { localeInstance } from '../../../src/lib/i18n/server.ts';
import { expect, test } from '../../support/browser.ts';

/** Values that a right-to-left text reorders unless they are isolated. */
const hostile = ['2001:db8::7:2001', '+US$ 20.00', 'a-1.shop.example', '/fa/*?q=1', '-50%', '(+98) 21-5550', 'وب‌سایت (a)', '2026-000123'];

interface Placed {
  key: string;
  text: string;
  values: string[];
}

function* texts(tree: TextTree, path: string): Generator<{ key: string; text: string }> {
  for (const [name, child] of Object.entries(tree))
    if (typeof child === 'string') yield { key: `${path}.${name}`, text: child };
    else yield* texts(child, `${path}.${name}`);
}

for (const locale of ['fa', 'ar'] as const)
  test(`no value reorders a text, and no text a value: ${locale}`, async ({ page }) => {
    const { interpolator } = localeInstance(locale).services;
    const placed: Placed[] = [...texts(bundles[locale], locale)].flatMap(({ key, text }, index) => {
      const names = [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))];
      if (names.length === 0) return [];
      const values = names.map((_, place) => hostile[(index + place) % hostile.length] ?? '');
      const params = Object.fromEntries(names.map((name, place) => [name, values[place]]));
      return [{ key, text: interpolator.interpolate(text, params, locale, {}), values }];
    });
    expect(placed.length).toBeGreaterThan(1000);

    await page.setContent('<html dir="rtl"><body></body></html>');
    const wrong = await page.evaluate((all: Placed[]) => {
      const line = document.createElement('p');
      line.style.cssText = 'white-space: nowrap; font: 20px monospace';
      document.body.append(line);
      /** The place of each visible character from the left. */
      const places = (text: string): (number | null)[] => {
        line.textContent = text;
        const node = line.firstChild as Text;
        const range = document.createRange();
        return [...text].map((_, index) => {
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const { left, width } = range.getBoundingClientRect();
          return width > 0.5 ? left + width / 2 : null;
        });
      };
      const visible = (from: readonly (number | null)[]) => from.filter((place) => place !== null);
      const order = (from: readonly number[]) => from.map((place) => from.filter((other) => other < place).length).join(' ');
      const alone = new Map<string, string>();
      return all.flatMap(({ key, text, values }) => {
        const found = places(text);
        return values.flatMap((value) => {
          const start = text.indexOf(value);
          const own = visible(found.slice(start, start + value.length));
          const rest = visible([...found.slice(0, start), ...found.slice(start + value.length)]);
          const [least, most] = [Math.min(...own), Math.max(...own)];
          if (!alone.has(value)) alone.set(value, order(visible(places(`\u2068${value}\u2069`))));
          const isWhole = rest.every((place) => place < least || place > most);
          return isWhole && order(own) === alone.get(value) ? [] : [`${key}: ${value}`];
        });
      });
    }, placed);
    expect(wrong).toEqual([]);
  });
