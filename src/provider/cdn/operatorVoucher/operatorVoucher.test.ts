import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { operatorVoucher } from '../../../lib/contract/cdn/operatorVoucher.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';

async function started() {
  const p = await startProvider();
  const [as, operator] = [{ token: await p.signIn() }, { token: await p.signInOperator() }];
  const voucher = async (code: string) => (await p.ok(operatorVoucher.list, {}, operator)).vouchers.find((one) => one.code === code);
  const wanted = (code: string) => ({ domainId: demo.planDomainId, plan: 'com', period: 'month', voucher: code }) as const;
  return { p, as, operator, voucher, wanted };
}

test('a new voucher is previewed, works after that, and its uses are counted; both changes are logged', async () => {
  const { p, as, operator, voucher, wanted } = await started();
  const form = { code: ' winter-10 ', kind: 'percent', percent: 10, maxUses: 1 } as const;
  const { preview } = await p.ok(operatorVoucher.create, { ...form, dryRun: true }, operator);
  expect(preview.changes).toEqual([
    { label: 'Code', kind: 'text', before: null, after: 'WINTER-10' },
    { label: 'Percentage', kind: 'percent', before: null, after: 10 },
    { label: 'Usage limit', kind: 'count', before: null, after: 1 },
  ]);
  expect((await p.try(plan.quote, wanted('WINTER-10'), as)).body.code).toBe('plan:error.voucherUnknown');
  await p.ok(operatorVoucher.create, form, operator);
  expect(await p.try(operatorVoucher.create, form, operator)).toMatchObject({ status: 422, body: { code: 'catalogue:code.error.exists' } });
  expect((await p.ok(plan.quote, wanted('winter-10'), as)).quote.discount).toBe(8_000);
  await p.ok(plan.activate, wanted('WINTER-10'), as);
  expect(await voucher('WINTER-10')).toMatchObject({ used: 1, maxUses: 1, percent: 10, amount: null, enabled: true, version: 1 });
  await p.ok(operatorVoucher.update, { code: 'WINTER-10', maxUses: 2, enabled: true, version: 1 }, operator);
  const logs = (await p.ok(operatorLog.list, {}, operator)).logs;
  expect(logs.map(({ action, entity }) => `${entity.type}.${action}`)).toEqual(['catalogueVoucher.update', 'catalogueVoucher.create']);
});

test('a voucher that is turned off is refused at once, and works again when it is turned on; a second operator is refused', async () => {
  const { p, as, operator, wanted, voucher } = await started();
  const edit = { code: 'BREEZE20', enabled: false, version: 1 };
  const { preview } = await p.ok(operatorVoucher.update, { ...edit, dryRun: true }, operator);
  expect(preview.changes).toEqual([{ label: 'Status', kind: 'text', before: 'Active', after: 'Off' }]);
  expect((await p.ok(plan.quote, wanted('BREEZE20'), as)).quote.discount).toBe(16_000);
  const answers = await Promise.all([edit, edit].map((one) => p.try(operatorVoucher.update, one, operator)));
  expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'error:versionConflict']);
  expect((await p.try(plan.quote, wanted('BREEZE20'), as)).body.code).toBe('plan:error.voucherOff');
  expect(await voucher('BREEZE20')).toMatchObject({ enabled: false, version: 2 });
  await p.ok(operatorVoucher.update, { ...edit, enabled: true, version: 2 }, operator);
  expect((await p.ok(plan.quote, wanted('BREEZE20'), as)).quote.discount).toBe(16_000);
});

test('a limit below the uses, a past expiry, a missing value and an unknown code are refused', async () => {
  const { p, operator } = await started();
  await updateStored(p, 'discountCode', { code: 'LAUNCH50' }, { used: 3 });
  const edit = { code: 'LAUNCH50', maxUses: 2, enabled: true, version: 1 };
  expect((await p.try(operatorVoucher.update, edit, operator)).body.fields).toEqual({
    maxUses: 'The code has already been used 3 times. The limit can’t be lower.',
  });
  const expiresAt = new Date(p.clock.now - 1000).toISOString();
  expect((await p.try(operatorVoucher.update, { ...edit, maxUses: 5, expiresAt }, operator)).body.fields).toEqual({
    expiresAt: 'The expiry must be in the future.',
  });
  expect((await p.try(operatorVoucher.update, { ...edit, code: 'NONE' }, operator)).status).toBe(404);
  expect((await p.try(operatorVoucher.uses, { code: 'NONE' }, operator)).status).toBe(404);
  expect((await p.try(operatorVoucher.create, { code: 'NEW-1', kind: 'percent' }, operator)).body.fields).toEqual({
    percent: 'Enter a whole percentage from 1 to 100.',
  });
});

test('the uses of a voucher name the customer and the domain, also after the domain was deleted', async () => {
  const { p, as, operator, wanted } = await started();
  const uses = () => p.ok(operatorVoucher.uses, { code: 'BREEZE20' }, operator);
  expect(await uses()).toEqual({ uses: [], total: 0 });
  await p.ok(plan.activate, wanted('BREEZE20'), as);
  const { name } = await storedOne(p, 'domain', { id: demo.planDomainId });
  const use = { account: { email: demo.email }, domain: name, usedAt: new Date(p.clock.now).toISOString() };
  expect(await uses()).toMatchObject({ uses: [use], total: 1 });
  await updateStored(p, 'voucherUse', {}, { domainId: 'deleted' });
  expect(await uses()).toMatchObject({ uses: [{ ...use, domain: null }], total: 1 });
});
