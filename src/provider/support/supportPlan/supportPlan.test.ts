import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';

async function started(email: string = demo.email) {
  const p = await startProvider();
  const token = await p.signIn(email);
  const activate = (plan: string, period: string, key?: string) =>
    p.try(supportPlan.activate, { plan, period }, { token, ...(key && { headers: { 'idempotency-key': key } }) });
  const balance = async () => (await p.ok(wallet.balance, {}, { token })).balance;
  const current = async () => (await p.ok(supportPlan.list, {}, { token })).current;
  return { p, token, activate, balance, current };
}

test('a plan is paid from the wallet, runs for its period and then ends automatically', async () => {
  const { p, activate, balance, current } = await started();
  const before = await balance();
  expect(await current()).toEqual({ plan: 'included', replyHours: 24, endsAt: null });
  expect((await activate('priority', 'month')).status).toBe(200);
  expect(await balance()).toBe(before - 29_000);
  const { endsAt, ...rest } = await current();
  expect(rest).toEqual({ plan: 'priority', replyHours: 8 });
  p.clock.now = Date.parse(endsAt ?? '');
  const later = await p.signIn();
  expect((await p.ok(supportPlan.list, {}, { token: later })).current.plan).toBe('included');
});

test('one key pays once, even when it is sent many times in parallel', async () => {
  const { activate, balance, current } = await started();
  const before = await balance();
  const answers = await Promise.all(Array.from({ length: 10 }, () => activate('priority', 'month', 'one-key')));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toEqual(new Set([JSON.stringify({ current: await current() })]));
  expect(await balance()).toBe(before - 29_000);
});

test('an insufficient balance is refused with the missing amount, and nothing changes', async () => {
  const { p, activate } = await started(demo.second);
  const before = await snapshot(p);
  expect(await activate('business', 'year')).toMatchObject({ status: 402, body: { code: 'supportPlan:error.balance', needed: 990_000 } });
  expect(await snapshot(p)).toBe(before);
});

test('standard support can’t be bought, and a lower plan can only start when a higher one ends', async () => {
  const { activate } = await started();
  expect(await activate('included', 'month')).toMatchObject({ status: 422, body: { code: 'supportPlan:error.included' } });
  expect((await activate('business', 'month')).status).toBe(200);
  expect(await activate('priority', 'month')).toMatchObject({ status: 409, body: { code: 'supportPlan:error.lower' } });
});

test('a consulting request is a ticket with level, hours and price; nothing is charged', async () => {
  const { p, token, balance } = await started();
  const before = await balance();
  const form = { level: 'expert', hours: 3, subject: 'Failover', message: 'Two data centers.' } as const;
  const { ticket: made } = await p.ok(supportPlan.consulting, form, { token });
  expect(made).toMatchObject({ title: 'Failover', status: 'pending', service: { id: 'consulting' } });
  const [message] = (await p.ok(ticket.messages, { ticketId: made.id }, { token })).messages;
  expect(message?.html).toContain('$480.00');
  expect(message?.html).toContain('Two data centers.');
  expect(await balance()).toBe(before);
  for (const wrong of [{ hours: 0 }, { hours: 41 }, { hours: 1.5 }, { level: 'free' }, { subject: '' }, { message: '' }])
    expect((await p.try(supportPlan.consulting, { ...form, ...wrong }, { token })).status).toBe(422);
});
