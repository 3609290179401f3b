import { expect, test } from 'vitest';
import { DS_TTL, domainId, READY, rollDs, signed } from '../../../../tests/support/dnssecRoll.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { type Dnssec, dnssec } from '../../../lib/contract/cdn/dnssec.ts';
import { DAY, MINUTE } from '../../../lib/time.ts';
import { cdnJobs } from '../jobs.ts';

const titles = async (p: TestProvider) =>
  (await stored(p, 'notification')).map(({ title }) => title).filter((title) => /^dnssec:/.test(title));
const actions = async (p: TestProvider) =>
  (await stored(p, 'changeLog', { entityType: 'dnssecKey' })).map(({ action, after }) => [
    action,
    (JSON.parse(after ?? '{}') as { step?: string }).step, // as the roll logs it
  ]);

test('a key is replaced step by step, and each step waits for what resolvers may still have', async () => {
  const { p, on, later, keys, old, oldKey, publish } = await signed();
  expect((await on(dnssec.roll)).status).toBe(200);
  const started = await later(MINUTE);
  const next = started.roll?.key.publicKey;
  expect(started).toMatchObject({ status: 'active', key: { publicKey: oldKey }, roll: { step: 'publish', ds: [], canCancel: true } });
  expect(keys()).toEqual([oldKey, next]);
  expect(Date.parse(started.roll?.until ?? '') - p.clock.now).toBe(READY);
  expect((await later(READY - 1)).roll?.step).toBe('publish');
  expect(await titles(p)).toEqual([]);

  const ready = await later(1);
  expect(ready.roll).toMatchObject({ step: 'registrar', canCancel: true });
  const fresh = rollDs({ key: ready.roll?.key, ds: ready.roll?.ds ?? [] });
  expect(fresh.keyTag).not.toBe(old.keyTag);
  expect((await later(2 * DAY)).roll?.step).toBe('registrar');
  expect(await titles(p)).toEqual(['dnssec:notice.readyTitle']);

  publish(fresh);
  const state = await later(10 * MINUTE);
  expect(state).toMatchObject({ status: 'active', roll: { step: 'parent', canCancel: false } });
  expect(Date.parse(state.roll?.until ?? '') - p.clock.now).toBe(DS_TTL * 1000);
  await later(DS_TTL * 1000 - 1);
  expect(keys()).toEqual([oldKey, next]);
  const done = await later(1);
  expect(done).toMatchObject({ status: 'active', key: { publicKey: next } });
  expect(done.roll).toBeUndefined();
  await later(0);
  expect(keys()).toEqual([next]);
  expect(await titles(p)).toEqual(['dnssec:notice.readyTitle', 'dnssec:notice.doneTitle']);
  expect(await actions(p)).toEqual([
    ['create', undefined],
    ['update', 'publish'],
    ['update', 'registrar'],
    ['update', 'parent'],
    ['deploy', undefined],
  ]);
});

test('it can be canceled until the parent has the new DS record, and again when resolvers have forgotten it', async () => {
  const { p, on, later, keys, old, oldKey, publish } = await signed();
  expect((await on(dnssec.cancelRoll)).body).toMatchObject({ code: 'dnssec:error.noRoll' });
  await on(dnssec.roll);
  await later(MINUTE);
  const { body } = await on(dnssec.cancelRoll);
  expect((body as { dnssec: Dnssec }).dnssec).toMatchObject({ status: 'active', key: { publicKey: oldKey } });
  await later(0);
  expect(keys()).toEqual([oldKey]);

  await on(dnssec.roll);
  await later(MINUTE);
  const ready = await later(READY);
  publish(old, rollDs({ key: ready.roll?.key, ds: ready.roll?.ds ?? [] }));
  // Nobody has looked since: the call itself asks.
  expect(await on(dnssec.cancelRoll)).toMatchObject({ status: 409, body: { code: 'dnssec:error.late' } });
  expect((await later(0)).roll).toMatchObject({ step: 'parent', canCancel: false });
  publish(old);
  await later(10 * MINUTE);
  expect(await on(dnssec.cancelRoll)).toMatchObject({ status: 409, body: { code: 'dnssec:error.late' } });
  await later(DS_TTL * 1000 + MINUTE);
  expect((await on(dnssec.cancelRoll)).status).toBe(200);
  await later(0);
  expect(keys()).toEqual([oldKey]);
  expect(await actions(p)).toContainEqual(['delete', undefined]);
});

test('two tabs that start at once get one new key, and two processes at the same time end the roll once', async () => {
  const { p, on, later, publish } = await signed();
  const [one, two] = await Promise.all([on(dnssec.roll), on(dnssec.roll)]);
  expect((one.body as { dnssec: Dnssec }).dnssec.roll).toEqual((two.body as { dnssec: Dnssec }).dnssec.roll);
  await later(MINUTE);
  const ready = await later(READY);
  publish(rollDs({ key: ready.roll?.key, ds: ready.roll?.ds ?? [] }));
  await later(10 * MINUTE);
  p.clock.now += DS_TTL * 1000;
  const { jobs } = p.provider.services;
  await p.store.write('test', async (tx) => {
    await jobs.enqueue(tx, cdnJobs.rollKeys, {}, { key: 'one' });
    await jobs.enqueue(tx, cdnJobs.rollKeys, {}, { key: 'two' });
  });
  await Promise.all([jobs.runDue(), jobs.runDue()]);
  expect((await actions(p)).map(([action]) => action).filter((action) => action === 'create' || action === 'deploy')).toEqual([
    'create',
    'deploy',
  ]);
  expect((await titles(p)).filter((title) => title === 'dnssec:notice.doneTitle')).toHaveLength(1);
});

test('it needs an active zone, and ends when DNSSEC is turned off', async () => {
  const { p, on, later, old, keys, publish, setMood } = await signed();
  publish();
  expect(await on(dnssec.roll)).toMatchObject({ status: 409, body: { code: 'dnssec:error.inactive' } });
  setMood('servfail');
  expect(await on(dnssec.roll)).toMatchObject({ status: 409, body: { code: 'dnssec:error.unreachable' } });
  setMood('ok');
  publish(old);
  await on(dnssec.roll);
  await later(MINUTE);
  expect(keys()).toHaveLength(2);
  await p.ok(dnssec.disable, { domainId, confirm: true }, { token: await p.signIn() });
  expect((await later(0)).status).toBe('off');
  expect(keys()).toEqual([]);
  expect(await stored(p, 'dnssecRoll')).toEqual([]);
  expect(await on(dnssec.roll)).toMatchObject({ status: 409, body: { code: 'dnssec:error.inactive' } });
});
