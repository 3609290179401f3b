import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { move, readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import type { NamedCall } from '../../../lib/contract/call.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import { allCalls } from '../../../lib/contract/openapi.ts';
import { operatorCustomer } from '../../../lib/contract/operator/operatorCustomer.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { callRealm } from '../../../lib/rules/core/roles.ts';
import { DAY } from '../../../lib/time.ts';
import { financeJobs } from '../../finance/jobs.ts';

const form = { reason: 'abuse', text: 'Phishing on shop.example' } as const;

async function started() {
  const p = await startProvider();
  const [customer, as] = [{ token: await p.signIn() }, { token: await p.signInOperator() }];
  const customerId = await readAccountId(p);
  const suspend = () => p.try(operatorCustomer.suspend, { customerId, ...form }, as);
  const lift = () => p.try(operatorCustomer.lift, { customerId }, as);
  const domains = async () => (await stored(p, 'domain', { accountId: customerId })).map(({ id, status }) => [id, status]);
  return { p, customer, as, customerId, suspend, lift, domains };
}

test('services stop and start again as they were, once; the customer is notified in their language, and both logs name the reason', async () => {
  const { p, customer, as, customerId, suspend, lift, domains } = await started();
  await updateStored(p, 'user', { id: customerId }, { language: 'es' });
  const before = await domains();
  const serversBefore = (await p.ok(server.list, {}, customer)).servers.map(({ id, stopped }) => [id, stopped]);
  expect(before.map(([, status]) => status)).toEqual(expect.arrayContaining(['active', 'inactive']));
  expect((await suspend()).body.stopped).toBeGreaterThan(3);
  expect((await suspend()).body.code).toBe('operatorCustomer:error.alreadySuspended');
  expect((await domains()).map(([, status]) => status)).not.toContain('active');
  const servers = (await p.ok(server.list, {}, customer)).servers;
  expect(servers.map(({ stopped }) => stopped?.reason)).toEqual(servers.map(() => 'account'));
  const suspension = { since: new Date(p.clock.now).toISOString(), ...form };
  expect((await p.ok(auth.profile, {}, customer)).profile.suspension).toEqual(suspension);
  expect((await p.ok(operatorCustomer.get, { customerId }, as)).customer.suspension).toEqual(suspension);
  const mail = await p.lastMail(demo.email);
  expect([mail?.subject, mail?.body]).toEqual(['Tu cuenta está suspendida', expect.stringContaining(form.text)]);
  expect((await p.ok(notification.list, {}, customer)).notifications[0]?.description).toContain(form.text);

  expect((await lift()).status).toBe(200);
  expect((await lift()).body.code).toBe('operatorCustomer:error.notSuspended');
  expect(await domains()).toEqual(before);
  expect((await p.ok(server.list, {}, customer)).servers.map(({ id, stopped }) => [id, stopped])).toEqual(serversBefore);
  expect((await p.ok(auth.profile, {}, customer)).profile.suspension).toBeNull();
  const entries = (await p.ok(operatorLog.list, {}, as)).logs.filter(({ entity }) => entity.type === 'accountSuspension');
  expect(entries.map(({ by, action, account }) => [by, action, account])).toEqual([
    [demo.operator, 'delete', demo.email],
    [demo.operator, 'create', demo.email],
  ]);
});

test('meanwhile the customer reads everything, pays and writes to support; every other change and every API key is refused', async () => {
  const { p, customer, suspend, lift } = await started();
  const { token: key } = await p.ok(apiKey.add, { name: 'Build', access: { dns: 'write' } }, customer);
  await suspend();
  // They can also sign in again.
  const again = { token: await p.signIn() };
  expect((await p.try(invoice.list, invoice.list.example, again)).status).toBe(200);
  expect((await p.try(ticket.create, ticket.create.example, again)).status).toBe(200);
  expect((await p.try(dns.list, { domainId: demo.domainId }, again)).status).toBe(200);
  expect((await p.try(dns.list, { domainId: demo.domainId }, { token: key })).body.code).toBe('error:suspended');
  const own = ['self', 'own', 'shell', 'finance', 'tickets'];
  const calls = (allCalls() as NamedCall[]).filter(({ access, body, safe }) => access === 'session' && body !== 'multipart' && !safe);
  const refused = calls.filter((call) => !own.includes(callRealm(call)));
  expect(refused.length).toBeGreaterThan(150);
  for (const call of refused) expect([call.id, (await p.try(call, call.example, again)).body.code]).toEqual([call.id, 'error:suspended']);
  await lift();
  expect((await p.try(dns.list, { domainId: demo.domainId }, { token: key })).status).toBe(200);
});

test('the end of a suspension doesn’t start what an unpaid balance stops, and paying then does', async () => {
  const { p, customerId, suspend, domains } = await started();
  const check = () => runJobs(p, financeJobs.sweepBalances);
  const before = await domains();
  await suspend();
  // A refund: charges would reach the spending limit of the demo data too.
  await move(p, customerId, -1_000_000_000, { kind: 'refund', to: 'funding' });
  await check();
  p.clock.now += DAY + 60_000;
  await check();
  // The session of the day before has ended.
  await p.ok(operatorCustomer.lift, { customerId }, { token: await p.signInOperator() });
  expect((await domains()).map(([, status]) => status)).not.toContain('active');
  await move(p, customerId, 1_000_000_000);
  await check();
  expect(await domains()).toEqual(before);
});

test('an operator, an unknown account and a missing text are refused; a change that waited for the suspension too', async () => {
  const { p, as, customer, customerId, suspend } = await started();
  const operatorId = await readAccountId(p, demo.operator);
  expect((await p.try(operatorCustomer.suspend, { customerId: operatorId, ...form }, as)).body.code).toBe('operatorCustomer:error.staff');
  expect((await p.try(operatorCustomer.suspend, { customerId: demo.domainId, ...form }, as)).status).toBe(404);
  expect((await p.try(operatorCustomer.suspend, { customerId, ...form, text: ' ' }, as)).body.fields).toHaveProperty('text');
  const [first, change] = await Promise.all([suspend(), p.try(domain.toggle, domain.toggle.example, customer)]);
  expect(first.status).toBe(200);
  expect([200, 409]).toContain(change.status);
});
