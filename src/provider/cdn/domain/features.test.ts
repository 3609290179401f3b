import { describe, expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { requireFeature } from '../features.ts';

const t = translator('en');
const of = (plan: 'free' | 'pro' | 'ent', name = 'shop.example', status: 'active' | 'pendingNsChange' = 'active') => ({
  name,
  plan,
  status,
});
/** What `requireFeature` refuses; null: it allows. */
async function started() {
  const { store } = await startProvider();
  return (...[owned, code]: [ReturnType<typeof of>, Parameters<typeof requireFeature>[3]]): Promise<Refusal | null> =>
    requireFeature({ t }, store.reader, owned, code).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal) return error;
        throw error;
      },
    );
}

test('the features of a domain follow its plan, its name and its status', async () => {
  const p = await startProvider();
  const token = await p.signIn();
  const features = async (name: string) => {
    const { id: domainId } = await storedOne(p, 'domain', { name });
    return (await p.ok(domain.features, { domainId }, { token })).features;
  };
  expect(await features('parvaz.example')).toMatchObject({ dnssec: { allowed: true }, pageRules: { allowed: true, limit: null } });
  expect(await features('rosewater.example')).toMatchObject({
    websockets: { allowed: false, reason: 'plan', requiredPlan: 'eco' },
    pageRules: { allowed: true, limit: 5 },
    minCacheTtl: { limit: 1800 },
  });
  await p.ok(domain.add, { name: 'forushgah.ir', plan: 'free', acceptTerms: true, termsVersion: '2026-11' }, { token });
  expect(await features('forushgah.ir')).toMatchObject({
    dnssec: { allowed: false, reason: 'tld' },
    customNs: { allowed: false, reason: 'tld' },
    dedicatedIp: { allowed: false, reason: 'plan', requiredPlan: 'ent' },
  });
});

describe('requireFeature', () => {
  test('allows a feature that the domain has; otherwise it returns 402 with the plan that includes it', async () => {
    const refusal = await started();
    expect(await refusal(of('pro'), 'customNs')).toBeNull();
    expect(await refusal(of('free'), 'pageRules')).toBeNull();
    expect(await refusal(of('free'), 'customNs')).toMatchObject({
      status: 402,
      code: 'plan:required',
      details: { extra: { requiredPlan: 'pro' }, params: { feature: 'custom name servers', plan: 'Professional' } },
    });
    // There is no upgrade from the highest plan.
    expect(await refusal(of('pro'), 'dedicatedIp')).toMatchObject({
      status: 402,
      code: 'plan:requiredTop',
      details: { params: { plan: 'Enterprise' } },
    });
  });

  test('returns 409 for what no plan can change', async () => {
    const refusal = await started();
    expect(await refusal(of('ent', 'forushgah.ir'), 'dnssec')).toMatchObject({
      status: 409,
      code: 'plan:tldLacks',
      details: { params: { tld: '.ir' } },
    });
    expect(await refusal(of('ent', 'shop.example', 'pendingNsChange'), 'dnssec')).toMatchObject({ status: 409, code: 'plan:notLive' });
  });

  test.each(locales)('says so in %s with every placeholder filled', (locale) => {
    const translate = translator(locale);
    for (const key of ['plan:required', 'plan:requiredTop', 'plan:nowhere', 'plan:tldLacks', 'plan:notLive'] as const)
      expect(translate(key, { feature: 'X', plan: 'Y', tld: '.ir' })).not.toContain('{{');
  });
});
