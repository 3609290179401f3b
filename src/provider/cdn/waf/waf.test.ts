import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { waf } from '../../../lib/contract/cdn/waf.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { MINUTE } from '../../../lib/time.ts';
import { ownedDomain } from '../../db/owned.ts';
import { loadEdgeConfig } from '../policy/config.ts';

const { domainId, wafRuleId, wafDraftId, wafExceptionId } = demo;
const rule = { title: 'No posts', modules: ['custom'], action: 'block', deploy: true } as const;

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  return {
    p,
    token,
    // Signed in again: the clock moves past the expiry of the token.
    get: async () => (await p.ok(waf.get, { domainId }, { token: await p.signIn() })).waf,
    mode: async (mode: 'on' | 'detection' | 'off') => (await p.ok(waf.mode, { domainId, mode }, { token: await p.signIn() })).waf,
    rules: async () => (await p.ok(waf.rules, { domainId }, { token })).rules,
    create: (more: object = {}) => p.try(waf.createRule, { domainId, ...rule, ...more }, { token }),
  };
}

const changes = (p: TestProvider, call: string) => stored(p, 'changeLog', { group: 'waf', call });
const run = (p: TestProvider) => p.provider.services.jobs.runDue();

test('a domain starts with the WAF on, at medium sensitivity, and every module has a description', async () => {
  const { get } = await started();
  const now = await get();
  expect(now).toMatchObject({ mode: 'on', detectionUntil: null, sensitivity: 'medium', version: 0 });
  expect(now.modules.map(({ id, enabled, action }) => [id, enabled, action])).toEqual(
    ['sqli', 'xss', 'lfi', 'rce', 'scanner', 'protocol'].map((id) => [id, true, 'block']),
  );
  expect(now.modules[0]).toMatchObject({ title: 'SQL injection', families: [942] });
});

test('detection turns itself off after 30 minutes, once, with a log entry by the system and a notification', async () => {
  const { p, get, mode } = await started();
  const until = new Date(p.clock.now + 30 * MINUTE).toISOString();
  expect(await mode('detection')).toMatchObject({ mode: 'detection', detectionUntil: until });
  p.clock.now += 30 * MINUTE - 1;
  await run(p);
  expect(await get()).toMatchObject({ mode: 'detection', detectionUntil: until });
  p.clock.now += 1;
  // It counts as off once expired, before any job has run.
  expect(await get()).toMatchObject({ mode: 'off', detectionUntil: null, version: 1 });
  await run(p);
  await run(p);
  expect(await get()).toMatchObject({ mode: 'off', detectionUntil: null, version: 2 });
  const entries = await changes(p, 'waf.detectionEnd');
  expect(entries.map(({ actorType, action, domainId: of }) => [actorType, action, of])).toEqual([['system', 'update', domainId]]);
  expect(JSON.parse(entries[0]?.after ?? '')).toMatchObject({ mode: 'off', detectionUntil: null });
  const { notifications } = await p.ok(notification.list, {}, { token: await p.signIn() });
  expect(notifications.filter(({ link }) => link === '/domains/parvaz.example/waf').map(({ title }) => title)).toEqual([
    'The WAF for parvaz.example is off',
  ]);
});

test('modules change separately, absent ones keep their state, and each has its texts in the caller’s language', async () => {
  const { p, token, get } = await started();
  await p.ok(waf.modules, { domainId, modules: [{ id: 'xss', enabled: false }] }, { token });
  await p.ok(waf.modules, { domainId, modules: [{ id: 'rce', enabled: true, action: 'log' }], sensitivity: 'high' }, { token });
  const now = await get();
  expect(now.sensitivity).toBe('high');
  expect(now.modules.filter(({ enabled, action }) => !enabled || action !== 'block').map(({ id }) => id)).toEqual(['xss', 'rce']);
  for (const locale of locales) {
    const { body } = await p.try(waf.get, { domainId }, { token, locale });
    const texts = (body.waf as typeof now).modules.flatMap(({ title, description }) => [title, description]);
    expect(texts.filter((text) => text === '' || /^\w+:/.test(text))).toEqual([]);
  }
  expect(await p.try(waf.modules, { domainId, modules: [{ id: 'custom', enabled: true }] }, { token })).toMatchObject({ status: 422 });
});

