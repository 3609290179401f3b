import { expect, test } from 'vitest';
import { seal, unseal } from './seal.ts';

const text = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('a sealed text opens again, and differs each time', () => {
  const [first, second] = [seal('s', 'totp', 'user-1', text), seal('s', 'totp', 'user-1', text)];
  expect(first).not.toBe(second);
  expect(first).not.toContain(text);
  expect([unseal('s', 'totp', 'user-1', first), unseal('s', 'totp', 'user-1', second)]).toEqual([text, text]);
});

test('it can’t be opened with another secret, for another use or customer, or after a byte was changed', () => {
  const sealed = seal('s', 'totp', 'user-1', text);
  const last = sealed.at(-1) === 'A' ? 'Q' : 'A';
  const changed = [
    `${sealed.slice(0, 4)}${sealed[4] === 'A' ? 'B' : 'A'}${sealed.slice(5)}`,
    sealed.slice(0, -1) + last,
    'v1.',
    'v2.x',
    '',
  ];
  expect(() => unseal('t', 'totp', 'user-1', sealed)).toThrow();
  expect(() => unseal('s', 'other', 'user-1', sealed)).toThrow();
  expect(() => unseal('s', 'totp', 'user-2', sealed)).toThrow();
  for (const broken of changed) expect(() => unseal('s', 'totp', 'user-1', broken)).toThrow();
});
