import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { draft } from '../../../lib/contract/cdn/draft.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { domainId } = demo;
const [login, api] = demo.rateLimitIds;

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const drafts = async () => (await p.ok(draft.list, { domainId }, { token })).drafts;
  const wanted = async (list?: string) =>
    (await drafts()).filter((one) => !list || one.list === list).map(({ id, list: of, version }) => ({ id, list: of, version }));
  return { p, token, drafts, wanted };
}

test('new and edited rules are drafts, with their changes described', async () => {
  const { p, token, drafts } = await started();
  await p.ok(rateLimit.update, { domainId, ruleId: login, requestCount: 20, deploy: false }, { token });
  const mine = (await drafts()).filter(({ list }) => list === 'rateLimit');
  expect(mine).toMatchObject([
    { id: login, title: 'Sign-in attempts', kind: 'changed', changes: [{ label: 'Requests', before: '10', after: '20' }] },
    { id: api, title: 'API clients', kind: 'new' },
  ]);
  expect(mine[1]?.changes).toContainEqual({ label: 'Period', before: '', after: '1 minute' });
  const fa = await p.ok(draft.list, { domainId }, { token, headers: { 'accept-language': 'fa' } });
  expect(fa.drafts.find(({ id }) => id === login)?.changes).toEqual([{ label: 'تعداد درخواست', before: '۱۰', after: '۲۰' }]);
});

test('a rule that was turned off isn’t a draft, and stays off when the drafts are deployed', async () => {
  const { p, token, drafts, wanted } = await started();
  await p.ok(rateLimit.toggleDeploy, { domainId, ruleId: login, deploy: false }, { token });
  await p.ok(rateLimit.update, { domainId, ruleId: login, requestCount: 20, deploy: false }, { token });
  expect((await drafts()).map(({ id }) => id)).not.toContain(login);
  await p.ok(draft.deploy, { domainId, drafts: await wanted() }, { token });
  const { rules } = await p.ok(rateLimit.list, { domainId }, { token });
  expect(rules.map(({ deploy, draft: isDraft }) => [deploy, isDraft])).toEqual([
    [false, false],
    [true, false],
  ]);
  await p.ok(rateLimit.toggleDeploy, { domainId, ruleId: login, deploy: true }, { token });
  expect(await drafts()).toEqual([]);
});

test('drafts of several lists are deployed together, each with its entry in the change log', async () => {
  const { p, token, drafts, wanted } = await started();
  const all = await wanted();
  expect(new Set(all.map(({ list }) => list)).size).toBeGreaterThan(2);
  expect(await p.ok(draft.deploy, { domainId, drafts: all }, { token })).toEqual({ deployed: all.length });
  expect(await drafts()).toEqual([]);
  const { logs } = await p.ok(log.list, { domainId, limit: 20 }, { token });
  expect(logs.slice(0, all.length).map(({ action }) => action)).toEqual(all.map(() => 'deploy'));
  const { paths } = await p.ok(pageRule.list, { domainId }, { token });
  expect(paths.every(({ deployed }) => !deployed)).toBe(true);
});

test('a draft changed since its review isn’t deployed, and neither is any other', async () => {
  const { p, token, wanted } = await started();
  const reviewed = await wanted();
  await p.ok(rateLimit.update, { domainId, ruleId: api, requestCount: 5, deploy: false }, { token });
  const before = await snapshot(p);
  const { status, body } = await p.try(draft.deploy, { domainId, drafts: reviewed }, { token });
  expect([status, body.code, body.message]).toEqual([
    409,
    'draft:error.changed',
    '“API clients” was changed, deployed or turned off after you opened this list. Review the changes again.',
  ]);
  expect(await snapshot(p)).toBe(before);
});

test('an expired firewall draft is refused; one that blocks the caller needs confirmation', async () => {
  const { p, token, wanted } = await started();
  const expiresAt = new Date(p.clock.now + 60_000).toISOString();
  const ended = { domainId, kind: 'ip' as const, value: '198.51.100.9', mode: 'deny' as const, expiresAt, deploy: false };
  const { rule } = await p.ok(firewall.create, ended, { token });
  p.clock.now += 120_000;
  const over = await p.try(draft.deploy, { domainId, drafts: await wanted('firewall') }, { token });
  expect([over.status, over.body.code]).toEqual([409, 'draft:error.expired']);
  await p.ok(firewall.delete, { domainId, ruleId: rule.id }, { token });

  const { you } = await p.ok(firewall.list, { domainId }, { token });
  await p.ok(firewall.create, { domainId, kind: 'ip', value: you.ip, mode: 'deny', deploy: false }, { token });
  const drafts = await wanted('firewall');
  const refused = await p.try(draft.deploy, { domainId, drafts }, { token });
  expect([refused.status, refused.body.code]).toEqual([409, 'firewall:error.selfBlock']);
  await p.ok(draft.deploy, { domainId, drafts, confirmSelfBlock: true }, { token });
});