test('profiles of applications are none at first, and each change replaces them', async () => {
  const { p, token, get } = await started();
  expect((await get()).profiles).toEqual([]);
  const save = (profiles: string[]) => p.try(waf.modules, { domainId, profiles }, { token });
  expect(await save(['wordpress', 'phpmyadmin'])).toMatchObject({ status: 200 });
  expect(await get()).toMatchObject({ profiles: ['wordpress', 'phpmyadmin'], sensitivity: 'medium', version: 1 });
  expect(await save(['drupal', 'drupal'])).toMatchObject({
    status: 422,
    body: { fields: { profiles: 'Choose each application only once.' } },
  });
  expect(await save(['joomla'])).toMatchObject({ status: 422 });
  expect(await save([])).toMatchObject({ status: 200 });
  expect((await get()).profiles).toEqual([]);
});

test('a rule is created at the end, changed as a draft, deployed, undeployed and deleted; each is logged once', async () => {
  const { p, token, rules, create } = await started();
  const { body } = await create({ conditions: [{ field: 'method', operator: 'equals', value: 'POST' }] });
  const made = body.rule as Awaited<ReturnType<typeof rules>>[number];
  expect(made).toMatchObject({ ...rule, priority: 3, version: 1, deployed: null });
  const ruleId = made.id;
  const draft = (await p.ok(waf.updateRule, { domainId, ruleId, action: 'log', deploy: false, version: 1 }, { token })).rule;
  expect(draft).toMatchObject({ action: 'log', deploy: true, deployed: { action: 'block' } });
  expect((await p.ok(waf.deployRule, { domainId, ruleId, deploy: true }, { token })).rule).toMatchObject({ action: 'log', deployed: null });
  expect((await p.ok(waf.deployRule, { domainId, ruleId, deploy: false }, { token })).rule).toMatchObject({ deploy: false });
  await p.ok(waf.deleteRule, { domainId, ruleId }, { token });
  expect(await rules()).toHaveLength(2);
  const logged = await stored(p, 'changeLog', { group: 'waf' });
  expect(logged.map(({ action }) => action)).toEqual(['create', 'update', 'deploy', 'undeploy', 'delete']);
  expect(await p.try(waf.deleteRule, { domainId, ruleId }, { token })).toMatchObject({ status: 404 });
});

const condition = (field: string, operator: string, value = '') => ({ conditions: [{ field, operator, value }] });
const faults: [what: string, input: object, field: string][] = [
  ['no title', { title: ' ' }, 'title'],
  ['no module', { modules: [] }, 'modules'],
  ['a module twice', { modules: ['xss', 'xss'] }, 'modules'],
  ['a challenge without its kind', { action: 'challenge' }, 'challengeType'],
  ['a path of another domain', { path: 'other.example/*' }, 'path'],
  ['a path with a blank', { path: '/a b' }, 'path'],
  ['a priority that is none', { priority: 0 }, 'priority'],
  ['an unknown field', condition('referer', 'equals', 'x'), 'conditions.0.field'],
  ['a header without a name', condition('header:', 'equals', 'x'), 'conditions.0.field'],
  ['a header with a bad name', condition('header:a b', 'equals', 'x'), 'conditions.0.field'],
  ['an operator that the field lacks', condition('ip', 'contains', '192.0.2.1'), 'conditions.0.operator'],
  ['no value', condition('path', 'contains'), 'conditions.0.value'],
  ['an empty place in a list', condition('country', 'in', 'DE,,FR'), 'conditions.0.value'],
  ['no address', condition('ip', 'in', '192.0.2.1, 192.0.2.300'), 'conditions.0.value'],
  ['no country', condition('country', 'equals', 'Germany'), 'conditions.0.value'],
  ['no AS number', condition('asn', 'equals', 'ASx'), 'conditions.0.value'],
  ['no method', condition('method', 'equals', 'P0ST'), 'conditions.0.value'],
  ['no TLS version', condition('tlsVersion', 'equals', '1.4'), 'conditions.0.value'],
];

