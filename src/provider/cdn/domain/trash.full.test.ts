import { expect, test } from 'vitest';
import { logLine } from '../../../../tests/support/log-lines.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import type { Input, NamedCall, Output } from '../../../lib/contract/call.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { trashDays } from '../../../lib/rules/cdn/domain/trash.ts';

const DAY = 86_400_000;
const { domainId } = demo;

async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  const ok = <C extends NamedCall>(call: C, input: Input<C>): Promise<Output<C>> => p.ok(call, input, { token });
  const remove = (id: string = domainId, confirm = 'parvaz.example') => ok(domain.delete, { domainId: id, confirm });
  const trash = async () => (await ok(domain.trash, {})).domains;
  const run = async (kind: 'domain.deleteRemoved' | 'history.capture') => {
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, kind));
    await p.provider.services.jobs.runDue();
  };
  return { p, token, ok, remove, trash, run };
}

test('a rule for a group of the account that was deleted since is left out', async () => {
  const { p, ok, remove } = await start();
  const groups = (await ok(firewallGroup.list, {})).groups;
  const used = groups.find((group) => group.domainId === null && group.usedBy.some((rule) => rule.domainId === domainId));
  expect(used).toBeDefined();
  await remove();
  await ok(firewallGroup.delete, { groupId: used?.id ?? '' });
  await ok(domain.restore, { domainId });
  const rules = await p.store.reader
    .selectFrom('edgeItem')
    .select('data')
    .where('domainId', '=', domainId)
    .where('group', '=', 'firewall')
    .execute();
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.some(({ data }) => data.includes(used?.id ?? ''))).toBe(false);
});

test(`after ${trashDays} days it is deleted for good, with its lines in the edge’s log`, async () => {
  const { p, remove, run } = await start();
  const { logs } = p.provider.services;
  await logs.ingest({ id: 'batch', receivedAt: p.clock.now, lines: [logLine({ id: 'r1', at: p.clock.now, domainId })] });
  await remove();
  await run('domain.deleteRemoved');
  expect(await logs.find('r1', domainId)).toBeDefined();
  p.clock.now += trashDays * DAY + 1000;
  expect((await p.ok(domain.trash, {}, { token: await p.signIn() })).domains).toEqual([]);
  await run('domain.deleteRemoved');
  expect(await logs.find('r1', domainId)).toBeUndefined();
  expect(await p.store.reader.selectFrom('removedDomain').select('id').execute()).toEqual([]);
});
