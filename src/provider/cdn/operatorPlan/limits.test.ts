import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { cache } from '../../../lib/contract/cdn/cache.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { operatorPlan } from '../../../lib/contract/cdn/operatorPlan.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';

const builtIn = { traffic: 500, requests: 15_000_000, pageRules: 25, minCacheTtl: 1800 };
const { planDomainId: domainId } = demo;

async function started() {
  const p = await startProvider();
  const [as, operator] = [{ token: await p.signIn() }, { token: await p.signInOperator() }];
  const update = (limits: Partial<typeof builtIn>, version = 0, dryRun = false) =>
    p.ok(operatorPlan.updateLimits, { plan: 'eco', ...builtIn, ...limits, version, dryRun }, operator);
  return { p, as, operator, update };
}

test('limits of a plan are previewed and changed: lists, usage and pages of the site have the new ones', async () => {
  const { p, as, operator, update } = await started();
  const offered = async () => (await p.ok(domain.plans, {})).plans.find(({ code }) => code === 'eco');
  const { preview } = await update({ traffic: 600, pageRules: 30 }, 0, true);
  expect(preview.changes).toEqual([
    { label: 'Traffic per month', kind: 'text', before: '500 GB', after: '600 GB' },
    { label: 'Page rules', kind: 'text', before: '25', after: '30' },
  ]);
  expect(await offered()).toMatchObject(builtIn);

  await update({ traffic: 600, pageRules: 30 });
  expect(await offered()).toMatchObject({ ...builtIn, traffic: 600, pageRules: 30 });
  expect((await p.ok(plan.usage, { domainId }, as)).usage.traffic.included).toBe(600);
  expect((await p.ok(pageRule.list, { domainId }, as)).limit).toBe(30);
  const listed = (await p.ok(operatorPlan.list, {}, operator)).plans.find(({ code }) => code === 'eco');
  expect(listed).toMatchObject({ limits: { ...builtIn, traffic: 600, pageRules: 30 }, limitsVersion: 1, version: 0 });
  const [log] = (await p.ok(operatorLog.list, {}, operator)).logs;
  expect(log?.changes).toMatchObject([
    { field: 'traffic', before: 500, after: 600 },
    { field: 'pageRules', before: 25, after: 30 },
  ]);
  // The contract of Enterprise has no limits here.
  expect((await p.ok(operatorPlan.list, {}, operator)).plans.find(({ code }) => code === 'ent')?.limits).toBeNull();
});

test('page rules beyond a lower limit stay, and none can be added', async () => {
  const { p, as, update } = await started();
  const rule = { domainId, title: 'A rule', path: '/a/*', mode: 'apply', settings: {}, deploy: true } as const;
  const { path } = await p.ok(pageRule.create, rule, as);
  const { used } = await p.ok(pageRule.list, { domainId }, as);
  const { preview } = await update({ pageRules: used - 1 });
  expect(preview.affected).toContainEqual({ label: 'Domains with more page rules than that', count: 1 });
  expect((await p.ok(pageRule.list, { domainId }, as)).paths.map(({ id }) => id)).toContain(path.id);
  expect(await p.try(pageRule.create, { ...rule, path: '/b/*' }, as)).toMatchObject({
    status: 402,
    body: { code: 'pageRule:error.limit' },
  });
  await p.ok(pageRule.update, { domainId, pathId: path.id, title: 'Another title' }, as);
});

test('a shorter minimum cache TTL is accepted from then on, and is in the policies of edges', async () => {
  const { p, as, update } = await started();
  const minute = { domainId, ttl: { value: 1, unit: 'm' } } as const;
  expect((await p.try(cache.update, minute, as)).body.fields).toEqual({ ttl: expect.stringContaining('30 minutes') });
  await update({ minCacheTtl: 60 });
  expect((await p.ok(cache.update, minute, as)).cache).toMatchObject({ minTtl: 60, ttl: { value: 1, unit: 'm' } });
  expect((await p.ok(cache.get, { domainId }, as)).cache.minTtl).toBe(60);
});

test('limits that another operator changed, that are out of range, or of a plan by contract are refused, and a customer finds nothing', async () => {
  const { p, as, operator, update } = await started();
  await update({ traffic: 600 });
  const send = (input: object, who = operator) =>
    p.try(operatorPlan.updateLimits, { plan: 'eco', ...builtIn, version: 1, ...input } as never, who);
  expect(await send({ version: 0 })).toMatchObject({ status: 409, body: { code: 'error:versionConflict' } });
  expect((await send({ pageRules: 1001, minCacheTtl: 0 })).body.fields).toEqual({
    pageRules: 'Enter a whole number of page rules, at most 1000.',
    minCacheTtl: 'Enter a whole number of seconds from 1 to 86400.',
  });
  expect((await send({ plan: 'ent' })).status).toBe(422);
  expect((await send({}, as)).status).toBe(404);
});
