import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import { operatorOffer } from '../../../lib/contract/cloud/operatorOffer.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { serverOrder } from '../../../lib/contract/cloud/serverOrder.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { translator } from '../../../lib/i18n/server.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';

const t = translator('en');
const close = { datacenterId: 12, state: 'closed', isDefault: false, version: 0 } as const;
const makeDefault = { datacenterId: 11, state: 'available', isDefault: true, version: 0 } as const;
const withdraw = { osId: 98, offered: false, version: 0 } as const;
const draft = { plan: 'pro-2023', nameServer: 'web-order' } as const;
const debian = { id: 100, type: 'debian', version: '12' };

async function started() {
  const p = await startProvider();
  const [as, operator] = [{ token: await p.signIn() }, { token: await p.signInOperator() }];
  const centers = () => p.ok(server.dataCenters, {}, as);
  const systems = async () => (await p.ok(server.osList, {}, as)).map(({ id }) => id);
  const fieldsOf = async (requested: ReturnType<typeof p.try>) => {
    const { status, body } = await requested;
    return [status, body.fields];
  };
  return { p, as, operator, centers, systems, fieldsOf };
}

test('a closed data center takes nothing new, and what is there goes on; the preview has changed nothing', async () => {
  const { p, as, operator, centers, fieldsOf } = await started();
  const { price } = await p.ok(serverOrder.quote, { ...draft, datacenterId: 12 }, as);
  const { preview } = await p.ok(operatorOffer.updateDataCenter, { ...close, dryRun: true }, operator);
  expect(preview.changes).toEqual([{ label: 'Status', kind: 'text', before: 'Available', after: 'Closed' }]);
  expect(preview.affected).toEqual([{ label: 'Servers in Dubai', count: expect.any(Number) }]);
  expect(preview.notes).toEqual([t('operatorOffer:note.closed'), t('operatorOffer:note.kept')]);
  expect((await centers()).find(({ id }) => id === 12)?.available).toBe(true);

  await p.ok(operatorOffer.updateDataCenter, close, operator);
  expect((await centers()).find(({ id }) => id === 12)?.available).toBe(false);
  const order = { ...draft, price: { hourly: price.hourly, monthly: price.monthly } };
  for (const [call, input, message] of [
    [serverOrder.create, order, t('serverOrder:error.center')],
    [volume.create, { name: 'new', size: 10 }, t('volume:error.center')],
    [network.create, { name: 'new', cidr: '10.99.0.0/24' }, t('network:error.center')],
    [space.create, { name: 'new-space', size: 5 }, t('space:error.dataCenter')],
  ] as const)
    expect(await fieldsOf(p.try(call, { ...input, datacenterId: 12 }, as))).toEqual([422, { datacenterId: message }]);
  expect((await p.ok(space.list, {}, as)).dataCenters.map(({ id }) => id)).toEqual([10, 11]);
  const { logs } = await p.ok(operatorLog.list, {}, operator);
  expect(logs[0]).toMatchObject({ by: demo.operator, changes: [{ field: 'state', before: 'available', after: 'closed' }] });
});

test('servers of a closed data center are rebuilt there, but get no new volumes', async () => {
  const { p, as, operator } = await started();
  const { server: own } = await p.ok(server.get, { serverId: demo.serverId }, as);
  const there = { state: 'closed', isDefault: false } as const;
  const other = own.dataCenter.id === 11 ? 12 : 11;
  await p.ok(operatorOffer.updateDataCenter, { ...makeDefault, datacenterId: other }, operator);
  const { preview } = await p.ok(operatorOffer.updateDataCenter, { ...there, datacenterId: own.dataCenter.id, version: 1 }, operator);
  expect(preview.affected[0]?.count).toBeGreaterThan(0);
  const added = await p.try(volume.create, { name: 'new', size: 10, serverId: own.id }, as);
  expect([added.status, added.body.code]).toEqual([409, 'volume:error.centerClosed']);
  await p.ok(serverAction.reload, { serverId: own.id, confirm: own.name }, as);
  expect((await p.ok(server.get, { serverId: own.id }, as)).server.dataCenter).toEqual(own.dataCenter);
});

test('a hidden data center isn’t listed; opened again, it is', async () => {
  const { p, as, operator, centers } = await started();
  await p.ok(operatorOffer.updateDataCenter, { ...close, state: 'hidden' }, operator);
  expect((await centers()).map(({ id }) => id)).toEqual([10, 11, 13]);
  expect((await p.try(serverOrder.quote, { ...draft, datacenterId: 12 }, as)).status).toBe(422);
  await p.ok(operatorOffer.updateDataCenter, { ...close, state: 'available', version: 1 }, operator);
  expect((await p.try(serverOrder.quote, { ...draft, datacenterId: 12 }, as)).status).toBe(200);
  const { dataCenters } = await p.ok(operatorOffer.get, {}, operator);
  expect(dataCenters).toMatchObject({ version: 2, list: [{}, {}, { id: 12, state: 'available' }, { id: 13, state: 'closed' }] });
});

