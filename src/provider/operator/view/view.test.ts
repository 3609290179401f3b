import { expect, test } from 'vitest';
import { EventReader } from '../../../../tests/support/events.ts';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { lastEntry } from '../../../../tests/support/twoFactor.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { privacy } from '../../../lib/contract/account/privacy.ts';
import type { NamedCall } from '../../../lib/contract/call.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { spaceKey } from '../../../lib/contract/cloud/spaceKey.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { webhook } from '../../../lib/contract/core/webhook.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { allCalls } from '../../../lib/contract/openapi.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { operatorView } from '../../../lib/contract/operator/operatorView.ts';
import { MINUTE } from '../../../lib/time.ts';

const reason = 'To see what ticket #1003 describes';

/** The demo customer, who owns the examples, may be seen by the operator. */
async function started(until: (now: number) => number | null = () => null) {
  const p = await startProvider();
  const customer = { token: await p.signIn() };
  const as = { token: await p.signInOperator() };
  const [customerId, operatorId] = [await readAccountId(p), await readAccountId(p, demo.operator)];
  const at = until(p.clock.now);
  const supportAccessUntil = at === null ? null : new Date(at).toISOString();
  await p.ok(privacy.update, { supportAccess: true, supportAccessUntil }, customer);
  const start = () => p.try(operatorView.start, { customerId, reason }, as);
  const withdraw = () => p.ok(privacy.update, { supportAccess: false }, customer);
  const acting = async () => (await p.ok(auth.profile, {}, as)).acting;
  return { p, customer, as, customerId, operatorId, start, withdraw, acting };
}
async function viewing(until?: (now: number) => number | null) {
  const all = await started(until);
  expect((await all.start()).status).toBe(200);
  return all;
}

const calls = allCalls().filter(({ access }) => access === 'session') as NamedCall[];
const named = (call: NamedCall) => call.id.join('.');
const listed = (p: TestProvider, token: string) => p.ok(domain.list, {}, { token });

test('without a consent, or for their own account, there is no view', async () => {
  const { p, as, customer, customerId, operatorId, withdraw, start, acting } = await started();
  await withdraw();
  expect((await start()).body.code).toBe('operatorView:error.noConsent');
  await p.ok(privacy.update, { supportAccess: true }, customer);
  expect((await p.try(operatorView.start, { customerId: operatorId, reason }, as)).body.code).toBe('operatorCustomer:error.self');
  expect((await p.try(operatorView.start, { customerId, reason: ' ' }, as)).status).toBe(422);
  // A ticket of nobody, or of another customer.
  expect((await p.try(operatorView.start, { customerId: demo.customerId, reason, ticketId: demo.ticketId }, as)).status).toBe(404);
  expect(await acting()).toBeNull();
  // It is off by default.
  const third = await p.ok(privacy.get, {}, as);
  expect(third.privacy).toEqual({ supportAccess: false, supportAccessUntil: null });
});

test('the operator sees what the customer has, and both audit logs name operator, reason and time', async () => {
  const { p, as, customer, customerId, acting } = await viewing();
  expect((await listed(p, as.token)).domains.map(({ id }) => id)).toContain(demo.domainId);
  expect(await acting()).toMatchObject({ id: customerId, role: 'support', until: new Date(p.clock.now + 30 * MINUTE).toISOString() });
  for (const read of [() => p.ok(transaction.export, {}, as), () => p.ok(log.export, {}, as)]) expect((await read()).csv).not.toBe('');
  const [entry] = (await p.ok(log.list, { actor: 'support' }, customer)).logs;
  expect(entry).toMatchObject({ action: 'create', entity: { type: 'supportView', name: demo.email }, time: expect.any(String) });
  expect(entry?.changes).toEqual(
    expect.arrayContaining([
      { field: 'operator', label: 'Operator', before: null, after: demo.operator },
      { field: 'reason', label: 'Reason', before: null, after: reason },
    ]),
  );
  const [own] = (await p.ok(operatorLog.list, {}, as)).logs;
  expect(own).toMatchObject({ id: entry?.id, by: demo.operator, account: demo.email });
  const [notice] = (await p.ok(notification.list, {}, customer)).notifications;
  expect(`${notice?.title} ${notice?.description}`).toContain(reason);
  expect(await p.ok(operatorView.end, {}, as)).toEqual({ customerId });
  expect(await lastEntry(p)).toMatchObject({ action: 'delete', entityType: 'supportView', accountId: customerId, actorType: 'operator' });
  expect(await acting()).toBeNull();
  expect((await p.try(operatorView.end, {}, as)).status).toBe(409);
});

test('no call that changes something passes, whatever its input', async () => {
  const { p, as } = await viewing();
  const before = await stored(p, 'changeLog');
  for (const call of calls.filter(({ changes, id }) => changes && !['auth.logout', 'operatorView.end'].includes(id.join('.')))) {
    const { body, status } = await p.try(call, call.example, as);
    expect([status, body.code], named(call)).toEqual([409, expect.stringMatching(/^(error:supportView|team:error\.ownOnly)$/)]);
  }
  // Nor one that reaches the customer's servers or sends something.
  for (const call of calls.filter(({ changes, method }) => !changes && method === 'POST')) {
    const { body } = await p.try(call, call.example, as);
    const isComputed = ['impact.preview', 'operatorBrand.preview', 'serverOrder.quote', 'trace.run'].includes(named(call));
    expect([named(call), body.code === 'error:supportView']).toEqual([named(call), !isComputed]);
  }
  expect(await stored(p, 'changeLog')).toEqual(before);
});

