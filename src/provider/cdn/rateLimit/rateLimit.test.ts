import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { rateLimit } from '../../../lib/contract/cdn/rateLimit.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

const { domainId } = demo;
const [login, api] = demo.rateLimitIds;
const fresh = {
  domainId,
  title: 'Search',
  path: '/search*',
  requestCount: 60,
  time: { value: 1, unit: 'm' as const },
  blockTime: { value: 5, unit: 'm' as const },
  action: 'block' as const,
  deploy: true,
};

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const rules = async () => (await p.ok(rateLimit.list, { domainId }, { token })).rules;
  return { p, token, rules, send: (call: Parameters<typeof p.try>[0], input: object) => p.try(call, { domainId, ...input }, { token }) };
}

test('a rule is added at the end of the list unless a priority is given', async () => {
  const { p, token, rules } = await started();
  const { rule } = await p.ok(rateLimit.create, fresh, { token });
  expect(rule).toMatchObject({ title: 'Search', priority: 3, deploy: true, deployed: null, version: 1 });
  await p.ok(rateLimit.create, { ...fresh, title: 'Ninth', priority: 9 }, { token });
  const places = (await rules()).map(({ title, priority }) => `${priority} ${title}`);
  expect(places).toEqual(['1 Sign-in attempts', '2 API clients', '3 Search', '9 Ninth']);
});

test('a taken priority is refused beside the field, with its owner and a free priority', async () => {
  const { p, token, send } = await started();
  const before = await snapshot(p);
  const { status, body } = await send(rateLimit.create, { ...fresh, priority: 1 });
  expect([status, body.code, body.fields]).toEqual([
    409,
    'rules:error.duplicatePriority',
    { priority: 'Priority 1 is used by “Sign-in attempts”. Try 3.' },
  ]);
  expect(await snapshot(p)).toBe(before);
  const other = await send(rateLimit.update, { ruleId: api, priority: 1 });
  expect(other.body.code).toBe('rules:error.duplicatePriority');
  await p.ok(rateLimit.update, { domainId, ruleId: login, priority: 1, requestCount: 5 }, { token });
});

describe('draft and deployed', () => {
  test('saving without deploying leaves the edge unchanged; deploying applies the new form', async () => {
    const { p, token } = await started();
    const { rule } = await p.ok(rateLimit.update, { domainId, ruleId: login, requestCount: 5 }, { token });
    expect(rule).toMatchObject({ requestCount: 5, deploy: true, deployed: { requestCount: 10, priority: 1 } });
    const again = await p.ok(rateLimit.update, { domainId, ruleId: login, requestCount: 4 }, { token });
    expect(again.rule.deployed?.requestCount).toBe(10);
    const back = await p.ok(rateLimit.update, { domainId, ruleId: login, requestCount: 10 }, { token });
    expect(back.rule.deployed).toBeNull();
    await p.ok(rateLimit.update, { domainId, ruleId: login, requestCount: 3 }, { token });
    const live = await p.ok(rateLimit.toggleDeploy, { domainId, ruleId: login, deploy: true }, { token });
    expect(live.rule).toMatchObject({ requestCount: 3, deploy: true, deployed: null });
  });

  test('a rule that is off stays off when saved, and is turned on by "deploy"', async () => {
    const { p, token } = await started();
    const saved = await p.ok(rateLimit.update, { domainId, ruleId: api, requestCount: 5 }, { token });
    expect(saved.rule).toMatchObject({ deploy: false, deployed: null });
    const on = await p.ok(rateLimit.update, { domainId, ruleId: api, requestCount: 6, deploy: true }, { token });
    expect(on.rule).toMatchObject({ deploy: true, deployed: null });
    const off = await p.ok(rateLimit.toggleDeploy, { domainId, ruleId: api, deploy: false }, { token });
    expect(off.rule).toMatchObject({ deploy: false, deployed: null, requestCount: 6 });
  });
});

test('a new order applies to the deployed form too, which stays', async () => {
  const { p, token } = await started();
  await p.ok(rateLimit.update, { domainId, ruleId: login, requestCount: 5 }, { token });
  const { rules: after } = await p.ok(rateLimit.reorder, { domainId, ids: [api, login] }, { token });
  expect(after[1]?.deployed).toMatchObject({ requestCount: 10, priority: 2 });
  const { logs } = await p.ok(log.list, { domainId, group: 'rateLimit' }, { token });
  expect(logs.map(({ action }) => action)).toEqual(['reorder', 'update']);
});

test('the deleted rule is returned', async () => {
  const { p, token, rules } = await started();
  const { rule } = await p.ok(rateLimit.delete, { domainId, ruleId: login }, { token });
  expect(rule.title).toBe('Sign-in attempts');
  expect((await rules()).map(({ id }) => id)).toEqual([api]);
});

test('says in four languages what is wrong beside the field, and stores nothing', async () => {
  const { p, token, send } = await started();
  // Also what an update would leave.
  expect((await send(rateLimit.update, { ruleId: login, action: 'challenge' })).body.code).toBe('rateLimit:error.challengeType');
  for (const locale of locales) {
    const t = translator(locale);
    const before = await snapshot(p);
    for (const [input, field, message] of [
      [{ requestCount: 0 }, 'requestCount', t('rateLimit:error.count', { max: 10_000_000 })],
      [{ requestCount: 1.5 }, 'requestCount', t('rateLimit:error.count', { max: 10_000_000 })],
      [{ time: { value: 2, unit: 's' } }, 'time', t('rules:error.time')],
      [{ blockTime: { value: 61, unit: 'm' } }, 'blockTime', t('rules:error.time')],
      [{ blockTime: { value: 721, unit: 'd' } }, 'blockTime', t('rules:error.time')],
      [{ blockTime: { value: 25, unit: 'M' } }, 'blockTime', t('rules:error.time')],
      [{ action: 'challenge' }, 'challengeType', t('rateLimit:error.challengeType')],
      [{ path: 'search' }, 'path', t('rules:error.pattern', { domain: 'parvaz.example' })],
      [{ path: 'other.example/*' }, 'path', t('rules:error.pattern', { domain: 'parvaz.example' })],
      [{ path: '/a b' }, 'path', t('rules:error.pathSpace')],
      [{ path: '/a%zz' }, 'path', t('rules:error.pathFormat')],
      [{ path: 'https://parvaz.example/' }, 'path', t('rules:error.pathScheme', { domain: 'parvaz.example' })],
      [{ priority: 0 }, 'priority', t('rules:error.priority', { max: 10_000 })],
    ] as const) {
      const { status, body } = await p.try(rateLimit.create, { ...fresh, ...input }, { token, locale });
      expect([status, body.fields], locale).toEqual([422, { [field]: message }]);
    }
    expect(await snapshot(p), locale).toBe(before);
  }
});

test('every time of the specification is taken', async () => {
  const { p, token } = await started();
  const times = { s: [1, 5, 10, 30], m: [1, 60], h: [1, 24], d: [1, 720], M: [1, 24] };
  for (const [unit, values] of Object.entries(times))
    for (const value of values) {
      const time = { value, unit: unit as keyof typeof times };
      const { rule } = await p.ok(rateLimit.create, { ...fresh, time, blockTime: time }, { token });
      expect(rule.time).toEqual(time);
    }
});
