import type { BrandColors } from './builtInBrand.ts';
import { contrast } from './contrast.ts';

/** Of text on its background (WCAG 2.2, success criterion 1.4.3). */
export const LEAST_CONTRAST = 4.5;

/** The background of menus in a theme, and the overlay of their selected row: as in `tokens.css`. */
export interface MenuColors {
  surface: string;
  selected: string;
}

export interface ColorContrast {
  text: 'onBrand' | 'brandText';
  on: 'brand' | 'brandHover' | 'menu';
  /** 1 to 21, rounded down to two decimals, so that a fault never looks sufficient. */
  ratio: number;
}

/** The contrast of each text that has a color of the brand. Colors are `#rrggbb`. */
export function colorContrasts({ brand, brandHover, brandText, onBrand }: BrandColors, menu: MenuColors): ColorContrast[] {
  const floor = (ratio: number) => Math.floor(ratio * 100) / 100;
  return [
    { text: 'onBrand', on: 'brand', ratio: floor(contrast(onBrand, brand)) },
    { text: 'onBrand', on: 'brandHover', ratio: floor(contrast(onBrand, brandHover)) },
    { text: 'brandText', on: 'menu', ratio: floor(contrast(brandText, menu.surface, menu.selected)) },
  ];
}
