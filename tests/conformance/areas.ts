import * as account from '../../src/lib/contract/account/index.ts';
import type { NamedCall } from '../../src/lib/contract/call.ts';
import * as cdn from '../../src/lib/contract/cdn/index.ts';
import * as cloud from '../../src/lib/contract/cloud/index.ts';
import * as core from '../../src/lib/contract/core/index.ts';
import * as finance from '../../src/lib/contract/finance/index.ts';
import * as operator from '../../src/lib/contract/operator/index.ts';
import * as support from '../../src/lib/contract/support/index.ts';
import { type Capability, type Engines, has } from '../../src/lib/rules/core/capabilities.ts';
import { isForOperators } from '../support/callInputs.ts';

/** The product lines of the contract, and what all of them need. `operator`: the calls for operators of every line. */
export const areas = ['cdn', 'cloud', 'finance', 'support', 'account', 'core', 'operator'] as const;
export type Area = (typeof areas)[number];

const groups = { cdn, cloud, finance, support, account, core, operator };
const areaOfPath = new Map(
  areas.flatMap((area) =>
    Object.values(groups[area]).flatMap((calls) =>
      Object.values(calls as Record<string, NamedCall>).map(({ path }) => [path, area] as const),
    ),
  ),
);

export const areaOf = (call: NamedCall): Area => (isForOperators(call) ? 'operator' : (areaOfPath.get(call.path) ?? 'core'));

/** Groups that a provider may declare it doesn't have (`GET /provider/capabilities`), by the capability that they need. */
const needs: Record<string, Capability> = {
  ...Object.fromEntries(['space', 'spaceKey', 'spaceLifecycle', 'spaceObject', 'spaceVersion'].map((group) => [group, 'objectStore'])),
  ...Object.fromEntries(['payment', 'autoTopUp'].map((group) => [group, 'payments'])),
};

/** The capability that a call needs; null: none, every provider has it. */
export function capabilityOf(call: NamedCall): Capability | null {
  const [group] = call.id;
  return needs[group] ?? (areaOf(call) === 'cloud' ? 'compute' : null);
}

/** The capability without which a provider doesn't have the call, if it declares that; undefined: the call must work. */
export function declaredAbsent(call: NamedCall, engines: Engines | null): Capability | undefined {
  const capability = capabilityOf(call);
  return capability && engines && !has(engines, capability) ? capability : undefined;
}
