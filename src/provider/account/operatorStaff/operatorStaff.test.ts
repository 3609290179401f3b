import { expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { operatorStaff } from '../../../lib/contract/account/operatorStaff.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorCustomer } from '../../../lib/contract/operator/operatorCustomer.ts';
import { operatorDesk } from '../../../lib/contract/operator/operatorDesk.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { MINUTE } from '../../../lib/time.ts';

async function started() {
  const p = await startProvider();
  const as = { token: await p.signInOperator() };
  const colleague = { token: await p.signIn(demo.second) };
  const add = (role: 'admin' | 'support' | 'billing', email: string = demo.second) => p.try(operatorStaff.add, { email, role }, as);
  const staff = async () => (await p.ok(operatorStaff.list, {}, as)).staff;
  const [ownId, colleagueId] = [await readAccountId(p, demo.operator), await readAccountId(p, demo.second)];
  return { p, as, colleague, add, staff, ownId, colleagueId };
}

test('a customer becomes an operator with a role, which changes with their next call; each change has an email and an entry that names who made it', async () => {
  const { p, as, colleague, add, staff, colleagueId } = await started();
  expect((await p.ok(auth.profile, {}, colleague)).profile.staffRole).toBeNull();
  expect((await add('support')).status).toBe(200);
  expect((await p.lastMail(demo.second))?.subject).toBe('You’re now an operator of Nasim');
  expect((await staff()).map(({ email, role, you }) => [email, role, you])).toEqual([
    [demo.operator, 'admin', true],
    [demo.second, 'support', false],
  ]);
  expect((await p.ok(auth.profile, {}, colleague)).profile.staffRole).toBe('support');
  expect((await p.try(operatorTicket.list, {}, colleague)).status).toBe(200);
  const credit = { customerId: await readAccountId(p), amount: 1_000, reason: 'Trouble' };
  expect(await p.try(operatorCustomer.credit, credit, colleague)).toMatchObject({ status: 409, body: { code: 'error:staffRole' } });
  await p.ok(operatorStaff.setRole, { staffId: colleagueId, role: 'billing' }, as);
  expect((await p.try(operatorTicket.list, {}, colleague)).body.code).toBe('error:staffRole');
  expect((await p.try(operatorCustomer.credit, credit, colleague)).status).toBe(200);
  expect((await p.lastMail(demo.second))?.subject).toBe('Your role at Nasim has changed');
  const { logs } = await p.ok(operatorLog.list, { q: demo.second }, as);
  const entries = logs.filter(({ entity }) => entity.type === 'staffMember');
  expect(entries.map(({ by, action, entity }) => [by, action, entity.name])).toEqual([
    [demo.operator, 'update', demo.second],
    [demo.operator, 'create', demo.second],
  ]);
  expect(entries[0]?.changes).toMatchObject([{ before: 'support', after: 'billing' }]);
  // The same role again is no change.
  await p.ok(operatorStaff.setRole, { staffId: colleagueId, role: 'billing' }, as);
  expect((await p.ok(operatorLog.list, { q: demo.second }, as)).logs.filter(({ entity }) => entity.type === 'staffMember')).toHaveLength(2);
});

test('somebody without an account gets one, and nobody signs in with it before a password is set', async () => {
  const { p, add, staff } = await started();
  expect((await add('billing', 'new@nasim.example')).status).toBe(200);
  expect((await staff()).find(({ email }) => email === 'new@nasim.example')).toMatchObject({
    role: 'billing',
    hasPassword: false,
    lastSeenAt: null,
  });
  for (const password of ['', 'breeze-demo'])
    expect((await p.try(auth.login, { username: 'new@nasim.example', password })).status).not.toBe(200);
  expect((await p.lastMail('new@nasim.example'))?.body).toContain('/public/forgot-password');
});

test('an operator, an address that isn’t verified and an account that closes can’t be added', async () => {
  const { p, add, colleagueId } = await started();
  expect((await add('support', demo.operator)).body.fields).toEqual({ email: 'This person already is an operator.' });
  for (const columns of [{ emailVerifiedAt: null }, { emailVerifiedAt: 1, closesAt: p.clock.now + MINUTE }]) {
    await updateStored(p, 'user', { id: colleagueId }, columns);
    expect((await add('admin')).body.fields).toHaveProperty('email');
  }
  expect((await storedOne(p, 'user', { id: colleagueId })).staffRole).toBeNull();
});

test('the last administrator stays one, also when two demote each other at once', async () => {
  const { p, as, colleague, add, ownId, colleagueId, staff } = await started();
  for (const call of [
    () => p.try(operatorStaff.setRole, { staffId: ownId, role: 'support' }, as),
    () => p.try(operatorStaff.remove, { staffId: ownId }, as),
  ])
    expect((await call()).body.code).toBe('operatorStaff:error.lastAdmin');
  await add('admin');
  const answers = await Promise.all([
    p.try(operatorStaff.setRole, { staffId: colleagueId, role: 'support' }, as),
    p.try(operatorStaff.setRole, { staffId: ownId, role: 'support' }, colleague),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const rows = (await stored(p, 'user')).filter(({ staffRole }) => staffRole === 'admin');
  expect(rows).toHaveLength(1);
  if (answers[0]?.status === 200) expect((await staff()).length).toBe(2);
});

test('the sessions of a removed operator end at once, and their open tickets wait for somebody else', async () => {
  const { p, as, colleague, add, colleagueId } = await started();
  await add('support');
  await p.ok(operatorTicket.assign, { ticketId: demo.ticketId, email: demo.second }, colleague);
  await p.ok(operatorStaff.remove, { staffId: colleagueId }, as);
  expect((await p.try(operatorTicket.list, {}, colleague)).status).toBe(401);
  expect((await p.try(auth.profile, {}, colleague)).status).toBe(401);
  expect((await storedOne(p, 'ticket', { id: demo.ticketId })).assignedTo).toBeNull();
  expect((await p.try(operatorStaff.remove, { staffId: colleagueId }, as)).status).toBe(404);
  // They are a customer like everybody else.
  const again = { token: await p.signIn(demo.second) };
  expect((await p.try(operatorTicket.list, {}, again)).status).toBe(404);
});

test('an old sign-in needs the password again, and an unknown operator is unknown', async () => {
  const { p, as, colleagueId } = await started();
  expect((await p.try(operatorStaff.setRole, { staffId: colleagueId, role: 'support' }, as)).status).toBe(404);
  p.clock.now += 11 * MINUTE;
  for (const call of [operatorStaff.add, operatorStaff.setRole, operatorStaff.remove])
    expect((await p.try(call, call.example as never, as)).body.code).toBe('auth:error.confirm');
});

test('a role without wallets sees no balances, transactions and corrections; one without tickets no tickets on the desk', async () => {
  const { p, as, colleague, add } = await started();
  const customerId = await readAccountId(p, demo.second);
  const mainId = await readAccountId(p);
  const [all, main] = [await p.ok(operatorCustomer.get, { customerId }, as), await p.ok(operatorCustomer.get, { customerId: mainId }, as)];
  expect([all.requests.length > 0, main.transactions.length > 0, typeof all.customer.balance]).toEqual([true, true, 'number']);
  await add('support');
  const shown = await p.ok(operatorCustomer.get, { customerId }, colleague);
  expect([shown.requests, shown.customer.balance]).toEqual([[], null]);
  expect((await p.ok(operatorCustomer.get, { customerId: mainId }, colleague)).transactions).toEqual([]);
  expect((await p.ok(operatorCustomer.list, {}, colleague)).customers.every(({ balance }) => balance === null)).toBe(true);
  const desk = await p.ok(operatorDesk.today, {}, colleague);
  expect([desk.queue.map(({ kind }) => kind), desk.figures.charged]).toEqual([['ticket', 'consulting', 'dedicatedIp'], null]);
  expect(desk.checks.length).toBeGreaterThan(0);
  await p.ok(operatorStaff.setRole, { staffId: customerId, role: 'billing' }, as);
  const billing = await p.ok(operatorDesk.today, {}, colleague);
  expect([billing.queue.map(({ kind }) => kind), billing.checks, typeof billing.figures.charged]).toEqual([
    ['credit', 'refund'],
    [],
    'number',
  ]);
});
