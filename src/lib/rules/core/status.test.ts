import { expect, test } from 'vitest';
import { type State, worst } from './status.ts';

test.each<[State[], State]>([
  [[], 'unknown'],
  [['operational', 'operational'], 'operational'],
  [['operational', 'unknown'], 'unknown'],
  [['unknown', 'degraded', 'operational'], 'degraded'],
  [['degraded', 'down', 'unknown'], 'down'],
])('the worst of %j is %s', (found, state) => {
  expect(worst(found)).toBe(state);
});
