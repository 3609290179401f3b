import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkpoint, damages } from '../../../../tests/support/damage.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { dnsFolder } from '../../../dns/start.ts';
import { ZoneStore } from '../../../dns/store.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import { setDesired } from '../../jobs/desired.ts';

test('after the file of zones was damaged, every zone and every removal is published again', async () => {
  const p = await startProvider({ env: { DNS_DRIVER: 'node' } });
  const { services } = p.provider;
  const gone = { kind: 'zone', entityId: 'gone.example', accountId: 'a', domainId: null, isRemoved: true } as const;
  await p.store.write('t', (tx) => setDesired(tx, { now: p.clock.now, services }, gone));
  await runJobs(p, coreJobs.reconcileSweep);
  const zones = async () => (await stored(p, 'desired')).filter(({ kind }) => kind === 'zone');
  const wanted = Object.fromEntries(
    (await zones()).map(({ entityId, wantedVersion, isRemoved }) => [entityId, { version: wantedVersion, isRemoved }]),
  );
  expect(Object.keys(wanted).length).toBeGreaterThan(2);
  const folder = dnsFolder(services.env);
  const listStored = () => {
    const store = new ZoneStore(folder);
    const found = Object.fromEntries(Object.keys(wanted).map((name) => [name, store.find(name)]));
    store.close();
    return found;
  };
  expect(listStored()).toEqual(wanted);
  checkpoint(join(folder, 'zones.sqlite'));
  damages['random bytes']?.(join(folder, 'zones.sqlite'));
  // The name server, which may be a process of its own, finds the damage.
  const server = new ZoneStore(folder);
  expect(server.changes()).toEqual([]);
  server.close();
  await expect
    .poll(
      async () => {
        await services.jobs.runDue();
        return listStored();
      },
      { timeout: 10_000 },
    )
    .toEqual(wanted);
  expect((await zones()).every(({ status, observedBy }) => status === 'done' && observedBy === services.drivers.dns?.id)).toBe(true);
});
