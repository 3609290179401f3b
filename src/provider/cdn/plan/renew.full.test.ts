import { expect, test } from 'vitest';
import { started } from '../../../../tests/support/plan-renew.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const domainId = demo.planDomainId;

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
  await p.store.write('test', (tx) => tx.updateTable('domain').set({ status: 'pendingNsChange' }).where('id', '=', domainId).execute());
  await until(first.endsAt);
  await until(first.endsAt + DAY);
  expect(await row()).toMatchObject({ status: 'pendingNsChange', plan: 'free' });
  expect(await term()).toBeUndefined();
});
