import { expect, test } from 'vitest';
import { renewsFrom } from './expiry.ts';

const DAY = 86_400_000;

test.each([
  [398, 30],
  [90, 30],
  [45, 15],
  [6, 2],
])('a certificate for %s days is renewed %s days before its end', (lifetime, before) => {
  expect(renewsFrom(DAY, (1 + lifetime) * DAY)).toBe((1 + lifetime - before) * DAY);
});
