import { readFileSync } from 'node:fs';
import { contrast } from './contrast.mjs';

const LEAST = 4.5;
const TOKENS = 'src/layouts/styles/tokens.css';

/**
 * The contrast problems of a brand's colors, as sentences; empty when there are none.
 * @param {import('../../src/config/brand.ts').Brand['colours']} colors
 */
export function colorFaults(colors) {
  const css = readFileSync(TOKENS, 'utf8');
  return Object.entries(colors).flatMap(([theme, { brand, brandText, onBrand, brandHover }]) => {
    const block = css.slice(css.indexOf(`[data-theme="${theme}"]`));
    const token = (name) => {
      const value = new RegExp(`--${name}: ([^;]+);`).exec(block)?.[1];
      if (!value) throw new Error(`${TOKENS} has no --${name} for the ${theme} theme`);
      return value;
    };
    const pairs = [
      ['onBrand on brand', contrast(onBrand, brand)],
      ['onBrand on brandHover', contrast(onBrand, brandHover)],
      ['brandText on a selected row of a menu', contrast(brandText, token('surface-3'), token('sel'))],
    ];
    return pairs
      .filter(([, ratio]) => ratio < LEAST)
      .map(([pair, ratio]) => `src/config/brand.ts, ${theme}: ${pair} has a contrast of ${ratio.toFixed(2)}:1; it needs ${LEAST}:1.`);
  });
}
