import { expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { joined } from '../../../../tests/support/team.ts';
import { type ApiKeyForm, apiKey } from '../../../lib/contract/account/apiKey.ts';
import { team } from '../../../lib/contract/account/team.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { autoTopUp } from '../../../lib/contract/finance/autoTopUp.ts';
import { invoice } from '../../../lib/contract/finance/invoice.ts';
import { payment } from '../../../lib/contract/finance/payment.ts';
import { transaction } from '../../../lib/contract/finance/transaction.ts';
import { walletDetail } from '../../../lib/contract/finance/walletDetail.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { DAY } from '../../../lib/time.ts';

async function withKey(form: Partial<ApiKeyForm> & Pick<ApiKeyForm, 'access'>) {
  const p = await startProvider();
  const session = await p.signIn();
  const made = await p.ok(apiKey.add, { name: 'Accounting', ...form }, { token: session });
  const own = async () => (await p.ok(apiKey.get, { apiKeyId: made.apiKey.id }, { token: session })).apiKey;
  return { p, session, token: made.token, id: made.apiKey.id, own };
}
/** A proforma invoice for consulting, which the wallet can pay. */
const proforma = async (p: TestProvider, token: string, hours = 1) =>
  (await p.ok(invoice.createProforma, { items: [{ service: 'consulting', hours }] }, { token })).invoice;
let n = 0;
const pay = (p: TestProvider, token: string, invoiceId: string, locale?: 'fa') =>
  p.try(invoice.pay, { invoiceId, method: 'wallet' }, { token, headers: { 'idempotency-key': `pay-${n++}` }, ...(locale && { locale }) });
const balance = async (p: TestProvider, token: string) => (await p.ok(wallet.balance, {}, { token })).balance;

test('with read access to billing: balance, costs, transactions and invoices, and no payment', async () => {
  const { p, session, token } = await withKey({ access: { finance: 'read' } });
  expect(await p.ok(wallet.balance, {}, { token })).toEqual(await p.ok(wallet.balance, {}, { token: session }));
  await p.ok(walletDetail.usage, {}, { token });
  expect((await p.ok(transaction.list, { limit: 5 }, { token })).transactions).not.toEqual([]);
  const { invoices } = await p.ok(invoice.list, { state: 'closed' }, { token });
  expect(invoices).not.toEqual([]);
  expect((await p.ok(invoice.download, { invoiceId: demo.invoiceId, format: 'csv' }, { token })).file.content).not.toBe('');
  expect((await pay(p, token, demo.proformaId)).body.code).toBe('apiKey:error.readOnly');
});

test('pays invoices from the wallet up to its monthly limit, and nothing else moves money', async () => {
  const { p, session, token, own } = await withKey({ access: { finance: 'write' }, monthlyLimit: 1_000_000 });
  const first = await proforma(p, session);
  await p.ok(apiKey.edit, { apiKeyId: (await own()).id, monthlyLimit: first.total + 1 }, { token: session });
  const before = await balance(p, session);
  expect((await pay(p, token, first.id)).status).toBe(200);
  expect(await balance(p, session)).toBe(before - first.total);
  expect(await own()).toMatchObject({ monthlyLimit: first.total + 1, spent: first.total });
  // The next one exceeds what is left: it stays unpaid, and nothing is charged or counted.
  const second = await proforma(p, session);
  const refused = await pay(p, token, second.id);
  expect(refused).toMatchObject({ status: 409, body: { code: 'apiKey:error.spending', amount: second.total, left: 1 } });
  expect((await pay(p, token, second.id, 'fa')).body.message).toContain('Accounting');
  expect(await balance(p, session)).toBe(before - first.total);
  expect((await p.ok(invoice.get, { invoiceId: second.id }, { token })).invoice).toMatchObject({ state: 'proforma', payment: 'unpaid' });
  expect((await own()).spent).toBe(first.total);
  // A person isn’t limited by it, and the next month begins from zero.
  expect((await pay(p, session, second.id)).status).toBe(200);
  p.clock.now += 3 * DAY;
  while (new Date(p.clock.now).getUTCDate() > 1) p.clock.now += DAY;
  const later = await p.signIn();
  const { apiKey: reset } = await p.ok(apiKey.get, { apiKeyId: (await p.ok(apiKey.current, {}, { token })).apiKey.id }, { token: later });
  expect(reset.spent).toBe(0);
  expect((await pay(p, token, (await proforma(p, later)).id)).status).toBe(200);
  // Banks, cards and top-ups are for people.
  const atGateway = await p.try(invoice.pay, { invoiceId: demo.proformaId, method: 'gateway', gateway: 'sandbox' }, { token });
  expect(atGateway.body.code).toBe('invoice:error.keyByWallet');
  for (const call of [payment.create, autoTopUp.update, autoTopUp.removeCard, invoice.createProforma])
    expect([call.id.join('.'), (await p.try(call, call.example, { token })).body.code]).toEqual([call.id.join('.'), 'error:sessionOnly']);
});

test('two payments at once don’t exceed the limit together', async () => {
  const { p, session, token, id, own } = await withKey({ access: { finance: 'write' }, monthlyLimit: 1_000_000 });
  const invoices = [await proforma(p, session), await proforma(p, session), await proforma(p, session)];
  const total = invoices[0]?.total ?? 0;
  await p.ok(apiKey.edit, { apiKeyId: id, monthlyLimit: 2 * total }, { token: session });
  const before = await balance(p, session);
  const answers = await Promise.all(invoices.map((one) => pay(p, token, one.id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  expect([await balance(p, session), (await own()).spent]).toEqual([before - 2 * total, 2 * total]);
});

test('the limit includes what other areas charge at once: a prepaid server', async () => {
  const { p, session, token, id, own } = await withKey({ access: { servers: 'write' }, monthlyLimit: 1 });
  const order = { ...serverOrder.create.example, period: 'day' as const };
  const servers = async () => (await p.ok(server.list, {}, { token: session })).servers.length;
  const [before, count] = [await balance(p, session), await servers()];
  expect((await p.try(serverOrder.create, order, { token })).body.code).toBe('apiKey:error.spending');
  expect([await balance(p, session), await servers()]).toEqual([before, count]);
  await p.ok(apiKey.edit, { apiKeyId: id, monthlyLimit: null }, { token: session });
  await p.ok(serverOrder.create, order, { token });
  expect((await own()).spent).toBe(before - (await balance(p, session)));
  expect((await own()).spent).toBeGreaterThan(1);
});

test('with access to tickets: opens, reads, answers and closes one; their files and ratings are for people', async () => {
  const { p, token } = await withKey({ access: { tickets: 'write' } });
  const { ticket: opened } = await p.ok(ticket.create, ticket.create.example, { token });
  await p.ok(ticket.reply, { ticketId: opened.id, message: 'More details.' }, { token });
  expect((await p.ok(ticket.messages, { ticketId: opened.id }, { token })).messages).toHaveLength(2);
  expect((await p.ok(ticket.list, { state: 'active' }, { token })).tickets.map(({ id }) => id)).toContain(opened.id);
  await p.ok(ticket.close, { ticketId: opened.id }, { token });
  for (const call of [ticket.attachment, ticket.rate])
    expect((await p.try(call, call.example, { token })).body.code).toBe('error:sessionOnly');
  const reading = await withKey({ access: { tickets: 'read' } });
  expect((await reading.p.try(ticket.reply, ticket.reply.example, { token: reading.token })).body.code).toBe('apiKey:error.readOnly');
});

test('limited to domains or servers, it opens tickets about no others', async () => {
  const { p, token } = await withKey({
    access: { tickets: 'write', finance: 'read' },
    domainIds: [demo.domainId],
    serverIds: [demo.serverId],
  });
  const { domainId: _, ...form } = ticket.create.example;
  expect((await p.try(ticket.create, { ...form, domainId: demo.planDomainId }, { token })).status).toBe(404);
  expect((await p.try(ticket.create, { ...form, serverId: demo.offServerId }, { token })).status).toBe(404);
  expect((await p.try(ticket.previewDiagnostics, { domainId: demo.planDomainId }, { token })).status).toBe(404);
  expect(await p.ok(ticket.subjects, {}, { token })).toMatchObject({ domains: [{ id: demo.domainId }], servers: [{ id: demo.serverId }] });
  await p.ok(ticket.create, { ...form, domainId: demo.domainId }, { token });
  expect((await p.try(wallet.balance, {}, { token })).status).toBe(200);
});

test('a key that may pay needs a limit, also after an edit, and only owners and administrators make one', async () => {
  const { p, session, id } = await withKey({ access: { dns: 'read' } });
  for (const input of [{ access: { finance: 'write' as const } }, { access: { finance: 'write' as const }, monthlyLimit: 0 }]) {
    const { status, body } = await p.try(apiKey.add, { name: 'New', ...input }, { token: session });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['monthlyLimit']]);
  }
  const edit = (input: object) => p.try(apiKey.edit, { apiKeyId: id, ...input }, { token: session });
  expect((await edit({ access: { finance: 'write' } })).body.code).toBe('apiKey:error.noLimit');
  expect((await edit({ access: { finance: 'write' }, monthlyLimit: 5_000 })).status).toBe(200);
  expect((await edit({ monthlyLimit: null })).body.code).toBe('apiKey:error.noLimit');
  for (const role of ['billing', 'readOnly'] as const) {
    const { p: other, member } = await joined(role);
    const made = await other.try(apiKey.add, { name: 'New', access: { finance: 'read', tickets: 'write' } }, { token: member });
    expect([role, made.body.code]).toEqual([role, 'error:role']);
  }
});

test('it has no more access than its maker: a role without billing ends its payments', async () => {
  const { p, owner, member, memberId } = await joined('admin');
  const { token } = await p.ok(apiKey.add, { name: 'Pays', access: { finance: 'write' }, monthlyLimit: 1_000_000 }, { token: member });
  expect((await p.try(wallet.balance, {}, { token })).status).toBe(200);
  await p.ok(team.edit, { memberId, role: 'readOnly' }, { token: owner });
  expect((await p.try(wallet.balance, {}, { token })).status).toBe(200);
  expect((await pay(p, token, demo.proformaId)).body.code).toBe('error:role');
});
