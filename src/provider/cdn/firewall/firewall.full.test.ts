import { describe, expect, test } from 'vitest';
import { domainId, SPAN, started, visit } from '../../../../tests/support/firewall.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { demo } from '../../../lib/contract/fields.ts';

describe('rules', () => {
  test('of twenty at once for one address, one is added', async () => {
    const { create } = await started();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => create({ value: '203.0.113.9', priority: 100 + i })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });

  test('the number of rules is limited', async () => {
    const { p, create } = await started();
    const row = await p.store.reader.selectFrom('edgeItem').selectAll().where('id', '=', demo.firewallRules[0]).executeTakeFirstOrThrow();
    await p.store.write('test', async (tx) => {
      for (let i = 0; i < 995; i++)
        await tx
          .insertInto('edgeItem')
          .values({ ...row, id: `many-${i}`, priority: 1000 + i })
          .execute();
    });
    expect(await create({ value: '203.0.113.9' })).toMatchObject({ status: 409, body: { code: 'firewall:error.limit' } });
  });
});

describe('a rule that ends', () => {
  const ends = (p: TestProvider, after: number) => new Date(p.clock.now + after).toISOString();

  test('the job can run twice with one effect, and a crash in between leaves it pending', async () => {
    const { p, made } = await started();
    const { id } = await made({ value: '203.0.113.9', expiresAt: ends(p, SPAN) });
    p.clock.now += SPAN;
    await p.provider.services.jobs.runDue();
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'firewall.expire', { key: 'again', payload: { ruleId: id } }));
    await p.provider.services.jobs.runDue();
    const told = await p.store.reader
      .selectFrom('notification')
      .select('id')
      .where('title', '=', 'firewall:notice.expired')
      .orderBy('id')
      .execute();
    expect(told).toHaveLength(1);
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
    const row = await p.store.reader.selectFrom('edgeItem').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect([row.deploy, row.deployed, JSON.parse(row.data).expiresAt]).toEqual([0, null, null]);
  });
});