test('there is one default, which is available and used where no data center is given', async () => {
  const { p, as, operator, centers, fieldsOf } = await started();
  const defaults = async () => (await centers()).filter(({ isDefault }) => isDefault).map(({ id }) => id);
  const update = (change: object) => fieldsOf(p.try(operatorOffer.updateDataCenter, { ...close, datacenterId: 10, ...change }, operator));
  expect(await update({})).toEqual([422, { isDefault: t('operatorOffer:error.noDefault') }]);
  expect(await update({ isDefault: true, state: 'hidden' })).toEqual([422, { state: t('operatorOffer:error.default') }]);
  expect(await defaults()).toEqual([10]);

  const { preview } = await p.ok(operatorOffer.updateDataCenter, makeDefault, operator);
  expect(preview.changes).toEqual([{ label: 'Default data center', kind: 'text', before: 'Frankfurt', after: 'Istanbul' }]);
  expect(await defaults()).toEqual([11]);
  const { volume: added } = await p.ok(volume.create, { name: 'new', size: 10 }, as);
  expect(added.datacenterId).toBe(11);
  await p.ok(operatorOffer.updateDataCenter, { ...close, datacenterId: 10, version: 1 }, operator);
  const { servers } = await p.ok(serverOrder.create, draft, as);
  const serverId = servers[0]?.id ?? '';
  expect((await p.ok(server.get, { serverId }, as)).server.dataCenter.id).toBe(11);
});

test('a withdrawn system isn’t offered or installed, and servers keep it', async () => {
  const { p, as, operator, systems, fieldsOf } = await started();
  const serverId = demo.serverId;
  const { server: before } = await p.ok(server.get, { serverId }, as);
  expect(before.os.id).toBe(98);
  const { preview } = await p.ok(operatorOffer.updateSystem, { ...withdraw, dryRun: true }, operator);
  expect(preview.changes).toEqual([{ label: 'Status', kind: 'text', before: 'Offered', after: 'Withdrawn' }]);
  expect(preview.affected[0]).toEqual({ label: 'Servers with Ubuntu 22.04', count: expect.any(Number) });
  expect(preview.affected[0]?.count).toBeGreaterThan(0);
  expect(await systems()).toEqual([98, 99, 100]);

  await p.ok(operatorOffer.updateSystem, withdraw, operator);
  expect(await systems()).toEqual([99, 100]);
  expect((await p.ok(server.get, { serverId }, as)).server.os).toEqual(before.os);
  expect(await fieldsOf(p.try(serverOrder.create, draft, as))).toEqual([422, { os: t('serverOrder:error.os') }]);
  expect((await p.try(serverOrder.quote, { ...draft, snapshotId: demo.snapshotId }, as)).status).toBe(200);
  const reinstalled = { serverId, confirm: before.name };
  const { name: _, ...same } = before.os;
  for (const action of [serverAction.reload, serverAction.rebuild])
    for (const os of [undefined, same])
      expect(await fieldsOf(p.try(action, { ...reinstalled, ...(os && { os }) }, as))).toEqual([422, { os: t('server:error.os') }]);
  const { logs } = await p.ok(operatorLog.list, {}, operator);
  expect(logs).toMatchObject([{ by: demo.operator, changes: [{ field: 'offered', before: true, after: false }] }]);

  await p.ok(serverAction.rebuild, { ...reinstalled, os: debian }, as);
  await p.ok(operatorOffer.updateSystem, { ...withdraw, offered: true, version: 1 }, operator);
  expect(await systems()).toEqual([98, 99, 100]);
  expect((await p.try(serverOrder.quote, draft, as)).status).toBe(200);
});

test('one system is always offered', async () => {
  const { p, operator, fieldsOf } = await started();
  await p.ok(operatorOffer.updateSystem, withdraw, operator);
  await p.ok(operatorOffer.updateSystem, { ...withdraw, osId: 99, version: 1 }, operator);
  expect(await fieldsOf(p.try(operatorOffer.updateSystem, { ...withdraw, osId: 100, version: 2 }, operator))).toEqual([
    422,
    { offered: t('operatorOffer:error.lastSystem') },
  ]);
});

