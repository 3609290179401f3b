import { readFileSync } from 'node:fs';
import type { Brand } from './brand.ts';
import { contrast } from './contrast.ts';

const LEAST = 4.5;
const TOKENS = new URL('../layouts/styles/tokens.css', import.meta.url);

/** The contrast problems of a brand's colors, as sentences; empty when there are none. Colors are `#rrggbb`. */
export function colorFaults(colors: Brand['colors']): string[] {
  const css = readFileSync(TOKENS, 'utf8');
  return Object.entries(colors).flatMap(([theme, { brand, brandText, onBrand, brandHover }]) => {
    const block = css.slice(css.indexOf(`[data-theme="${theme}"]`));
    const token = (name: string) => {
      const value = new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1];
      if (!value) throw new Error(`tokens.css has no --${name} for the ${theme} theme`);
      return value;
    };
    const pairs: [string, number][] = [
      ['onBrand on brand', contrast(onBrand, brand)],
      ['onBrand on brandHover', contrast(onBrand, brandHover)],
      ['brandText on a selected row of a menu', contrast(brandText, token('surface-3'), token('sel'))],
    ];
    return pairs
      .filter(([, ratio]) => ratio < LEAST)
      .map(([pair, ratio]) => `colors.${theme}: ${pair} has a contrast of ${ratio.toFixed(2)}:1; it needs ${LEAST}:1`);
  });
}
