import { expect, test } from 'vitest';
import { matchRoute } from './index.ts';

test('an address below a screen belongs to it, but is none of its own', () => {
  expect(matchRoute('/domains/parvaz.example/firewall')).toMatchObject({ name: 'firewall', isExact: true });
  expect(matchRoute('/domains/parvaz.example')).toMatchObject({ name: 'overview', isExact: true });
  expect(matchRoute('/domains/parvaz.example/nothing')).toEqual({ name: 'overview', params: { domain: 'parvaz.example' }, isExact: false });
  expect(matchRoute('/nothing')).toBeNull();
});
