import { describe, expect, test } from 'vitest';
import { brand } from '../src/config/brand.ts';
import { colorFaults } from '../src/config/brandColors.ts';
import { contrast } from '../src/config/contrast.ts';

describe('brand colors', () => {
  test('contrast is calculated as in WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#ffffff', '#ffffff', 'rgb(0 0 0 / 1)')).toBeCloseTo(21);
  });

  test('our colors are readable', () => {
    expect(colorFaults(brand.colors)).toEqual([]);
  });

  test('an unreadable pair is reported with its ratio', () => {
    const pale = { ...brand.colors, light: { ...brand.colors.light, brand: '#4cd7d3', brandText: '#8899aa' } };
    expect(colorFaults(pale)).toEqual([
      { theme: 'light', text: 'onBrand', on: 'brand', ratio: expect.closeTo(1.76, 0) },
      { theme: 'light', text: 'brandText', on: 'menu', ratio: expect.closeTo(2.5, 0) },
    ]);
  });
});
