import { expect, test } from 'vitest';
import { breakable, started } from '../../../../tests/support/volume-cases.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { uuidv7 } from '../../core/ids.ts';
import { DriverRefusal } from '../../drivers/driver.ts';

const HOUR = 3_600_000;
const { serverId, volumeId } = demo;

test('hours before a volume exists are free, and started hours are charged at the previous size', async () => {
  const { p, token, rest, meter, charged, create } = await started();
  const { body } = await create({ size: 100 });
  const { id } = body.volume as { id: string };
  await meter();
  expect(await charged(id)).toBe(0);
  await rest();
  await meter();
  expect(await charged(id)).toBe(10);
  p.clock.now += 2 * HOUR;
  await p.ok(volume.resize, { volumeId: id, size: 200 }, { token: await p.signIn() });
  await rest();
  await meter();
  // Three hours have started, all at 100 GB.
  expect(await charged(id)).toBe(30);
  p.clock.now += HOUR;
  await meter();
  expect(await charged(id)).toBe(50);
  expect(token).toBeTruthy();
});

test('while the account is stopped a volume is free and can’t be changed, and continues afterward', async () => {
  const { p, meter, charged, get } = await started();
  const { accountId } = await p.store.reader.selectFrom('volume').select('accountId').where('id', '=', volumeId).executeTakeFirstOrThrow();
  const all = async (what: 'suspend' | 'restore', reason: 'balance' | 'cap') => {
    const ctx = { now: p.clock.now, newId: () => uuidv7(p.clock.now), services: p.provider.services };
    await p.store.write(`account:${accountId}`, async (tx) => {
      for (const line of p.provider.services.registry.lines) await line[what]?.(tx, ctx, { accountId, reason });
    });
  };
  await all('suspend', 'cap');
  await all('suspend', 'balance');
  await all('suspend', 'balance');
  const before = await charged(volumeId);
  p.clock.now += 30 * HOUR;
  await meter();
  expect([await charged(volumeId), (await get(volumeId))?.suspended]).toEqual([before, true]);
  const refused = await p.try(volume.resize, { volumeId, size: 200 }, { token: await p.signIn() });
  expect([refused.status, refused.body.code]).toEqual([409, 'volume:reason.suspended']);
  await all('restore', 'cap');
  expect((await get(volumeId))?.suspended).toBe(true);
  await all('restore', 'balance');
  expect((await get(volumeId))?.suspended).toBe(false);
  await meter();
  // At most the hour that starts now: 100 GB of NVMe.
  expect((await charged(volumeId)) - before).toBeLessThanOrEqual(16);
});

test('if the driver is down, the volume shows it with the next retry, and continues once it is back', async () => {
  const { p, token, get, rest, broken } = await breakable();
  broken.with = new Error('no route to host');
  await p.ok(volume.resize, { volumeId, size: 150 }, { token });
  await rest(3);
  expect(await get(volumeId)).toMatchObject({ state: 'growing', problem: { nextAttemptAt: expect.any(String) } });
  broken.with = null;
  await rest(60);
  expect(await get(volumeId)).toMatchObject({ state: 'ready', size: 150, problem: null });
});

test('a volume that can’t be created releases its server, and can be deleted', async () => {
  const { p, token, get, rest, broken } = await breakable();
  broken.with = new DriverRefusal('server:reason.noServer');
  const made = await p.ok(volume.create, { name: 'uploads', size: 50, serverId }, { token });
  await rest();
  expect(await get(made.volume.id)).toMatchObject({ state: 'failed', server: null });
  expect((await p.ok(server.get, { serverId }, { token })).server).toMatchObject({ state: 'ready', volumes: 1 });
  await p.ok(volume.remove, { volumeId: made.volume.id, confirm: 'uploads' }, { token });
  await rest();
  expect(await get(made.volume.id)).toBeUndefined();
});
