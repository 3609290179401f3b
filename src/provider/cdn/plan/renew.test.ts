import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { periodEnd } from '../../../lib/rules/cdn/plan/period.ts';
import { DAY, HOUR } from '../../../lib/time.ts';
import { postEntry, readBalance } from '../../core/ledger/ledger.ts';
import { cdnJobs } from '../jobs.ts';

const domainId = demo.planDomainId;

/** The demo domain on Economic, $20 a month, with `left` mills in the wallet. Only its own plan is considered. */
async function started({ left = 248_000 } = {}) {
  const p = await startProvider();
  const { accountId } = await storedOne(p, 'domain', { id: domainId });
  let serial = 0;
  const move = (amount: number) =>
    p.store.write(`account:${accountId}`, (tx) =>
      postEntry(
        tx,
        { now: p.clock.now, newId: () => `test-${serial++}` },
        {
          kind: amount > 0 ? 'topUp' : 'usage',
          from: amount > 0 ? 'funding' : { wallet: accountId },
          to: amount > 0 ? { wallet: accountId } : 'revenue',
          amount: Math.abs(amount),
          description: { key: 'domain:ledger.demoCredit' },
        },
      ),
    );
  if (left !== 248_000) await move(left - 248_000);
  await p.store.write('test', (tx) => tx.deleteFrom('domainPlan').where('domainId', '!=', domainId).execute());
  const term = () => p.store.reader.selectFrom('domainPlan').selectAll().where('domainId', '=', domainId).executeTakeFirst();
  const row = () => storedOne(p, 'domain', { id: domainId });
  const first = await term();
  if (!first) throw new Error('the demo domain has a plan that was bought');
  return {
    p,
    accountId,
    move,
    term,
    row,
    first,
    /** Moves the clock to a moment and runs the jobs that are due by then. */
    async until(time: number) {
      p.clock.now = time;
      while ((await p.provider.services.jobs.runDue()) > 0);
    },
    balance: () => readBalance(p.store.reader, accountId),
    async listNotices() {
      const { notifications } = await p.ok(notification.list, {}, { token: await p.signIn() });
      return notifications.filter(({ link }) => link === '/domains/ketabnama.example/plan').reverse();
    },
    mails: async () => (await stored(p, 'outbox')).map(({ subject }) => subject),
  };
}

test('a period is announced three days before its end and charged at its end, each once', async () => {
  const { p, first, until, listNotices, balance, term } = await started();
  await until(first.endsAt - 3 * DAY - 1000);
  expect(await listNotices()).toEqual([]);
  await until(first.endsAt - 3 * DAY);
  await until(first.endsAt - DAY);
  expect((await listNotices()).map(({ type, event }) => [type, event])).toEqual([['message', 'invoice']]);
  expect((await listNotices())[0]?.description).toBe('$20.00 for the Economic plan will be charged to your wallet.');
  await until(first.endsAt - 1);
  expect(await balance()).toBe(248_000);
  await until(first.endsAt);
  await until(first.endsAt + HOUR);
  expect(await balance()).toBe(228_000);
  expect(await term()).toMatchObject({
    startsAt: first.endsAt,
    endsAt: periodEnd(first.anchorAt, 'month', first.endsAt),
    paid: 20_000,
    boughtAt: first.boughtAt,
    noticedAt: null,
  });
  expect((await listNotices()).map(({ type }) => type)).toEqual(['message', 'success']);
  const entries = await stored(p, 'changeLog', { entityType: 'plan' });
  expect(entries).toMatchObject([{ actorType: 'system', call: 'plan.renew' }]);
});

test('a balance that is too small is also announced by email, ahead of the charge', async () => {
  const { first, until, listNotices, mails } = await started({ left: 19_999 });
  await until(first.endsAt - 3 * DAY);
  expect((await listNotices()).map(({ type, event }) => [type, event])).toEqual([['warning', 'lowBalance']]);
  expect(await mails()).toEqual([(await listNotices())[0]?.title]);
});

test('unpaid, it is retried every hour; adding credit in the meantime pays, and the period continues without a gap', async () => {
  const { first, until, listNotices, balance, move, term, row } = await started({ left: 0 });
  await until(first.endsAt);
  await until(first.endsAt + HOUR);
  await until(first.endsAt + 2 * HOUR);
  expect((await listNotices()).map(({ event }) => event).filter((event) => event === 'negativeBalance')).toHaveLength(1);
  expect(await term()).toMatchObject({ unpaidSince: first.endsAt, disabledAt: null });
  expect(await balance()).toBe(0);
  await move(20_000);
  await until(first.endsAt + 3 * HOUR);
  expect(await balance()).toBe(0);
  expect(await term()).toMatchObject({ unpaidSince: null, startsAt: first.endsAt, paid: 20_000 });
  expect((await row()).status).toBe('active');
});

