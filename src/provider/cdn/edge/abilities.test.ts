import { expect, test } from 'vitest';
import { controlledEdge, started } from '../../../../tests/support/edgeControl.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import type { NamedCall } from '../../../lib/contract/call.ts';
import { ddos } from '../../../lib/contract/cdn/ddos.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { https } from '../../../lib/contract/cdn/https.ts';
import { pageRule } from '../../../lib/contract/cdn/pageRule.ts';
import { version } from '../../../lib/contract/cdn/version.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { cdnJobs } from '../jobs.ts';

const { domainId } = demo;
const older = 'This setting isn’t available: a connected edge runs an older version that doesn’t support it.';
const country = { kind: 'country', value: 'DE', mode: 'deny', deploy: false } as const;
const custom = { title: 'A', modules: ['custom'], deploy: false } as const;
const challenge = { ...custom, action: 'challenge', challengeType: 'l34' } as const;
const inGermany = { ...custom, action: 'block', conditions: [{ field: 'country', operator: 'equals', value: 'DE' }] } as const;

const needing: [what: string, call: NamedCall, input: object, field: string][] = [
  ['HTTP/3', https.update, { http3: true }, 'http3'],
  ['a check of the origin’s certificate', https.originCheck, { originCheck: 'public' }, 'originCheck'],
  ['an L3/4 challenge of all visitors', ddos.update, { challengeType: 'l34' }, 'challengeType'],
  ['an L3/4 challenge of a rule', waf.createRule, challenge, 'challengeType'],
  ['a rule for a country', firewall.create, country, 'kind'],
  ['a rule for a network', firewall.create, { ...country, kind: 'asn', value: 'AS64500' }, 'kind'],
  ['the country allowlist', firewall.countryUpdate, { enabled: true, countries: ['DE'], confirmSelfBlock: true }, 'enabled'],
  ['a condition on the country', waf.createRule, inGermany, 'conditions'],
];

test.each(needing)('%s can be turned on only once every edge applies it', async (_what, call, input, field) => {
  const { p, token, report } = await started();
  const attempt = () => p.try(call, { domainId, ...input }, { token }); // the input of this very call
  await report({}, {}, { places: false, abilities: [] });
  const refused = await attempt();
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.fields ?? {})).toContain(field);
  await report({}, {}, { places: true, abilities: ['http3', 'l34', 'originVerification'] });
  expect((await attempt()).status).toBe(200);
});

test('what every connected edge can do is reported, and an edge of an older version can do nothing of it', async () => {
  const { p, report } = await started();
  const second = controlledEdge(p, 'edge-2');
  const reported = async () => (await p.ok(provider.capabilities, {})).capabilities;
  expect(await reported()).toMatchObject({ http3: false, l34: false, captcha: 'none' });
  await report({}, {}, { abilities: ['http3', 'proofOfWork'] });
  expect(await reported()).toMatchObject({ http3: true, l34: false, captcha: 'proofOfWork' });
  await second.report({}, {}, { abilities: ['proofOfWork'] });
  expect(await reported()).toMatchObject({ http3: false, captcha: 'proofOfWork' });
  await second.report({});
  expect(await reported()).toMatchObject({ http3: false, captcha: 'none' });
});

test('HTTP/3 is off while no edge speaks it, whatever was saved', async () => {
  const { p, token, report } = await started();
  const http3 = async () => (await p.ok(https.get, { domainId }, { token })).https.http3;
  expect(await http3()).toBe(false);
  await report({}, {}, { abilities: ['http3'] });
  expect(await http3()).toBe(true);
});

test('a rule that has such a condition already can be changed', async () => {
  const { p, token, report } = await started();
  await report({}, {}, { places: true, abilities: [] });
  const { rule } = await p.ok(firewall.create, { domainId, ...country }, { token });
  await report({}, {}, { places: false, abilities: [] });
  expect((await p.ok(firewall.update, { domainId, ruleId: rule.id, description: 'Old', deploy: false }, { token })).rule.description).toBe(
    'Old',
  );
  expect((await p.try(firewall.toggleDeploy, { domainId, ruleId: rule.id, deploy: true }, { token })).status).toBe(422);
});

