import { expect, test } from 'vitest';
import { started } from '../../../../tests/support/operator-price-announce.ts';
import { operatorPrice } from '../../../lib/contract/cloud/operatorPrice.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { unitRates } from '../../../lib/rules/cloud/rates.ts';
import { GB } from '../../../lib/rules/core/traffic.ts';

const item = 'volumeSsd';
const change = { item, rate: unitRates.volumeSsd + 50_000, validFrom: null, version: 0 } as const;

test('a job that a crash interrupted notifies nobody twice, and skips nobody', async () => {
  const { p, operator, owner, told, mails } = await started();
  await p.ok(operatorPrice.update, change, operator);
  await p.provider.services.jobs.runDue();
  const again = { key: 'again', payload: { item, version: 1, replaced: null } };
  await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, 'price.announce', again));
  await p.provider.services.jobs.runDue();
  expect(await told(owner)).toHaveLength(1);
  expect(await mails()).toEqual([{ recipient: demo.email }]);
});

test('a difference of less than a cent a month isn’t announced', async () => {
  const { p, operator, owner, told } = await started();
  await p.ok(operatorPrice.update, { ...change, rate: unitRates.volumeSsd + 1000 }, operator);
  await p.provider.services.jobs.runDue();
  const [notice] = await told(owner);
  // 40 GB × 1,000 × 730 = 29 mills.
  expect(notice?.description).toContain('$0.02');
  await p.store.write('test', (tx) => tx.updateTable('volume').set({ billedSize: 10 }).execute());
  await p.ok(
    operatorPrice.update,
    { ...change, rate: unitRates.volumeSsd + 1000, version: 1, validFrom: new Date(Date.UTC(2027, 0, 31)).toISOString() },
    operator,
  );
  await p.provider.services.jobs.runDue();
  expect(await told(owner)).toHaveLength(1);
});

test('the notice of a server size says that it is a server', async () => {
  const { p, operator, owner, told } = await started();
  await p.ok(operatorPrice.update, { ...change, item: 'com-2023', rate: 22_000_000 }, operator);
  await p.provider.services.jobs.runDue();
  expect((await told(owner)).map(({ title }) => title)).toEqual(['New price: Commercial server']);
});

test('a new price of traffic is announced to those whose servers exceeded what they include', async () => {
  const { p, operator, owner, other, told } = await started();
  const month = { bytesIn: 0, bytesOut: 9000 * GB, included: 8000, booked: 0 };
  const row = await p.store.reader.selectFrom('server').select('accountId').where('id', '=', demo.serverId).executeTakeFirstOrThrow();
  await p.store.write('test', (tx) =>
    tx
      .insertInto('serverTraffic')
      .values({ serverId: demo.serverId, ...row, month: '2026-12', ...month })
      .execute(),
  );
  await p.ok(operatorPrice.update, { ...change, item: 'traffic', rate: 3_000_000 }, operator);
  await p.provider.services.jobs.runDue();
  expect((await told(owner)).map(({ title, description }) => [title, description])).toEqual([
    [
      'New price: Outgoing traffic, per GB',
      'From Jan 30, 2027, outgoing traffic beyond what your servers include costs $0.003 per GB instead of $0.002. Based on your recent traffic, you pay $1.00 more per month.',
    ],
  ]);
  expect(await told(other)).toEqual([]);
});