test('of two operators at the same time, one is refused; what isn’t in the catalogue is unknown', async () => {
  const { p, operator } = await started();
  const statuses = async (answers: ReturnType<typeof p.try>[]) => (await Promise.all(answers)).map(({ status }) => status).sort();
  expect(
    await statuses([p.try(operatorOffer.updateDataCenter, close, operator), p.try(operatorOffer.updateDataCenter, makeDefault, operator)]),
  ).toEqual([200, 409]);
  expect(await statuses([98, 99].map((osId) => p.try(operatorOffer.updateSystem, { ...withdraw, osId }, operator)))).toEqual([200, 409]);
  expect((await p.try(operatorOffer.updateDataCenter, { ...close, datacenterId: 99 }, operator)).status).toBe(404);
  expect((await p.try(operatorOffer.updateSystem, { ...withdraw, osId: 1 }, operator)).status).toBe(404);
});

test('a system that the hosts have no image of isn’t offered or installed, and operators learn why', async () => {
  const { p, as, operator, systems, fieldsOf } = await started();
  const drivers = p.provider.services.drivers as { compute: ComputeDriver }; // the default
  drivers.compute = {
    ...drivers.compute,
    installable: () => [{ type: debian.type, version: debian.version }],
  };
  expect(await systems()).toEqual([100]);
  expect(await fieldsOf(p.try(serverOrder.create, draft, as))).toEqual([422, { os: t('serverOrder:error.os') }]);
  expect((await p.try(serverOrder.create, { ...draft, os: debian }, as)).status).toBe(200);
  const { list } = (await p.ok(operatorOffer.get, {}, operator)).systems;
  expect(list.map(({ id, hasImage }) => [id, hasImage])).toEqual([
    [98, false],
    [99, false],
    [100, true],
  ]);
});

const singapore = { code: 'SIN', names: { en: 'Singapore', fa: 'سنگاپور', ar: '' }, state: 'available', version: 0 } as const;
const FIRST_ADDED = 1_000;

/** Hosts that only have the places of some codes; null: they haven't reported them. */
function limitPlaces({ p }: Awaited<ReturnType<typeof started>>, codes: readonly string[] | null) {
  const drivers = p.provider.services.drivers as { compute: ComputeDriver }; // the default
  drivers.compute = { ...drivers.compute, places: () => codes };
}

test('a data center is added, with names in the customers’ languages, and servers and spaces are created there', async () => {
  const { p, as, operator, centers } = await started();
  const { preview } = await p.ok(operatorOffer.createDataCenter, { ...singapore, dryRun: true }, operator);
  expect(preview.changes).toEqual([
    { label: 'Name (English)', kind: 'text', before: null, after: 'Singapore' },
    { label: 'Name (فارسی)', kind: 'text', before: null, after: 'سنگاپور' },
    { label: 'Code', kind: 'text', before: null, after: 'SIN' },
    { label: 'Status', kind: 'text', before: null, after: 'Available' },
  ]);
  expect((await centers()).map(({ id }) => id)).toEqual([10, 11, 12, 13]);

  await p.ok(operatorOffer.createDataCenter, singapore, operator);
  const datacenterId = FIRST_ADDED;
  expect((await centers()).at(-1)).toEqual({ id: datacenterId, name: 'Singapore', code: 'SIN', available: true, isDefault: false });
  const { body } = await p.try(server.dataCenters, {}, { ...as, locale: 'fa' });
  expect((body as unknown as { name: string }[]).map(({ name }) => name)).toEqual(['فرانکفورت', 'استانبول', 'دبی', 'مادرید', 'سنگاپور']);
  const { servers } = await p.ok(serverOrder.create, { ...draft, datacenterId }, as);
  const serverId = servers[0]?.id ?? '';
  await p.provider.services.jobs.runDue();
  expect((await p.ok(server.get, { serverId }, as)).server.dataCenter).toEqual({ id: datacenterId, name: 'Singapore', code: 'SIN' });
  expect((await p.ok(space.list, {}, as)).dataCenters.at(-1)?.name).toBe('Singapore');
  const { logs } = await p.ok(operatorLog.list, {}, operator);
  expect(logs[0]).toMatchObject({ action: 'create', by: demo.operator, entity: { id: String(datacenterId), name: 'Singapore' } });

  // It can be the default, and is then closed with what is there.
  await p.ok(operatorOffer.updateDataCenter, { datacenterId, state: 'available', isDefault: true, version: 1 }, operator);
  await p.ok(operatorOffer.updateDataCenter, { ...makeDefault, datacenterId: 10, version: 2 }, operator);
  const { preview: closing } = await p.ok(
    operatorOffer.updateDataCenter,
    { ...close, datacenterId, version: 3, state: 'hidden' },
    operator,
  );
  expect(closing.affected).toEqual([{ label: 'Servers in Singapore', count: 1 }]);
  expect((await centers()).map(({ id }) => id)).not.toContain(datacenterId);
  expect((await p.ok(server.get, { serverId }, as)).server.dataCenter.name).toBe('Singapore');
});