test('a page rule begins with a newer action only while every connected edge knows it', async () => {
  const { p, token, report } = await started();
  const settings = { redirectUrl: '/new/$1' };
  const create = (more: object) =>
    p.try(pageRule.create, { domainId, title: 'A', path: '/old/*', mode: 'apply', deploy: false, settings, ...more }, { token });
  // While there is no edge, a rule can be prepared.
  const { body } = await create({});
  const { id: pathId } = body.path as { id: string };
  await report({}, {}, { abilities: [] });
  for (const [field, more] of [
    ['redirectUrl', settings],
    ['redirectStatus', { redirectUrl: '/new', redirectStatus: 301 }],
    ['redirectQuery', { redirectUrl: '/new', redirectQuery: true }],
    ['rewriteUrl', { rewriteUrl: '/new' }],
    ['requestHeaders', { requestHeaders: [{ action: 'remove', name: 'Cookie' }] }],
    ['cors', { cors: { origins: ['*'], methods: ['GET'], headers: [], credentials: false, maxAge: { value: 1, unit: 'h' } } }],
    ['responseHeaders', { responseHeaders: [{ action: 'remove', name: 'Server' }] }],
  ] as const)
    expect(await create({ settings: more })).toMatchObject({ status: 422, body: { fields: { [`settings.${field}`]: older } } });
  expect((await create({ settings: { redirectUrl: '/new' } })).status).toBe(200);
  expect((await p.try(pageRule.update, { domainId, pathId, title: 'B', settings: { redirectUrl: '/newer/$1' } }, { token })).status).toBe(
    200,
  );
  expect((await p.try(pageRule.toggleDeploy, { domainId, pathId, deploy: true }, { token })).status).toBe(422);
  await report({}, {}, { abilities: ['pageRuleActions'] });
  expect((await p.try(pageRule.toggleDeploy, { domainId, pathId, deploy: true }, { token })).status).toBe(200);
});

test('a profile of the WAF needs edges that know it', async () => {
  const { p, token, report } = await started();
  const save = (profiles: string[]) => p.try(waf.modules, { domainId, profiles }, { token });
  // While there is no edge, it can be prepared.
  expect((await save(['drupal'])).status).toBe(200);
  await report({}, {}, { abilities: [] });
  expect(await save(['drupal', 'wordpress'])).toMatchObject({ status: 422, body: { fields: { profiles: older } } });
  expect((await save(['drupal'])).status).toBe(200);
  await report({}, {}, { abilities: ['wafProfiles'] });
  expect((await save(['drupal', 'wordpress'])).status).toBe(200);
});

test('an expression in a rule of the WAF needs edges that know it', async () => {
  const { p, token, report } = await started();
  const conditions = [{ field: 'path', operator: 'regex' as const, value: '^/a' }];
  const create = () =>
    p.try(waf.createRule, { domainId, title: 'A', modules: ['custom'], conditions, action: 'block', deploy: false }, { token });
  expect((await create()).status).toBe(200);
  await report({}, {}, { abilities: ['wafProfiles'] });
  expect(await create()).toMatchObject({ status: 422, body: { fields: { conditions: older } } });
  await report({}, {}, { abilities: ['wafOperators'] });
  expect((await create()).status).toBe(200);
});

test('the history brings none of it back until every edge applies it', async () => {
  const { p, token, report } = await started();
  await report({}, {}, { places: true, abilities: ['l34'] });
  const settle = async () => {
    p.clock.now += 1000;
    await runJobs(p, cdnJobs.captureDomains);
  };
  const { rule } = await p.ok(firewall.create, { domainId, ...country }, { token });
  await p.ok(ddos.update, { domainId, challengeType: 'l34' }, { token });
  await settle();
  await p.ok(firewall.delete, { domainId, ruleId: rule.id }, { token });
  await settle();
  const [deleted] = (await p.ok(version.list, { domainId }, { token })).versions;
  const undo = () => p.try(version.undo, { domainId, versionId: deleted?.id ?? '' }, { token });
  await report({}, {}, { places: false, abilities: [] });
  expect(await undo()).toMatchObject({ status: 409, body: { code: 'rules:noPlaces' } });
  expect((await p.ok(firewall.list, { domainId }, { token })).rules.map(({ id }) => id)).not.toContain(rule.id);
  // The challenge that is there already is no obstacle.
  await report({}, {}, { places: true, abilities: [] });
  expect((await undo()).status).toBe(200);
  await p.ok(ddos.update, { domainId, challengeType: 'js' }, { token });
  await settle();
  const [changed] = (await p.ok(version.list, { domainId }, { token })).versions;
  const back = await p.try(version.undo, { domainId, versionId: changed?.id ?? '' }, { token });
  expect(back).toMatchObject({ status: 409, body: { code: 'rules:noPacketFilter' } });
});
