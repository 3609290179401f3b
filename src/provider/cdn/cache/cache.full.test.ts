import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { cache } from '../../../lib/contract/cdn/cache.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { makeProvider } from '../../index.ts';

const domainId: string = demo.domainId;
const HOUR = 3_600_000;

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const named = async (name: string) =>
    (await p.ok(domain.list, { q: name }, { token })).domains.find((one) => one.name === name)?.id ?? '';
  // Signed in again: the clock moves in these tests, and a session expires after an hour.
  const get = async (id = domainId) => (await p.ok(cache.get, { domainId: id }, { token: await p.signIn() })).cache;
  const history = async () => (await p.ok(cache.deleteHistory, { domainId }, { token })).items;
  const changes = () => p.store.reader.selectFrom('changeLog').selectAll().where('group', '=', 'cache').orderBy('id').execute();
  return { p, token, named, get, history, changes };
}

test('turned on again, only the new end time counts, whether it is earlier or later', async () => {
  const { p, get } = await started();
  const at = p.clock.now;
  const turn = async (enabled: boolean, hours: 1 | 3 | 12 = 1) =>
    p.ok(cache.developmentMode, { domainId, enabled, for: { value: hours, unit: 'h' } }, { token: await p.signIn() });
  await turn(true, 3);
  await turn(true, 12);
  p.clock.now = at + 4 * HOUR;
  await p.provider.services.jobs.runDue();
  expect((await get()).developmentMode).toBe(true);
  await turn(true, 1);
  p.clock.now = at + 5 * HOUR;
  await p.provider.services.jobs.runDue();
  expect((await get()).developmentMode).toBe(false);
  await turn(true, 1);
  await turn(false);
  await turn(true, 3);
  p.clock.now = at + 7 * HOUR;
  await p.provider.services.jobs.runDue();
  expect((await get()).developmentMode).toBe(true);
  expect(await p.store.reader.selectFrom('job').select('id').where('kind', '=', 'cache.development').execute()).toHaveLength(1);
});

test('the end of development mode survives a restart of the process', async () => {
  const { p, token, get } = await started();
  await p.ok(cache.developmentMode, { domainId, enabled: true, for: { value: 1, unit: 'h' } }, { token });
  p.clock.now += HOUR;
  const next = await makeProvider({ env: p.env, store: p.store, clock: () => p.clock.now });
  await next.services.jobs.runDue();
  expect(await get()).toMatchObject({ developmentMode: false, version: 3 });
});
