import { expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { operatorPrice } from '../../../lib/contract/cloud/operatorPrice.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { unitRates } from '../../../lib/rules/cloud/rates.ts';
import { GB } from '../../../lib/rules/core/traffic.ts';
import { cloudJobs } from '../jobs.ts';

const now = Date.UTC(2027, 0, 30, 9, 25);
const item = 'volumeSsd';
const change = {
  item,
  rate: unitRates.volumeSsd + 50_000,
  validFrom: new Date(Date.UTC(2027, 0, 30, 10)).toISOString(),
  version: 0,
} as const;

/** The demo customer has a single volume of 40 GB, and `other` none. */
async function started() {
  const p = await startProvider();
  p.clock.now = now;
  const operator = { token: await p.signInOperator() };
  const owner = await p.signIn();
  const other = await p.signIn(demo.second);
  await p.store.write('test', (tx) => tx.deleteFrom('volume').where('id', '!=', demo.freeVolumeId).execute());
  await updateStored(p, 'volume', {}, { billedSize: 40, type: 'ssd' });
  const update = async (input: object = {}) => {
    const { preview } = await p.ok(operatorPrice.update, { ...change, ...input }, operator);
    await p.provider.services.jobs.runDue();
    return preview;
  };
  const listNotices = async (token = owner) =>
    (await p.ok(notification.list, { limit: 200 }, { token })).notifications.filter(({ event }) => event === 'price').reverse();
  const mails = async () => (await stored(p, 'outbox', { event: 'price' })).map(({ recipient }) => recipient);
  return { p, operator, other, update, listNotices, mails };
}

test('an account that pays more is notified once, in the panel and by email; others aren’t', async () => {
  const { other, update, listNotices, mails } = await started();
  const preview = await update({ dryRun: true });
  expect(await listNotices()).toEqual([]);
  expect(preview.affected[0]).toEqual({ label: 'Customers whose monthly cost changes', count: 1 });
  const total = preview.changes.find(({ label }) => label === 'All customers, per month');
  expect(Number(total?.after) - Number(total?.before)).toBe(1460);

  await update();
  const [notice, ...more] = await listNotices();
  expect(more).toEqual([]);
  expect(notice).toMatchObject({ title: 'New price: SSD volume, per GB', type: 'warning', link: '/servers' });
  // 40 GB × 50,000 micro-mills × 730 h = 1,460 mills.
  expect(notice?.description).toBe(
    'From Jan 30, 2027, this costs $0.00015 per hour instead of $0.0001. With what you use now, you’ll pay $1.46 more per month.',
  );
  expect(await mails()).toEqual([demo.email]);
  expect(await listNotices(other)).toEqual([]);
});

test('a change that was replaced before it was announced isn’t; one that is taken back is', async () => {
  const { p, operator, update, listNotices } = await started();
  await p.ok(operatorPrice.update, change, operator);
  await update({ rate: unitRates.volumeSsd - 50_000, version: 1 });
  expect((await listNotices()).map(({ type, description }) => [type, description])).toEqual([
    [
      'message',
      'From Jan 30, 2027, this costs $0.00005 per hour instead of $0.0001. With what you use now, you’ll pay $1.46 less per month.',
    ],
  ]);
  await update({ rate: unitRates.volumeSsd, version: 2 });
  expect((await listNotices()).map(({ title }) => title)).toEqual([
    'New price: SSD volume, per GB',
    'The price stays the same: SSD volume, per GB',
  ]);
});

test('an account that is being closed isn’t notified', async () => {
  const { p, update, mails } = await started();
  await updateStored(p, 'user', { email: demo.email }, { closeStartedAt: now });
  expect((await update()).affected[0]?.count).toBe(0);
  expect(await mails()).toEqual([]);
});

test('a job that a crash interrupted notifies nobody twice, and skips nobody', async () => {
  const { p, update, listNotices, mails } = await started();
  await update();
  await p.store.write('test', (tx) =>
    p.provider.services.jobs.enqueue(tx, cloudJobs.announcePrice, { item, version: 1, replaced: null }, { key: 'again' }),
  );
  await p.provider.services.jobs.runDue();
  expect(await listNotices()).toHaveLength(1);
  expect(await mails()).toEqual([demo.email]);
});

test('a difference of less than a cent a month isn’t announced', async () => {
  const { p, update, listNotices } = await started();
  await update({ rate: unitRates.volumeSsd + 1000 });
  const [notice] = await listNotices();
  // 40 GB × 1,000 × 730 = 29 mills.
  expect(notice?.description).toContain('$0.02');
  await updateStored(p, 'volume', {}, { billedSize: 10 });
  await update({ rate: unitRates.volumeSsd + 1000, version: 1, validFrom: new Date(Date.UTC(2027, 0, 31)).toISOString() });
  expect(await listNotices()).toHaveLength(1);
});

test('the notice of a server size says that it is a server', async () => {
  const { update, listNotices } = await started();
  await update({ item: 'com-2023', rate: 22_000_000 });
  expect((await listNotices()).map(({ title }) => title)).toEqual(['New price: Commercial server']);
});

test('a new price of traffic is announced to those whose servers exceeded what they include', async () => {
  const { p, other, update, listNotices } = await started();
  const month = { bytesIn: 0, bytesOut: 9000 * GB, included: 8000, booked: 0 };
  const row = { serverId: demo.serverId, accountId: await readAccountId(p), month: '2026-12', ...month };
  await p.store.write('test', (tx) => tx.insertInto('serverTraffic').values(row).execute());
  await update({ item: 'traffic', rate: 3_000_000 });
  expect((await listNotices()).map(({ title, description }) => [title, description])).toEqual([
    [
      'New price: Outgoing traffic, per GB',
      'From Jan 30, 2027, outgoing traffic beyond what your servers include costs $0.003 per GB instead of $0.002. Based on your recent traffic, you’ll pay $1.00 more per month.',
    ],
  ]);
  expect(await listNotices(other)).toEqual([]);
});
