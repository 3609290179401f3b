import { describe, expect, test } from 'vitest';
import { planCodes, plans } from '../../core/plans.ts';
import { type DomainFeature, domainFeatures, featureGates } from './features.ts';

const allowed = (plan: (typeof planCodes)[number], lacks: string[] = []) => {
  const gates = featureGates({ plan, status: 'active' }, lacks, plans);
  return domainFeatures.filter((code) => gates[code].allowed);
};

describe('plans', () => {
  test.each([
    ['free', ['pageRules', 'minCacheTtl']],
    ['eco', ['websockets', 'pageRules', 'minCacheTtl']],
    ['com', ['websockets', 'pageRules', 'minCacheTtl']],
    ['pro', ['websockets', 'customNs', 'pageRules', 'logForward', 'minCacheTtl']],
    ['ent', [...domainFeatures]],
  ] as const)('%s has %j', (plan, codes) => expect(allowed(plan)).toEqual(codes));

  test.each([
    ['websockets', 'eco'],
    ['customNs', 'pro'],
    ['logForward', 'pro'],
    ['dnssec', 'ent'],
    ['dedicatedIp', 'ent'],
    ['cnameSetup', 'ent'],
  ] as const)('%s starts with %s', (code, requiredPlan) => {
    expect(featureGates({ plan: 'free', status: 'active' }, [], plans)[code]).toEqual({ allowed: false, reason: 'plan', requiredPlan });
  });

  test('limits come from the plan; contract plans have none', () => {
    const limits = planCodes.map((plan) => {
      const { pageRules, minCacheTtl } = featureGates({ plan, status: 'active' }, [], plans);
      return [pageRules.limit, minCacheTtl.limit];
    });
    expect(limits).toEqual([
      [5, 1800],
      [25, 1800],
      [50, 1800],
      [75, 1],
      [null, null],
    ]);
  });

  test('a feature without a plan returns no plan', () => {
    const bare = Object.fromEntries(planCodes.map((code) => [code, { ...plans[code], features: [] }])) as unknown as typeof plans;
    expect(featureGates({ plan: 'ent', status: 'active' }, [], bare).dnssec).toEqual({ allowed: false, reason: 'plan' });
  });
});

test('no plan adds what the TLD doesn’t support', () => {
  for (const plan of planCodes) {
    const gates = featureGates({ plan, status: 'active' }, ['dnssec', 'customNs'], plans);
    for (const code of ['dnssec', 'customNs'] as const) expect(gates[code]).toEqual({ allowed: false, reason: 'tld' });
  }
});

test.each([
  ['active', true],
  ['inactive', true],
  ['pending', false],
  ['pendingNsChange', false],
] as const)('a zone that is %s may be signed: %s', (status, may) => {
  const gates = featureGates({ plan: 'ent', status }, [], plans);
  expect(gates.dnssec).toEqual(may ? { allowed: true } : { allowed: false, reason: 'status' });
  const others = domainFeatures.filter((code): code is Exclude<DomainFeature, 'dnssec'> => code !== 'dnssec');
  for (const code of others) expect(gates[code].allowed).toBe(true);
});
