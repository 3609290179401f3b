import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { domainId, me, SPAN, started, visit } from '../../../../tests/support/firewall.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { cdnJobs } from '../jobs.ts';

describe('rules', () => {
  test('are listed by priority, with what is deployed', async () => {
    const { list } = await started();
    const { rules, defaultMode, you } = await list();
    expect(rules.map(({ id }) => id)).toEqual(demo.firewallRules);
    expect(rules.map(({ deploy }) => deploy)).toEqual([true, true, true, true, false]);
    expect([defaultMode, you]).toEqual(['allow', { ip: me }]);
  });

  test('are stored in canonical form, and take effect on the edge when they are deployed', async () => {
    const { p, create } = await started();
    expect(await visit(p, { ip: '203.0.113.9' })).toBe('forwarded');
    const { status, body } = await create({ value: ' ۲۰۳.۰.۱۱۳.۰/24 ', description: ' Bots ', priority: 40 });
    expect([status, body.rule]).toEqual([
      200,
      expect.objectContaining({ kind: 'ip', value: '203.0.113.0/24', mode: 'deny', description: 'Bots', priority: 40, deploy: true }),
    ]);
    expect(await visit(p, { ip: '203.0.113.9' })).toBe('blocked');
    await create({ kind: 'country', value: 'nl, be', mode: 'deny' });
    expect(await visit(p, { ip: '198.51.100.1', country: 'BE' })).toBe('blocked');
    expect((await create({ kind: 'country', value: 'BE,NL' })).status).toBe(409);
    await create({ value: '192.0.2.7, 192.0.2.9' });
    expect([await visit(p, { ip: '192.0.2.9' }), await visit(p, { ip: '192.0.2.8' })]).toEqual(['blocked', 'forwarded']);
    await create({ kind: 'asn', value: '64500' });
    expect(await visit(p, { ip: '198.51.100.1', asn: 64500 })).toBe('blocked');
    await create({ kind: 'country', value: 'fr', deploy: false });
    expect(await visit(p, { ip: '198.51.100.1', country: 'FR' })).toBe('forwarded');
  });

  test('a change that is only saved leaves the edge unchanged', async () => {
    const { p, token, made } = await started();
    const { id } = await made({ value: '203.0.113.9' });
    const { rule } = await p.ok(firewall.update, { domainId, ruleId: id, value: '203.0.113.10', deploy: false }, { token });
    expect(rule).toMatchObject({ value: '203.0.113.10', deploy: true, deployed: { value: '203.0.113.9' } });
    expect([await visit(p, { ip: '203.0.113.9' }), await visit(p, { ip: '203.0.113.10' })]).toEqual(['blocked', 'forwarded']);
    await p.ok(firewall.toggleDeploy, { domainId, ruleId: id, deploy: true }, { token });
    expect([await visit(p, { ip: '203.0.113.9' }), await visit(p, { ip: '203.0.113.10' })]).toEqual(['forwarded', 'blocked']);
    await p.ok(firewall.toggleDeploy, { domainId, ruleId: id, deploy: false }, { token });
    expect(await visit(p, { ip: '203.0.113.10' })).toBe('forwarded');
  });

  test('an update keeps absent fields, and clears empty ones', async () => {
    const { p, token, made } = await started();
    const expiresAt = new Date(p.clock.now + SPAN).toISOString();
    const { id } = await made({ value: '203.0.113.9', description: 'Bots', expiresAt });
    const update = async (input: object) => (await p.ok(firewall.update, { domainId, ruleId: id, deploy: true, ...input }, { token })).rule;
    expect(await update({ mode: 'allow' })).toMatchObject({ mode: 'allow', value: '203.0.113.9', description: 'Bots', expiresAt });
    expect(await update({ description: '', expiresAt: null })).toMatchObject({ description: '', expiresAt: null });
    // After a change of type, the value has to match the new type.
    const { status, body } = await p.try(firewall.update, { domainId, ruleId: id, kind: 'country' }, { token });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['value']]);
    expect(await update({ kind: 'country', value: 'DE' })).toMatchObject({ kind: 'country', value: 'DE' });
  });

  test('an edit that changes nothing leaves nothing to deploy', async () => {
    const { p, token, made } = await started();
    const { id } = await made({ value: '203.0.113.9' });
    const same = { kind: 'ip', value: '203.0.113.9/32', mode: 'deny', description: '', expiresAt: null } as const;
    const { rule } = await p.ok(firewall.update, { domainId, ruleId: id, ...same, deploy: false }, { token });
    expect(rule.deployed ?? null).toBeNull();
  });

  test('the same address, country or network twice is refused, in any notation and with any action', async () => {
    const { p, token, create, made } = await started();
    const { id } = await made({ value: '203.0.113.0/24' });
    const before = await snapshot(p);
    const again = await create({ value: '203.0.113.0/24', mode: 'allow' });
    expect(again).toMatchObject({ status: 409, body: { code: 'firewall:error.alreadyInList', fields: { value: expect.any(String) } } });
    expect(await create({ kind: 'asn', value: '64511' })).toMatchObject({ status: 409 });
    expect(await create({ kind: 'country', value: 'aq' })).toMatchObject({ status: 409 });
    const update = { domainId, ruleId: demo.firewallRules[1], value: '203.0.113.0/24' };
    expect(await p.try(firewall.update, update, { token })).toMatchObject({ status: 409 });
    expect(await snapshot(p)).toBe(before);
    // A rule isn't a duplicate of itself.
    await p.ok(firewall.update, { domainId, ruleId: id, value: '203.0.113.0/24', mode: 'allow' }, { token });
  });

  test('a deleted rule is removed from the edge, and can be restored from the response', async () => {
    const { p, token, made, create, list } = await started();
    const { id } = await made({ value: '203.0.113.9', priority: 3000 });
    const { rule } = await p.ok(firewall.delete, { domainId, ruleId: id }, { token });
    expect(await visit(p, { ip: '203.0.113.9' })).toBe('forwarded');
    expect((await p.try(firewall.delete, { domainId, ruleId: id }, { token })).status).toBe(404);
    const { kind, value, mode, priority, deploy } = rule;
    await create({ kind, value, mode, priority, deploy });
    expect((await list()).rules.at(-1)).toMatchObject({ value: '203.0.113.9', priority: 3000, deploy: true });
  });

  test('says in four languages what is wrong with each field', async () => {
    const { p, token } = await started();
    const before = await snapshot(p);
    for (const locale of locales) {
      const t = translator(locale);
      const past = new Date(p.clock.now - 1).toISOString();
      for (const [input, field, message] of [
        [{ value: '10.0.0.300' }, 'value', t('address:error.octet', { part: '300' })],
        [{ value: '010.0.0.1' }, 'value', t('address:error.leadingZero', { part: '010' })],
        [{ kind: 'country', value: 'XX' }, 'value', t('firewall:error.country', { value: 'XX' })],
        [{ kind: 'asn', value: 'AS0' }, 'value', t('firewall:error.asn', { value: 'AS0' })],
        [{ kind: 'group', value: 'nobody' }, 'value', t('firewall:error.groupUnknown')],
        [{ kind: 'host', value: 'x' }, 'kind', t('error:choice')],
        [{ value: '203.0.113.9', mode: 'drop' }, 'mode', t('error:choice')],
        [{ value: '203.0.113.9', priority: 0 }, 'priority', t('rules:error.priority', { max: 10_000 })],
        [{ value: '203.0.113.9', description: 'x'.repeat(201) }, 'description', t('error:tooLong', { max: 200 })],
        [{ value: '203.0.113.9', expiresAt: past }, 'expiresAt', t('firewall:error.expiryPast')],
      ] as const) {
        const full = { domainId, kind: 'ip', mode: 'deny', deploy: true, ...input };
        const { status, body } = await p.try(firewall.create, full, { token, locale });
        expect([status, body.fields], locale).toEqual([422, { [field]: message }]);
      }
      expect(await snapshot(p), locale).toBe(before);
    }
  });

  test('each change is logged once, under a name that describes the rule', async () => {
    const { p, token, made } = await started();
    const { id } = await made({ kind: 'group', value: demo.freeFirewallGroupId });
    await p.ok(firewall.toggleDeploy, { domainId, ruleId: id, deploy: false }, { token });
    await p.ok(firewall.delete, { domainId, ruleId: id }, { token });
    const { logs } = await p.ok(log.list, { domainId, group: 'firewall', limit: 20 }, { token });
    expect(logs.map(({ action, entity }) => [action, entity.type, entity.name])).toEqual([
      ['delete', 'firewallRule', 'Uptime monitoring'],
      ['undeploy', 'firewallRule', 'Uptime monitoring'],
      ['create', 'firewallRule', 'Uptime monitoring'],
    ]);
  });

  test('of twenty at once for one address, one is added', async () => {
    const { create } = await started();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => create({ value: '203.0.113.9', priority: 100 + i })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  test('the number of rules is limited', async () => {
    const { p, create } = await started();
    const row = await storedOne(p, 'edgeItem', { id: demo.firewallRules[0] });
    await p.store.write('test', async (tx) => {
      const more = Array.from({ length: 995 }, (_, i) => ({ ...row, id: `many-${i}`, priority: 1000 + i }));
      for (const one of more) await tx.insertInto('edgeItem').values(one).execute();
    });
    expect(await create({ value: '203.0.113.9' })).toMatchObject({ status: 409, body: { code: 'firewall:error.limit' } });
  });
});