test('a renamed data center has its new name at once, also on what is there; without names, they stay', async () => {
  const { p, as, operator } = await started();
  const { server: own } = await p.ok(server.get, { serverId: demo.serverId }, as);
  const { id, name: former } = own.dataCenter;
  const isDefault = id === 10;
  const names = { en: 'Frankfurt West', es: 'Fráncfort Oeste' };
  const update = { datacenterId: id, state: 'available', isDefault, version: 0 } as const;
  const { preview } = await p.ok(operatorOffer.updateDataCenter, { ...update, names, dryRun: true }, operator);
  expect(preview.changes[0]).toEqual({ label: 'Name (English)', kind: 'text', before: former, after: names.en });
  expect(preview.notes).toEqual([t('operatorOffer:note.renamed')]);
  await p.ok(operatorOffer.updateDataCenter, { ...update, names }, operator);
  const nameIn = async (locale: 'en' | 'es' | 'fa') =>
    ((await p.try(server.get, { serverId: own.id }, { ...as, locale })).body.server as { dataCenter: { name: string } }).dataCenter.name;
  // A language without a name has the English one.
  expect([await nameIn('en'), await nameIn('es'), await nameIn('fa')]).toEqual([names.en, names.es, names.en]);
  await p.ok(operatorOffer.updateDataCenter, { ...makeDefault, version: 1 }, operator);
  expect(await nameIn('es')).toBe(names.es);
  const duplicate = await p.try(operatorOffer.updateDataCenter, { ...close, names: { en: 'frankfurt west' }, version: 2 }, operator);
  expect([duplicate.status, duplicate.body.fields]).toEqual([422, { 'names.en': t('operatorOffer:error.nameTaken') }]);
});

test('a data center that the hosts have no place for is neither added nor opened, and nothing is ordered there', async () => {
  const running = await started();
  const { p, as, operator, centers, fieldsOf } = running;
  limitPlaces(running, null);
  const unknown = await p.try(operatorOffer.createDataCenter, singapore, operator);
  expect([unknown.status, unknown.body.code]).toEqual([409, 'operatorOffer:error.placesUnknown']);
  // Orders go on while the process of the hosts has just started.
  expect((await centers()).filter(({ available }) => available)).toHaveLength(3);

  limitPlaces(running, ['IST', 'SIN']);
  expect(await fieldsOf(p.try(operatorOffer.createDataCenter, { ...singapore, code: 'AMS' }, operator))).toEqual([
    422,
    { code: 'AMS isn’t in OS_PLACES. Enter one of these codes: IST and SIN.' },
  ]);
  expect((await p.try(operatorOffer.createDataCenter, singapore, operator)).status).toBe(200);
  expect((await centers()).filter(({ available }) => available).map(({ code }) => code)).toEqual(['IST', 'SIN']);
  expect((await p.try(serverOrder.quote, { ...draft, datacenterId: 10 }, as)).status).toBe(422);
  // The flagged default has no place.
  expect((await p.ok(volume.create, { name: 'new', size: 10 }, as)).volume.datacenterId).toBe(11);
  const { dataCenters } = await p.ok(operatorOffer.get, {}, operator);
  expect(dataCenters.list.map(({ code, hasPlace }) => [code, hasPlace])).toEqual([
    ['FRA', false],
    ['IST', true],
    ['DXB', false],
    ['MAD', false],
    ['SIN', true],
  ]);
  const opened = { datacenterId: 13, state: 'available', isDefault: false, version: 1 } as const;
  expect(await fieldsOf(p.try(operatorOffer.updateDataCenter, opened, operator))).toEqual([
    422,
    { state: t('operatorOffer:error.notOpened', { code: 'MAD' }) },
  ]);
  expect((await p.try(operatorOffer.updateDataCenter, { ...opened, state: 'hidden' }, operator)).status).toBe(200);
});

test('codes and names are unique, wrong ones are refused at their field, and customers don’t learn of the call', async () => {
  const { p, as, operator } = await started();
  const fields = async (change: object) =>
    Object.keys((await p.try(operatorOffer.createDataCenter, { ...singapore, ...change }, operator)).body.fields ?? {});
  for (const code of ['', 'S', 'S_1', '-SIN', 'سین', 'A'.repeat(21), 'fra']) expect(await fields({ code })).toEqual(['code']);
  expect(await fields({ names: { en: '', fa: 'سنگاپور' } })).toEqual(['names.en']);
  expect(await fields({ names: { en: 'madrid' } })).toEqual(['names.en']);
  const both = await Promise.all(
    ['SIN', 'SGP'].map((code) => p.try(operatorOffer.createDataCenter, { ...singapore, code, names: { en: code } }, operator)),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await p.try(operatorOffer.createDataCenter, singapore, as)).status).toBe(404);
});
