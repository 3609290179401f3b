import { describe, expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { profile } from '../../../lib/contract/account/profile.ts';
import { team } from '../../../lib/contract/account/team.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorCustomer } from '../../../lib/contract/operator/operatorCustomer.ts';
import { operatorDesk } from '../../../lib/contract/operator/operatorDesk.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { FOUR_EYES_FROM } from '../../../lib/rules/core/fourEyes.ts';
import { proveLedger } from '../../finance/ledgerCheck.ts';

const { customerId } = demo;

async function started() {
  const p = await startProvider();
  const as = { token: await p.signInOperator() };
  const customer = { token: await p.signIn(demo.second) };
  const balance = async () => (await p.ok(wallet.balance, {}, customer)).balance;
  const credit = (amount: number, reason = 'Because') => p.try(operatorCustomer.credit, { customerId, amount, reason }, as);
  const detail = () => p.ok(operatorCustomer.get, { customerId }, as);
  /** Another account becomes an operator too. */
  const second = async () => {
    await updateStored(p, 'user', { email: demo.email }, { staffRole: 'admin' });
    return { token: await p.signIn() };
  };
  return { p, as, customer, balance, credit, detail, second };
}

test('customers are found by email, name and domain', async () => {
  const { p, as } = await started();
  const find = async (q?: string) =>
    (await p.ok(operatorCustomer.list, q === undefined ? {} : { q }, as)).customers.map(({ email }) => email);
  expect(await find()).toEqual(expect.arrayContaining([demo.email, demo.second, demo.operator]));
  expect(await find('SECOND@')).toEqual([demo.second]);
  expect(await find('amini')).toEqual([demo.email]);
  expect(await find('parvaz.example')).toEqual([demo.email]);
  expect(await find('%')).toEqual([]);
});

test('a customer is found by a name in any letters and digits, by a new name, and no longer by the old one', async () => {
  const { p, as, customer } = await started();
  const find = async (q: string) => (await p.ok(operatorCustomer.list, { q }, as)).customers.map(({ email }) => email);
  const rest = { accountType: 'personal', country: '', nationalCode: '', postalCode: '', address: '' } as const;
  const legal = { name: '', economicCode: '', nationalId: '', registrationNumber: '' };
  const edit = (names: { firstName: string; lastName: string }) => p.ok(profile.edit, { ...rest, legal, ...names }, customer);
  await edit({ firstName: 'علی', lastName: 'كريمى ۲' });
  for (const q of ['علي', 'على کریمی', 'کریمی 2']) expect(await find(q), q).toEqual([demo.second]);
  expect(await find('omid')).toEqual([]);
  await edit({ firstName: 'José', lastName: 'Núñez' });
  expect(await find('jose nunez')).toEqual([demo.second]);
  expect(await find('علی')).toEqual([]);
});

test('a customer is shown with the members, their roles and when they were last active', async () => {
  const { p, as, customer, detail } = await started();
  expect((await detail()).members).toEqual([]);
  await p.ok(team.invite, { email: demo.email, role: 'billing' }, customer);
  const member = { token: await p.signIn() };
  const [invitation] = (await p.ok(team.accounts, {}, member)).invitations;
  await p.ok(team.accept, { invitationId: invitation?.id ?? '' }, member);
  expect((await p.ok(operatorCustomer.get, { customerId }, as)).members).toMatchObject([
    { email: demo.email, name: 'Sara Amini', role: 'billing', domains: null, lastSeenAt: new Date(p.clock.now).toISOString() },
  ]);
});

test('no answer has a password, a key or another secret', async () => {
  const { p, as } = await started();
  const rows = await stored(p, 'user');
  const secrets = [
    ...rows.flatMap(({ passwordHash, nationalCode }) => [passwordHash, nationalCode]),
    ...(await stored(p, 'apiKey')).flatMap(({ tokenHash, tokenHint }) => [tokenHash, tokenHint]),
  ];
  const answers = JSON.stringify([
    await p.ok(operatorCustomer.list, {}, as),
    ...(await Promise.all(rows.map(({ id }) => p.ok(operatorCustomer.get, { customerId: id }, as)))),
  ]);
  for (const secret of secrets.filter(Boolean)) expect(answers).not.toContain(secret);
  expect(answers).not.toMatch(/password|secret|token/i);
});

describe('credits and debits', () => {
  test('a small one is booked at once, told to the customer, and audited with its reason', async () => {
    const { p, as, customer, balance, credit, detail } = await started();
    const before = await balance();
    expect((await credit(5_000, 'For ticket #7')).body).toMatchObject({ booked: true });
    expect(await balance()).toBe(before + 5_000);
    const { transactions } = await detail();
    expect(transactions[0]).toMatchObject({ amount: 5_000, description: 'Credit from support: For ticket #7' });
    const [own] = (await p.ok(log.list, { group: 'operatorCustomer' }, customer)).logs;
    expect(own?.actor).toEqual({ type: 'support', name: '' });
    const [entry] = (await p.ok(operatorLog.list, {}, as)).logs;
    expect(entry).toMatchObject({ by: demo.operator, account: demo.second, entity: { type: 'walletCorrection' } });
    expect((await proveLedger(p.store.reader, p.clock.now)).ok).toBe(true);
  });

  test('a debit takes no more than there is, also twice at once', async () => {
    const { balance, credit } = await started();
    await credit(9_000);
    // In whole cents.
    const all = (await balance()) - ((await balance()) % 10);
    expect((await credit(-(all + 10))).status).toBe(402);
    const statuses = (await Promise.all([credit(-all, 'a'), credit(-all, 'b')])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 402]);
    expect(await balance()).toBe(0);
  });

  test('the same idempotency key books once', async () => {
    const { p, as, balance } = await started();
    const before = await balance();
    const send = () =>
      p.try(operatorCustomer.credit, { customerId, amount: 3_000, reason: 'Once' }, { ...as, headers: { 'idempotency-key': 'k' } });
    await Promise.all([send(), send(), send()]);
    expect(await balance()).toBe(before + 3_000);
  });

  test('a large one waits for a second operator, who approves it once', async () => {
    const { p, as, balance, credit, detail, second } = await started();
    const before = await balance();
    expect((await credit(FOUR_EYES_FROM, 'Paid twice')).body).toMatchObject({ booked: false });
    expect(await balance()).toBe(before);
    const request = (await detail()).requests.find(({ own }) => own);
    expect(request).toMatchObject({ status: 'waiting', requestedBy: demo.operator });
    const waiting = (await p.ok(operatorDesk.today, {}, as)).queue.find(({ kind }) => kind === 'credit');
    expect(waiting?.items.map(({ id }) => id)).toContain(request?.id);
    const decide = (approve: boolean, who: { token: string }) => p.try(operatorCustomer.decide, { requestId: request?.id, approve }, who);
    expect((await decide(true, as)).body.code).toBe('operatorCustomer:error.own');
    const other = await second();
    const statuses = (await Promise.all([decide(true, other), decide(true, other)])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409]);
    expect(await balance()).toBe(before + FOUR_EYES_FROM);
    expect((await decide(false, other)).body.code).toBe('operatorCustomer:error.decided');
  });

  test('a request is withdrawn by who made it, and moves nothing', async () => {
    const { p, as, balance, credit, detail } = await started();
    const before = await balance();
    await credit(FOUR_EYES_FROM);
    const request = (await detail()).requests.find(({ own }) => own);
    await p.ok(operatorCustomer.decide, { requestId: request?.id ?? '', approve: false }, as);
    expect(await balance()).toBe(before);
  });

  test('nobody corrects their own wallet, or without a reason', async () => {
    const { p, as, credit } = await started();
    const { profile } = await p.ok(auth.profile, {}, as);
    const own = await p.try(operatorCustomer.credit, { customerId: profile.id, amount: 1_000, reason: 'x' }, as);
    expect(own.body.code).toBe('operatorCustomer:error.self');
    expect((await credit(1_000, ' ')).status).toBe(422);
    // Nothing, and less than a cent.
    for (const amount of [0, 5, -1_005]) expect((await credit(amount)).status).toBe(422);
  });
});

test('ended sessions are refused on the next call', async () => {
  const { p, as, customer } = await started();
  expect((await p.ok(operatorCustomer.endSessions, { customerId }, as)).ended).toBeGreaterThan(0);
  expect((await p.try(auth.profile, {}, customer)).status).toBe(401);
  expect((await p.try(operatorCustomer.get, { customerId: 'nobody' }, as)).status).toBe(404);
});
