import { expect, test } from 'vitest';
import { wind } from './field.ts';

const options = { width: 480, height: 120, discs: [{ x: 240, y: 60, r: 31 }], sep: 8, wave: 0.2, seed: 5, tries: 900 };

test('the same seed draws the same wind, and another seed a different one', () => {
  expect(wind(options)).toEqual(wind(options));
  expect(wind({ ...options, seed: 6 })).not.toEqual(wind(options));
});

test('no line enters a disc or is shorter than 70 px', () => {
  const lines = wind(options);
  expect(lines.length).toBeGreaterThan(8);
  for (const { d, length } of lines) {
    expect(length).toBeGreaterThanOrEqual(70);
    for (const [, x, y] of d.matchAll(/(-?[\d.]+) (-?[\d.]+)(?=C|$)/g))
      expect(Math.hypot(Number(x) - 240, Number(y) - 60)).toBeGreaterThan(31 * 0.9);
  }
});