test('after exactly 24 hours the service is disabled, and can be paid for in the panel', async () => {
  const { p, first, until, listNotices, move, term, row } = await started({ left: 0 });
  await until(first.endsAt);
  for (let hour = 1; hour < 24; hour++) await until(first.endsAt + hour * HOUR);
  await until(first.endsAt + DAY - 1000);
  expect(await row()).toMatchObject({ status: 'active', plan: 'eco' });
  const { zoneVersion } = await row();
  await until(first.endsAt + DAY);
  expect(await row()).toMatchObject({ status: 'inactive', plan: 'eco', zoneVersion: zoneVersion + 1 });
  expect(await term()).toMatchObject({ disabledAt: first.endsAt + DAY, didPause: 1 });
  expect((await listNotices()).at(-1)).toMatchObject({ type: 'error', event: 'negativeBalance' });
  // It can't be resumed without paying.
  const token = await p.signIn();
  expect(await p.try(domain.toggle, { domainId, active: true }, { token })).toMatchObject({
    status: 402,
    body: { code: 'plan:error.disabled' },
  });
  // The same plan starts again now, and the domain is active again.
  await move(100_000);
  p.clock.now += 60_000;
  const { body } = await p.try(plan.activate, { domainId, plan: 'eco' }, { token });
  expect(body).toMatchObject({ charged: 20_000, domain: { status: 'active' }, current: { unpaid: null } });
  expect(await term()).toMatchObject({ startsAt: p.clock.now, boughtAt: p.clock.now });
});

test('adding credit restores a disabled domain within the hour, with a period that starts then, for up to 30 days', async () => {
  const { first, until, balance, move, term, row } = await started({ left: 0 });
  await until(first.endsAt);
  await until(first.endsAt + DAY);
  await until(first.endsAt + 3 * DAY);
  await move(50_000);
  await until(first.endsAt + 3 * DAY + HOUR);
  expect(await balance()).toBe(30_000);
  expect((await row()).status).toBe('active');
  const next = await term();
  const startsAt = first.endsAt + 3 * DAY + HOUR;
  expect(next).toMatchObject({ startsAt, anchorAt: startsAt, boughtAt: first.boughtAt, unpaidSince: null, disabledAt: null, didPause: 0 });

  await move(-30_000);
  const end = next?.endsAt ?? 0;
  await until(end);
  await until(end + DAY);
  await until(end + 31 * DAY);
  await move(50_000);
  await until(end + 60 * DAY);
  expect(await balance()).toBe(50_000);
  expect((await row()).status).toBe('inactive');
});

test('Basic restores a disabled domain for free; one that its owner had paused stays paused', async () => {
  const { p, first, until, row } = await started({ left: 0 });
  await p.ok(domain.toggle, { domainId, active: false }, { token: await p.signIn() });
  await until(first.endsAt);
  await until(first.endsAt + DAY);
  const token = await p.signIn();
  expect(await p.ok(plan.activate, { domainId, plan: 'free' }, { token })).toMatchObject({ charged: 0, domain: { status: 'inactive' } });
  await p.ok(domain.toggle, { domainId, active: true }, { token });
  expect(await row()).toMatchObject({ status: 'active', plan: 'free' });
});

test('a job that runs again after a crash, or twice at once, charges once', async () => {
  const { p, first, until, balance } = await started();
  await until(first.endsAt);
  const again = () =>
    p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, cdnJobs.renewPlan, { domainId }, { key: `again-${Math.random()}` }));
  await Promise.all([again(), again(), again()]);
  await until(first.endsAt + 1000);
  expect(await balance()).toBe(228_000);
});

test('a failure in the middle leaves neither a charge nor a period, and the next attempt completes it', async () => {
  const { p, first, until, balance, term } = await started();
  // The last write of a renewal fails, as when the disk is full or the process is killed before the commit.
  if (p.store.kind !== 'sqlite') return; // PostgreSQL writes triggers differently
  await p.store.write('test', (tx) =>
    sql`create trigger broken before insert on notification begin select raise(abort, 'no more'); end`.execute(tx),
  );
  await until(first.endsAt);
  expect(await balance()).toBe(248_000);
  expect(await term()).toEqual(first);
  await p.store.write('test', (tx) => sql`drop trigger broken`.execute(tx));
  await until(first.endsAt + HOUR);
  expect(await balance()).toBe(228_000);
});

test('the notice is in the language of its reader', async () => {
  const { p, first, until } = await started();
  await until(first.endsAt - 3 * DAY);
  const token = await p.signIn();
  const { body } = await p.try(notification.list, {}, { token, locale: 'fa' });
  // Other notices arrive within the three days, too.
  const notice = (body.notifications as { title: string; description: string }[]).find(({ description }) =>
    description.includes('اقتصادی'),
  );
  expect(notice).toBeTruthy();
  expect(notice?.description).toMatch(/[۰-۹]/);
  expect(`${notice?.title}${notice?.description}`).not.toMatch(/[0-9\p{Cc}]/u);
});

test('activating the same plan pays the open charge: the period continues without a loss', async () => {
  const { p, first, until, move, term } = await started({ left: 0 });
  await until(first.endsAt);
  await until(first.endsAt + 5 * HOUR);
  await move(20_000);
  p.clock.now += 60_000;
  const token = await p.signIn();
  const { quote } = await p.ok(plan.quote, { domainId, plan: 'eco' }, { token });
  expect(quote).toMatchObject({ total: 20_000, startsAt: new Date(first.endsAt).toISOString() });
  await p.ok(plan.activate, { domainId, plan: 'eco', shown: { at: quote.at, total: quote.total } }, { token });
  expect(await term()).toMatchObject({ startsAt: first.endsAt, boughtAt: first.boughtAt, unpaidSince: null });
});

test('a domain that isn’t active yet falls back to Basic: there is no service to disable', async () => {
  const { p, first, until, row, term } = await started({ left: 0 });
  await updateStored(p, 'domain', { id: domainId }, { status: 'pendingNsChange' });
  await until(first.endsAt);
  await until(first.endsAt + DAY);
  expect(await row()).toMatchObject({ status: 'pendingNsChange', plan: 'free' });
  expect(await term()).toBeUndefined();
});
