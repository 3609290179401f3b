import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { move, readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { HOUR } from '../../../lib/time.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { negativeSince } from '../../core/ledger/statement.ts';
import { financeJobs } from '../jobs.ts';

async function started() {
  const p = await startProvider();
  // Hourly charges would change the balance too.
  for (const table of ['volume', 'server'] as const) await p.store.write('test', (tx) => tx.deleteFrom(table).execute());
  const accountId = await readAccountId(p);
  /** Checks every account, as the schedule does. */
  const look = () => runJobs(p, financeJobs.sweepBalances);
  const book = async (amount: number) => {
    await move(p, accountId, amount);
    await look();
  };
  const statuses = async () =>
    Object.fromEntries((await stored(p, 'domain', { accountId })).map(({ name, status }) => [name, status] as const));
  const listNotices = async () =>
    (await stored(p, 'notification')).flatMap(({ title }) => (title.startsWith('balance:') ? [title.replace('balance:notice.', '')] : []));
  return { p, accountId, book, look, statuses, listNotices };
}

test('services stop exactly 24 hours after the balance fell below zero, and a top-up starts them at once', async () => {
  const { p, accountId, book, look, statuses, listNotices } = await started();
  const before = await statuses();
  expect(before['parvaz.example']).toBe('active');
  expect(before['old-blog.example']).toBe('inactive');
  await book(-248_001);
  expect(await listNotices()).toEqual(['negativeTitle']);
  p.clock.now += 21 * HOUR - 1000;
  await look();
  expect(await listNotices()).toEqual(['negativeTitle']);
  p.clock.now += 1000;
  await look();
  await look();
  expect(await listNotices()).toEqual(['negativeTitle', 'soonTitle']);
  p.clock.now += 3 * HOUR - 1000;
  await look();
  expect(await statuses()).toEqual(before);
  p.clock.now += 1000;
  await look();
  await look();
  expect(Object.values(await statuses())).not.toContain('active');
  expect(await listNotices()).toEqual(['negativeTitle', 'soonTitle', 'stoppedTitle']);

  // Meanwhile, neither stopped services nor those paused by the customer can be resumed.
  const token = await p.signIn();
  for (const name of ['parvaz.example', 'old-blog.example']) {
    const { id } = await storedOne(p, 'domain', { name });
    const refused = await p.try(domain.toggle, { domainId: id, active: true }, { token });
    expect([refused.status, refused.body.code]).toEqual([402, 'domain:error.suspended.balance']);
  }

  // To exactly zero, whatever was charged hourly in the meantime.
  await book(-(await readBalance(p.store.reader, accountId)));
  expect(await statuses()).toEqual(before);
  expect((await listNotices()).at(-1)).toBe('restoredTitle');
  expect(await stored(p, 'domainSuspension')).toEqual([]);
  expect(await stored(p, 'negativeBalance')).toEqual([]);
});

test('a balance that recovers in time stops nothing, and the next fall starts a new 24 hours', async () => {
  const { p, book, look, statuses, listNotices } = await started();
  const before = await statuses();
  await book(-248_001);
  p.clock.now += 23 * HOUR;
  await book(10);
  p.clock.now += 2 * HOUR;
  await look();
  await book(-10);
  p.clock.now += 23 * HOUR;
  await look();
  expect(await statuses()).toEqual(before);
  expect(await listNotices()).not.toContain('stoppedTitle');
  p.clock.now += HOUR;
  await look();
  expect(Object.values(await statuses())).not.toContain('active');
});

test('a fall between two checks starts a new 24 hours, as the wallet shows', async () => {
  const { p, accountId, book, look, statuses, listNotices } = await started();
  await book(-248_001);
  p.clock.now += 20 * HOUR;
  // Up to zero and down again before a job runs.
  await move(p, accountId, 10);
  await move(p, accountId, -10);
  await look();
  p.clock.now += 5 * HOUR;
  await look();
  expect(await listNotices()).not.toContain('stoppedTitle');
  expect((await storedOne(p, 'negativeBalance')).since).toBe(await negativeSince(p.store.reader, { id: accountId }));
  p.clock.now += 19 * HOUR;
  await look();
  expect(Object.values(await statuses())).not.toContain('active');
});

test('each stop is in the change log with its reason', async () => {
  const { p, accountId, book, look } = await started();
  await book(-248_001);
  p.clock.now += 24 * HOUR;
  await look();
  const entry = await storedOne(p, 'changeLog', { call: 'domain.suspend', accountId, entityName: 'parvaz.example' });
  expect(entry.after).toBe('{"status":"inactive","reason":"balance"}');
});
