import { expect, test } from 'vitest';
import { domainStatuses } from '../../../contract/cdn/domain.ts';
import { toggled, toggleFault } from './toggle.ts';

test.each([
  ['active', false, 'inactive'],
  ['inactive', true, 'active'],
  ['active', true, 'active'],
  ['inactive', false, 'inactive'],
] as const)('%s, asked to be active: %s, is %s', (status, active, result) => {
  expect(toggled(status, active)).toEqual({ ok: true, status: result });
});

test.each(['pending', 'pendingNsChange'] as const)('%s can’t be paused or resumed', (status) => {
  for (const active of [true, false]) expect(toggled(status, active)).toEqual({ ok: false, key: 'domain:error.togglePending' });
});

test('the button is disabled exactly when the provider refuses', () => {
  for (const status of domainStatuses) {
    for (const active of [true, false]) {
      const result = toggled(status, active);
      expect(toggleFault(status)).toBe(result.ok ? null : result.key);
    }
  }
});
