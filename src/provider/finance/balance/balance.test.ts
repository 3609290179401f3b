import { expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { uuidv7 } from '../../core/ids.ts';
import { balanceOf, book } from '../../core/ledger/ledger.ts';
import { negativeSince } from '../../core/ledger/statement.ts';

const HOUR = 3_600_000;

async function started() {
  const p = await startProvider();
  // Hourly charges would change the balance too.
  for (const table of ['volume', 'server'] as const) await p.store.write('test', (tx) => tx.deleteFrom(table).execute());
  const { id: accountId } = await p.store.reader
    .selectFrom('user')
    .select('id')
    .where('email', '=', 'demo@nasim.example')
    .executeTakeFirstOrThrow();
  const move = async (amount: number) => {
    const ids = { now: p.clock.now, newId: () => uuidv7(p.clock.now) };
    const wallet = { wallet: accountId };
    const [from, to] = amount < 0 ? [wallet, 'revenue' as const] : ['funding' as const, wallet];
    await p.store.write(`account:${accountId}`, (tx) =>
      book(tx, ids, {
        kind: amount < 0 ? 'usage' : 'topUp',
        from,
        to,
        amount: Math.abs(amount),
        description: { key: 'invoice:ledger.demoTopUp' },
      }),
    );
    await look(p);
  };
  const statuses = async () => {
    const rows = await p.store.reader.selectFrom('domain').select(['name', 'status']).where('accountId', '=', accountId).execute();
    return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
  };
  const told = async () =>
    (
      await p.store.reader
        .selectFrom('notification')
        .select('title')
        .where('title', 'like', 'balance:%')
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
    ).map(({ title }) => title.replace('balance:notice.', ''));
  return { p, accountId, move, statuses, told };
}

/** Checks every account, as the schedule does, and runs the due jobs. */
async function look(p: TestProvider) {
  await p.store.write('jobs', (tx) => p.provider.services.jobs.enqueue(tx, 'balance.sweep'));
  while ((await p.provider.services.jobs.runDue()) > 0);
}

test('services stop exactly 24 hours after the balance fell below zero, and a top-up starts them at once', async () => {
  const { p, accountId, move, statuses, told } = await started();
  const before = await statuses();
  expect(before['parvaz.example']).toBe('active');
  expect(before['old-blog.example']).toBe('inactive');
  await move(-248_001);
  expect(await told()).toEqual(['negativeTitle']);
  p.clock.now += 21 * HOUR - 1000;
  await look(p);
  expect(await told()).toEqual(['negativeTitle']);
  p.clock.now += 1000;
  await look(p);
  await look(p);
  expect(await told()).toEqual(['negativeTitle', 'soonTitle']);
  p.clock.now += 3 * HOUR - 1000;
  await look(p);
  expect(await statuses()).toEqual(before);
  p.clock.now += 1000;
  await look(p);
  await look(p);
  expect(Object.values(await statuses())).not.toContain('active');
  expect(await told()).toEqual(['negativeTitle', 'soonTitle', 'stoppedTitle']);

  // Meanwhile, neither stopped services nor those paused by the customer can be resumed.
  const token = await p.signIn();
  for (const name of ['parvaz.example', 'old-blog.example']) {
    const { id } = await p.store.reader.selectFrom('domain').select('id').where('name', '=', name).executeTakeFirstOrThrow();
    const refused = await p.try(domain.toggle, { domainId: id, active: true }, { token });
    expect([refused.status, refused.body.code]).toEqual([402, 'domain:error.suspended.balance']);
  }

  // To exactly zero, whatever was charged hourly in the meantime.
  await move(-(await balanceOf(p.store.reader, accountId)));
  expect(await statuses()).toEqual(before);
  expect((await told()).at(-1)).toBe('restoredTitle');
  expect(await p.store.reader.selectFrom('domainSuspension').selectAll().execute()).toEqual([]);
  expect(await p.store.reader.selectFrom('negativeBalance').selectAll().execute()).toEqual([]);
});

test('a balance that recovers in time stops nothing, and the next fall starts a new 24 hours', async () => {
  const { p, move, statuses, told } = await started();
  const before = await statuses();
  await move(-248_001);
  p.clock.now += 23 * HOUR;
  await move(10);
  p.clock.now += 2 * HOUR;
  await look(p);
  await move(-10);
  p.clock.now += 23 * HOUR;
  await look(p);
  expect(await statuses()).toEqual(before);
  expect(await told()).not.toContain('stoppedTitle');
  p.clock.now += HOUR;
  await look(p);
  expect(Object.values(await statuses())).not.toContain('active');
});

test('a fall between two checks starts a new 24 hours, as the wallet shows', async () => {
  const { p, accountId, move, statuses, told } = await started();
  await move(-248_001);
  p.clock.now += 20 * HOUR;
  // Up to zero and down again in one commit, so no job ran in between.
  await p.store.write(`account:${accountId}`, async (tx) => {
    const ids = { now: p.clock.now, newId: () => uuidv7(p.clock.now) };
    const wallet = { wallet: accountId };
    const description = { key: 'payment:ledger.bonus' } as const;
    await book(tx, ids, { kind: 'topUp', from: 'funding', to: wallet, amount: 10, description });
    await book(tx, ids, { kind: 'usage', from: wallet, to: 'revenue', amount: 10, description });
  });
  await look(p);
  p.clock.now += 5 * HOUR;
  await look(p);
  expect(await told()).not.toContain('stoppedTitle');
  const [row] = await p.store.reader.selectFrom('negativeBalance').select('since').execute();
  expect(row?.since).toBe(await negativeSince(p.store.reader, { id: accountId }));
  p.clock.now += 19 * HOUR;
  await look(p);
  expect(Object.values(await statuses())).not.toContain('active');
});

test('each stop is in the change log with its reason', async () => {
  const { p, accountId, move } = await started();
  await move(-248_001);
  p.clock.now += 24 * HOUR;
  await look(p);
  const entries = await p.store.reader
    .selectFrom('changeLog')
    .select(['after', 'entityName'])
    .where('call', '=', 'domain.suspend')
    .where('accountId', '=', accountId)
    .execute();
  expect(entries.find(({ entityName }) => entityName === 'parvaz.example')?.after).toBe('{"status":"inactive","reason":"balance"}');
});