describe('a rule that ends', () => {
  const ends = (p: TestProvider, after: number) => new Date(p.clock.now + after).toISOString();

  test('is removed from the edge at its end; the change log names the system, and the customer is notified', async () => {
    const { p, token, made, list } = await started();
    const { id } = await made({ value: '203.0.113.9', expiresAt: ends(p, SPAN) });
    await p.provider.services.jobs.runDue();
    expect((await list()).rules.find((rule) => rule.id === id)?.deploy).toBe(true);
    p.clock.now += SPAN;
    // The engine doesn't wait for the job.
    expect(await visit(p, { ip: '203.0.113.9' })).toBe('forwarded');
    await p.provider.services.jobs.runDue();
    expect((await list()).rules.find((rule) => rule.id === id)).toMatchObject({ deploy: false, value: '203.0.113.9' });
    const { logs } = await p.ok(log.list, { domainId, group: 'firewall', limit: 1 }, { token });
    expect(logs[0]).toMatchObject({ action: 'undeploy', actor: { type: 'system' }, via: 'system', entity: { name: '203.0.113.9' } });
    const { notifications } = await p.ok(notification.list, {}, { token });
    expect(notifications[0]).toMatchObject({
      title: 'A firewall rule has expired',
      description: expect.stringContaining('203.0.113.9'),
      link: '/domains/parvaz.example/firewall',
    });
  });

  test('can’t be deployed again without a new end', async () => {
    const { p, token, made } = await started();
    const { id } = await made({ value: '203.0.113.9', expiresAt: ends(p, SPAN), deploy: false });
    p.clock.now += SPAN;
    const refused = await p.try(firewall.toggleDeploy, { domainId, ruleId: id, deploy: true }, { token });
    expect(refused).toMatchObject({ status: 409, body: { code: 'firewall:error.expired' } });
    expect((await p.try(firewall.update, { domainId, ruleId: id, mode: 'allow', deploy: true }, { token })).status).toBe(422);
    // A draft may have expired.
    await p.ok(firewall.update, { domainId, ruleId: id, mode: 'allow', deploy: false }, { token });
    await p.ok(firewall.update, { domainId, ruleId: id, expiresAt: ends(p, SPAN), deploy: true }, { token });
  });

  test('the job can run twice with one effect, and a crash in between leaves it pending', async () => {
    const { p, made } = await started();
    const { id } = await made({ value: '203.0.113.9', expiresAt: ends(p, SPAN) });
    p.clock.now += SPAN;
    await p.provider.services.jobs.runDue();
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, cdnJobs.expireFirewallRule, { ruleId: id }, { key: 'again' }));
    await p.provider.services.jobs.runDue();
    expect(await stored(p, 'notification', { title: 'firewall:notice.expired' })).toHaveLength(1);
  });

  test('stays when its end was postponed, and is removed at the new one', async () => {
    const { p, token, made, list } = await started();
    const { id } = await made({ value: '203.0.113.9', expiresAt: ends(p, SPAN) });
    await p.ok(firewall.update, { domainId, ruleId: id, expiresAt: ends(p, 3 * SPAN), deploy: true }, { token });
    const deployed = async () => (await list()).rules.find((rule) => rule.id === id)?.deploy;
    p.clock.now += SPAN;
    await p.provider.services.jobs.runDue();
    expect(await deployed()).toBe(true);
    p.clock.now += 2 * SPAN;
    await p.provider.services.jobs.runDue();
    expect(await deployed()).toBe(false);
  });

  test('with a later end that is only saved, the deployed form still ends', async () => {
    const { p, token, made } = await started();
    const { id } = await made({ value: '203.0.113.9', expiresAt: ends(p, SPAN) });
    await p.ok(firewall.update, { domainId, ruleId: id, expiresAt: null, deploy: false }, { token });
    p.clock.now += SPAN;
    await p.provider.services.jobs.runDue();
    expect(await visit(p, { ip: '203.0.113.9' })).toBe('forwarded');
    const row = await storedOne(p, 'edgeItem', { id });
    expect([row.deploy, row.deployed, JSON.parse(row.data).expiresAt]).toEqual([false, null, null]);
  });
});

test('a rule can’t refer to a group of another customer', async () => {
  const { p } = await started();
  const token = await p.signIn(demo.second);
  const { id } = await storedOne(p, 'domain', { name: 'karimi.example' });
  const foreign = { domainId: id, kind: 'group', value: demo.firewallGroupId, mode: 'allow', deploy: true };
  expect((await p.try(firewall.create, foreign, { token })).status).toBe(422);
});
