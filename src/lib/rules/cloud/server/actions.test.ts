import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionFault, actionRules, restingState, serverActions } from './actions.ts';
import { isBusy, powers, serverStates } from './states.ts';

const facts = fc.record({
  state: fc.constantFrom(...serverStates),
  power: fc.constantFrom(...powers),
  protect: fc.boolean(),
  suspended: fc.boolean(),
});

test('an action is possible exactly as its rule says, and leads to a state in which no other action can start', () => {
  fc.assert(
    fc.property(facts, fc.constantFrom(...serverActions), (server, action) => {
      const rule = actionRules[action];
      const isPossible =
        rule.from.includes(server.state) &&
        (rule.power === undefined || rule.power === server.power) &&
        !(rule.destroys && server.protect) &&
        (!server.suspended || rule.suspended === true);
      expect(actionFault(server, action) === null).toBe(isPossible);
      expect(isBusy(rule.to)).toBe(true);
      for (const next of serverActions)
        if (actionFault({ ...server, state: rule.to }, next) === null) expect([rule.to, next]).toEqual(['installingOs', 'delete']);
    }),
  );
});

test('every idle state has an action', () => {
  for (const state of serverStates.filter((one) => !isBusy(one)))
    for (const power of powers)
      expect(serverActions.some((action) => actionFault({ state, power, protect: true, suspended: false }, action) === null)).toBe(true);
  expect([
    restingState({ rescue: false, trial: false }),
    restingState({ rescue: true, trial: false }),
    restingState({ rescue: false, trial: true }),
  ]).toEqual(['ready', 'rescued', 'resized']);
});