test('a wrong rule is refused beside its field, with a message in each language, and changes nothing', async () => {
  const { p, token } = await started();
  const before = await snapshot(p);
  const texts = new Set<string>();
  for (const [what, input, field] of faults)
    for (const locale of locales) {
      const { status, body } = await p.try(waf.createRule, { domainId, ...rule, ...input }, { token, locale });
      expect([status, Object.keys(body.fields ?? {})], what).toEqual([422, [field]]);
      const text = body.fields?.[field] ?? '';
      expect(text, what).not.toMatch(/\{\{|^\w+:/);
      texts.add(`${locale} ${text}`);
    }
  // Each error has its own message.
  expect(texts.size).toBe(faults.length * locales.length);
  expect(await snapshot(p)).toBe(before);
});

test('a change is validated as a whole: a challenge needs its type, a path the domain', async () => {
  const { p, token } = await started();
  const attempt = (change: object) => p.try(waf.updateRule, { domainId, ruleId: wafRuleId, ...change }, { token });
  expect((await attempt({ action: 'challenge' })).body.fields).toHaveProperty('challengeType');
  expect((await attempt({ path: 'other.example/*' })).body.fields).toHaveProperty('path');
  expect((await attempt({ modules: [] })).body.fields).toHaveProperty('modules');
  expect((await attempt({ action: 'challenge', challengeType: 'captcha' })).status).toBe(200);
  // An empty string removes a path.
  expect((await attempt({ path: '' })).body.rule).toMatchObject({ path: '' });
});

test('exceptions are added, changed, turned off and deleted; an empty or unknown one is refused', async () => {
  const { p, token } = await started();
  const list = async () => (await p.ok(waf.exceptions, { domainId }, { token })).exceptions;
  expect((await list()).map(({ id }) => id)).toEqual([wafExceptionId]);
  const search = { domainId, title: 'Search', argument: 'q', patterns: ['sqli-quotes'], deploy: true };
  const { exception } = await p.ok(waf.createException, search, { token });
  expect(exception).not.toHaveProperty('priority');
  const exceptionId = exception.id;
  const attempt = (change: object) => p.try(waf.updateException, { domainId, exceptionId, ...change }, { token });
  expect((await attempt({ argument: '', patterns: [] })).body).toMatchObject({ code: 'waf:error.exceptionEmpty' });
  expect((await attempt({ argument: 'a b' })).body.fields).toHaveProperty('argument');
  expect((await attempt({ patterns: ['sqli-nothing'] })).status).toBe(422);
  expect((await attempt({ modules: ['custom'] })).status).toBe(422);
  expect((await attempt({ path: 'x' })).body.fields).toHaveProperty('path');
  const { exception: saved } = (await attempt({ path: '/search', deploy: false })).body;
  expect(saved).toMatchObject({ path: '/search', deployed: { argument: 'q' } });
  expect((await p.ok(waf.deployException, { domainId, exceptionId, deploy: false }, { token })).exception.deploy).toBe(false);
  await p.ok(waf.deleteException, { domainId, exceptionId }, { token });
  expect(await list()).toHaveLength(1);
  const empty = await p.try(waf.createException, { domainId, title: 'All', deploy: true }, { token });
  expect([empty.status, Object.keys(empty.body.fields ?? {})]).toEqual([422, ['path']]);
});

test('the engine reads what was saved', async () => {
  const { p, mode } = await started();
  await mode('detection');
  const { id } = await storedOne(p, 'user', { email: demo.email });
  const config = await loadEdgeConfig(p.store.reader, await ownedDomain(p.store.reader, { id }, domainId));
  expect(config.waf).toMatchObject({
    mode: 'detection',
    rules: [{ id: wafRuleId }, { id: wafDraftId }],
    exceptions: [{ id: wafExceptionId }],
  });
});

test('a pattern with wildcards has at most 500 characters', async () => {
  const { create } = await started();
  const condition = (length: number) => ({ conditions: [{ field: 'body', operator: 'matches', value: `*${'a'.repeat(length - 1)}` }] });
  const long = await create(condition(501));
  expect([long.status, long.body.code]).toEqual([422, 'error:validation']);
  expect((await create(condition(500))).status).toBe(200);
});

test('detection that expired while the process was down is ended by the next process', async () => {
  const { p, get, mode } = await started();
  await mode('detection');
  p.clock.now += 24 * 60 * MINUTE;
  await run(p);
  expect(await stored(p, 'job', { kind: 'waf.detectionEnd' })).toEqual([]);
  expect(await changes(p, 'waf.detectionEnd')).toHaveLength(1);
  expect((await get()).version).toBe(2);
});

test('a second change of mode cancels the first job; selecting detection again restarts its time', async () => {
  const { p, get, mode } = await started();
  await mode('detection');
  p.clock.now += 10 * MINUTE;
  await mode('on');
  p.clock.now += 25 * MINUTE;
  await run(p);
  expect(await get()).toMatchObject({ mode: 'on', version: 2 });
  await mode('detection');
  p.clock.now += 20 * MINUTE;
  await mode('detection');
  p.clock.now += 20 * MINUTE;
  await run(p);
  expect(await get()).toMatchObject({ mode: 'detection', version: 4 });
  p.clock.now += 10 * MINUTE;
  await run(p);
  expect(await get()).toMatchObject({ mode: 'off', version: 5 });
  expect(await changes(p, 'waf.detectionEnd')).toHaveLength(1);
});

test('the job doesn’t fail when the domain was removed in the meantime', async () => {
  const { p, mode } = await started();
  await mode('detection');
  await p.store.write('test', (tx) => tx.deleteFrom('domain').where('id', '=', domainId).execute());
  p.clock.now += 31 * MINUTE;
  await run(p);
  expect(await stored(p, 'job', { kind: 'waf.detectionEnd' })).toEqual([]);
});

test('an expression and a detection are validated, and a domain has up to a hundred of them', async () => {
  const { p, token, create } = await started();
  const where = (operator: string, value: string) => create({ conditions: [{ field: 'path', operator, value }], deploy: false });
  const text =
    'This isn’t a valid regular expression (RE2 syntax). Check brackets and backslashes, and don’t use look-around or back-references.';
  for (const [operator, value, message] of [
    ['regex', '(', text],
    ['regex', 'a(?=b)', text],
    ['regex', '(a)\\1', text],
    ['regex', '((a{100}){100}){9}', /expression/],
    ['regex', 'a'.repeat(501), 'Use no more than 500 characters.'],
    ['detectedAs', 'scanner', 'Choose an attack. Possible values: sqli, xss, lfi, rce.'],
  ] as const) {
    const { status, body } = await where(operator, value);
    const at = (body.fields as Record<string, string> | undefined)?.['conditions.0.value'];
    expect([status, value, at]).toEqual([422, value, typeof message === 'string' ? message : expect.stringMatching(message)]);
  }
  const { body } = await where('regex', '^/shop/\\d+');
  const { id: ruleId } = body.rule as { id: string };
  const many = (count: number) => Array.from({ length: count }, () => ({ field: 'path', operator: 'detectedAs', value: 'xss' }));
  for (let i = 0; i < 4; i++) expect((await create({ conditions: many(20), deploy: false })).status).toBe(200);
  expect((await create({ conditions: many(20), deploy: false })).status).toBe(422);
  expect((await create({ conditions: many(19), deploy: false })).status).toBe(200);
  // The rule that is changed doesn't count twice.
  const update = (count: number) => p.try(waf.updateRule, { domainId, ruleId, conditions: many(count), deploy: false }, { token });
  expect((await update(1)).status).toBe(200);
  expect(await update(2)).toMatchObject({ status: 422, body: { fields: { conditions: expect.stringContaining('100') } } });
});
