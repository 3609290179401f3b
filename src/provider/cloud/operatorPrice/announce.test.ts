import { expect, test } from 'vitest';
import { started } from '../../../../tests/support/operator-price-announce.ts';
import { operatorPrice } from '../../../lib/contract/cloud/operatorPrice.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { unitRates } from '../../../lib/rules/cloud/rates.ts';

const now = Date.UTC(2027, 0, 30, 9, 25);
const item = 'volumeSsd';
const change = { item, rate: unitRates.volumeSsd + 50_000, validFrom: null, version: 0 } as const;

test('an account that pays more is notified once, in the panel and by email; others aren’t', async () => {
  const { p, operator, owner, other, told, mails } = await started();
  const { preview } = await p.ok(operatorPrice.update, { ...change, dryRun: true }, operator);
  await p.provider.services.jobs.runDue();
  expect(await told(owner)).toEqual([]);
  expect(preview.affected[0]).toEqual({ label: 'Customers whose monthly cost changes', count: 1 });
  const total = preview.changes.find(({ label }) => label === 'All customers, per month');
  expect(Number(total?.after) - Number(total?.before)).toBe(1460);

  await p.ok(operatorPrice.update, change, operator);
  await p.provider.services.jobs.runDue();
  const [notice, ...more] = await told(owner);
  expect(more).toEqual([]);
  expect(notice).toMatchObject({ title: 'New price: SSD volume, per GB', type: 'warning', link: '/servers' });
  // 40 GB × 50,000 micro-mills × 730 h = 1,460 mills.
  expect(notice?.description).toBe(
    'From Jan 30, 2027, this costs $0.00015 per hour instead of $0.0001. With what you use now, you pay $1.46 more per month.',
  );
  expect(await mails()).toEqual([{ recipient: demo.email }]);
  expect(await told(other)).toEqual([]);
});

test('a change that was replaced before it was announced isn’t; one that is taken back is', async () => {
  const { p, operator, owner, told } = await started();
  await p.ok(operatorPrice.update, change, operator);
  await p.ok(operatorPrice.update, { ...change, rate: unitRates.volumeSsd - 50_000, version: 1 }, operator);
  await p.provider.services.jobs.runDue();
  expect((await told(owner)).map(({ type, description }) => [type, description])).toEqual([
    ['message', 'From Jan 30, 2027, this costs $0.00005 per hour instead of $0.0001. With what you use now, you pay $1.46 less per month.'],
  ]);
  await p.ok(operatorPrice.update, { ...change, rate: unitRates.volumeSsd, version: 2 }, operator);
  await p.provider.services.jobs.runDue();
  expect((await told(owner)).map(({ title }) => title)).toEqual([
    'New price: SSD volume, per GB',
    'The price stays the same: SSD volume, per GB',
  ]);
});

test('an account that is being closed isn’t notified', async () => {
  const { p, operator, mails } = await started();
  await p.store.write('test', (tx) => tx.updateTable('user').set({ closeStartedAt: now }).where('email', '=', demo.email).execute());
  const { preview } = await p.ok(operatorPrice.update, change, operator);
  await p.provider.services.jobs.runDue();
  expect(preview.affected[0]?.count).toBe(0);
  expect(await mails()).toEqual([]);
});
