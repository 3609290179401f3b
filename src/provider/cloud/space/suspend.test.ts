import { expect, test } from 'vitest';
import { runJobs, stopOrRestart } from '../../../../tests/support/jobs.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { HOUR } from '../../../lib/time.ts';
import type { Suspension } from '../../core/registry.ts';
import { cloudJobs } from '../jobs.ts';

const { spaceId } = demo;

async function start() {
  const p = await startProvider({ env: { S3_PORT: '0' } });
  const token = await p.signIn();
  const row = () => storedOne(p, 'space', { id: spaceId });
  const { accountId } = await row();
  const all = async (what: 'suspend' | 'restore', reason: Suspension['reason']) => {
    await stopOrRestart(p, what, { accountId, reason });
    await runJobs(p);
  };
  const meter = () => runJobs(p, cloudJobs.meterSpaces);
  /** Charges for this space so far. */
  const paid = async () => (await stored(p, 'ledgerEntry')).filter(({ reference }) => reference?.startsWith(`space:${spaceId}:`)).length;
  return { p, token, row, all, meter, paid };
}

test('a stopped space is closed to links and uploads, can be emptied, and opens again', async () => {
  const { p, token, all } = await start();
  const upload = (key: string) =>
    p.try(spaceObject.upload, { spaceId, key }, { token, file: new File(['text'], key, { type: 'text/plain' }) });
  expect((await upload('kept.txt')).status).toBe(200);
  await p.ok(spaceObject.link, { spaceId, key: 'kept.txt', expiresIn: 3600 }, { token });
  const store = p.provider.services.objects;
  if (!store) throw new Error('the tests have an object store');
  await store.listen();
  const status = async () => (await fetch(await store.link('demo-media', 'kept.txt', { expiresIn: 60 }))).status;
  expect(await status()).toBe(200);

  await all('suspend', 'balance');
  expect(await status()).toBe(403);
  expect((await p.ok(space.get, { spaceId }, { token })).space.suspended).toBe(true);
  for (const refused of [
    await upload('more.txt'),
    await p.try(spaceObject.link, { spaceId, key: 'kept.txt', expiresIn: 3600 }, { token }),
    await p.try(spaceObject.download, { spaceId, key: 'kept.txt' }, { token }),
    await p.try(spaceObject.rename, { spaceId, key: 'kept.txt', to: 'other.txt' }, { token }),
    await p.try(space.roll, { spaceId }, { token }),
    await p.try(space.resize, { spaceId, size: 50 }, { token }),
  ])
    expect([refused.status, refused.body.code]).toEqual([409, 'space:error.suspended']);
  expect((await p.ok(spaceObject.list, { spaceId, prefix: '' }, { token })).objects.map(({ key }) => key)).toContain('kept.txt');

  await all('restore', 'balance');
  expect(await status()).toBe(200);
  await p.ok(spaceObject.delete, { spaceId, keys: ['kept.txt'] }, { token });
});

test('it costs nothing while it is stopped, and the last of two reasons opens it', async () => {
  const { p, row, all, meter, paid } = await start();
  await updateStored(p, 'space', { id: spaceId }, { bytes: 500e9 });
  await meter();
  await all('suspend', 'balance');
  await all('suspend', 'cap');
  await all('suspend', 'cap');
  const before = await paid();
  p.clock.now += 30 * HOUR;
  await meter();
  expect(await paid()).toBe(before);
  await all('restore', 'cap');
  expect((await row()).stops).toEqual(['balance']);
  await all('restore', 'balance');
  expect(await row()).toMatchObject({ stops: [], meteredUntil: Math.floor(p.clock.now / HOUR) * HOUR });
  // Both spaces of the account, stopped and opened once each.
  expect(await stored(p, 'changeLog', { call: 'space.suspend' })).toHaveLength(4);
});

test('what an account’s spaces cost is part of its running costs, and isn’t while they are stopped', async () => {
  const { p, row, all } = await start();
  await updateStored(p, 'space', { id: spaceId }, { bytes: 500e9 });
  const { accountId, name } = await row();
  const costs = async () => {
    const lists = p.provider.services.registry.lines.map((line) => line.runningCosts?.(p.store.reader, { id: accountId }, p.clock.now));
    return (await Promise.all(lists)).flatMap((list) => list ?? []).filter((cost) => cost.name === name);
  };
  expect(await costs()).toEqual([{ name, perDay: expect.any(Number) }]);
  expect((await costs())[0]?.perDay).toBeGreaterThan(0);
  await all('suspend', 'balance');
  expect(await costs()).toEqual([]);
});

test('size and access of a store that has older ones are set again, by the hour and at the start', async () => {
  const { p, all } = await start();
  await all('suspend', 'balance');
  const store = p.provider.services.objects;
  if (!store) throw new Error('the tests have an object store');
  await store.listen();
  await store.setOpen('demo-media', true);
  await store.setQuota('demo-media', 1);
  await runJobs(p, cloudJobs.applyAll);
  const link = await store.link('demo-media', 'none', { expiresIn: 60 });
  expect((await fetch(link)).status).toBe(403);
  await store.put('demo-media', 'more', Buffer.from('more'), 'text/plain');
});
