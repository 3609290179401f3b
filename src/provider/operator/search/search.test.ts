import { expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorSearch } from '../../../lib/contract/operator/operatorSearch.ts';

async function started() {
  const p = await startProvider();
  const [as, operatorId, customerId] = [{ token: await p.signInOperator() }, await readAccountId(p, demo.operator), await readAccountId(p)];
  const find = async (q: string) => (await p.ok(operatorSearch.find, { q }, as)).groups;
  const titles = async (q: string) => (await find(q)).flatMap(({ kind, items }) => items.map(({ title }) => `${kind} ${title}`));
  return { p, as, operatorId, customerId, find, titles };
}

test('each kind is found by what operators know of it, in any script', async () => {
  const { p, customerId, titles, find } = await started();
  await updateStored(p, 'user', { id: customerId }, { mobile: '+989121234567' });
  for (const q of ['DEMO@nasim', '0912 123 4567', '۰۹۱۲۱۲۳۴۵۶۷', 'sara amini'])
    expect(await titles(q), q).toContain(`customer ${demo.email}`);
  expect(await titles('parvaz')).toContain('domain parvaz.example');
  const [server] = (await stored(p, 'server', { accountId: customerId })).filter(({ ipv4 }) => ipv4 !== null);
  for (const q of [server?.name.toUpperCase() ?? '', server?.ipv4 ?? '']) expect(await titles(q), q).toContain(`server ${server?.name}`);
  const [ticket] = await stored(p, 'ticket', { accountId: customerId });
  for (const q of [`#${ticket?.number}`, ticket?.title.toUpperCase() ?? ''])
    expect(await titles(q), q).toContain(`ticket #${ticket?.number}`);
  const [invoice] = await stored(p, 'invoice', { accountId: customerId });
  expect(await titles(invoice?.number.toLowerCase() ?? '')).toContain(`invoice ${invoice?.number}`);
  const [payment] = await stored(p, 'payment', { accountId: customerId });
  if (payment) expect(await titles(payment.reference)).toContain(`payment ${payment.reference}`);
  const [group] = await find('parvaz.example');
  expect(group?.items[0]).toMatchObject({ account: demo.email, link: `/operator/customers/${customerId}` });
});

test('wildcards and one character find nothing, a long query is refused', async () => {
  const { p, as, titles } = await started();
  for (const q of ['', ' ', 'a', '#', '%%', '__']) expect(await titles(q), q).toEqual([]);
  expect((await p.try(operatorSearch.find, { q: 'x'.repeat(201) }, as)).status).toBe(422);
});

test('a role finds only what it may see', async () => {
  const { p, operatorId, customerId, find } = await started();
  const [invoice] = await stored(p, 'invoice', { accountId: customerId });
  const [ticket] = await stored(p, 'ticket', { accountId: customerId });
  const kinds = async (q: string) => (await find(q)).map(({ kind }) => kind);
  for (const [role, sees, hidden] of [
    ['support', `#${ticket?.number}`, invoice?.number],
    ['billing', invoice?.number, `#${ticket?.number}`],
  ] as const) {
    await updateStored(p, 'user', { id: operatorId }, { staffRole: role });
    expect((await kinds(sees ?? '')).length, role).toBeGreaterThan(0);
    expect(await kinds(hidden ?? ''), role).not.toContain(role === 'support' ? 'invoice' : 'ticket');
    expect(await kinds('parvaz'), role).toContain('domain');
  }
});