test('no secret can be read: keys, storage credentials, webhook addresses and files are refused, and no answer has one', async () => {
  const { p, as } = await viewing();
  expect((await p.try(space.credentials, { spaceId: demo.spaceId }, as)).body.code).toBe('error:supportView');
  expect((await p.try(spaceKey.list, { spaceId: demo.spaceId }, as)).body.code).toBe('error:supportView');
  expect((await p.try(webhook.list, {}, as)).body.code).toBe('error:role');
  const rows = [...(await stored(p, 'user')), ...(await stored(p, 'apiKey')), ...(await stored(p, 'twoFactor'))];
  const secrets = rows.flatMap((row) => Object.entries(row).filter(([name]) => /hash|hint|secret/i.test(name)));
  const values = secrets.flatMap(([, value]) => (typeof value === 'string' && value.length > 5 ? [value] : []));
  expect(values.length).toBeGreaterThan(2);
  for (const call of calls.filter(({ method, events, downloads }) => method === 'GET' && !events && !downloads)) {
    const { status, body } = await p.try(call, call.example, as);
    expect([401, 403, 500], `${named(call)}: ${JSON.stringify(body)}`).not.toContain(status);
    const text = JSON.stringify(body);
    for (const value of values) expect([named(call), text.includes(value)]).toEqual([named(call), false]);
    expect([named(call), /"(secretKey|accessKey|password|token|privateKey|recoveryCodes)":"./.test(text)]).toEqual([named(call), false]);
  }
  // Among the calls is one that makes a year of invoices.
}, 60_000);

test('it ends after 30 minutes, or with the consent', async () => {
  const { p, as, acting } = await viewing();
  p.clock.now += 30 * MINUTE - 1;
  expect(await acting()).not.toBeNull();
  p.clock.now += 1;
  expect(await acting()).toBeNull();
  expect((await p.try(dns.list, { domainId: demo.domainId }, as)).status).toBe(404);

  const short = await viewing((now) => now + 5 * MINUTE);
  short.p.clock.now += 5 * MINUTE;
  expect(await short.acting()).toBeNull();
  expect((await short.start()).body.code).toBe('operatorView:error.noConsent');
});

test('a withdrawn consent ends it on the next call, and its stream; a shortened one ends it earlier', async () => {
  const { p, as, customer, customerId, withdraw, acting } = await viewing();
  await p.ok(privacy.update, { supportAccess: true, supportAccessUntil: new Date(p.clock.now + MINUTE).toISOString() }, customer);
  expect((await acting())?.until).toBe(new Date(p.clock.now + MINUTE).toISOString());
  const stream = await p.provider.answer(
    new Request(`http://provider${task.stream.path}`, { headers: { authorization: `Bearer ${as.token}` } }),
    { ip: '192.0.2.1' },
  );
  const events = new EventReader(stream);
  await events.until('ready');
  await withdraw();
  // The window still shows the customer.
  const shown = { ...as, headers: { 'x-account': customerId } };
  expect((await p.try(dns.list, { domainId: demo.domainId }, shown)).body.code).toBe('error:otherAccount');
  expect((await p.try(dns.list, { domainId: demo.domainId }, as)).status).toBe(404);
  expect((await events.until('end')).data.reason).toBe('account');
});

test('a second tab that shows the operator’s own account is refused; signing out ends the view', async () => {
  const { p, as, operatorId, customerId } = await viewing();
  const own = { ...as, headers: { 'x-account': operatorId } };
  expect((await p.try(domain.list, {}, own)).body.code).toBe('error:otherAccount');
  expect((await p.try(dns.create, dns.create.example, own)).body.code).toBe('error:otherAccount');
  await p.ok(auth.logout, {}, as);
  expect((await p.try(dns.list, { domainId: demo.domainId }, as)).status).toBe(401);
  const again = await p.signInOperator();
  expect((await p.ok(auth.profile, {}, { token: again })).acting).toBeNull();
  // Somebody who is no longer an operator sees nothing either.
  const later = await p.try(operatorView.start, { customerId, reason }, { token: again });
  expect(later.status).toBe(200);
  await updateStored(p, 'user', { id: operatorId }, { staffRole: null });
  expect((await p.ok(auth.profile, {}, { token: again })).acting).toBeNull();
});

test('the consent has at most 90 days', async () => {
  const { p, customer } = await started();
  for (const days of [-1, 0, 91]) {
    const supportAccessUntil = new Date(p.clock.now + days * 1440 * MINUTE).toISOString();
    const { status, body } = await p.try(privacy.update, { supportAccess: true, supportAccessUntil }, customer);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['supportAccessUntil']]);
  }
});

test('withdrawn and opened at the same time: no view stays open', async () => {
  const { withdraw, start, acting } = await started();
  await Promise.all([withdraw(), start()]);
  expect(await acting()).toBeNull();
});
