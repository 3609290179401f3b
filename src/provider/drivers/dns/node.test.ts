import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { driverContract } from '../../../../tests/support/driverContract.ts';
import { newFolder, record, startNameServer, zone } from '../../../../tests/support/nameServer.ts';
import { ZoneStore } from '../../../dns/store.ts';
import { DriverRefusal } from '../driver.ts';
import type { ZoneSnapshot } from './dns.ts';
import { nodeDriver } from './node.ts';

const soon = () => AbortSignal.timeout(5_000);
const withText = (id: string, version: number, content: string, more: Partial<ZoneSnapshot> = {}) =>
  zone(id, version, [record('@', 'TXT', content)], more);

driverContract<ZoneSnapshot>('the driver of the own name server', {
  async make() {
    const folder = newFolder();
    return {
      driver: nodeDriver({ folder }),
      again: () => nodeDriver({ folder }),
      async loadState(id) {
        // What a server that starts now would serve.
        const store = new ZoneStore(folder);
        const all = [];
        for (let some = store.changes(); some.length > 0; some = store.changes()) all.push(...some);
        store.close();
        const found = all.findLast(({ name }) => name === id)?.zone ?? null;
        return found && JSON.stringify(found);
      },
      async inject(how) {
        const other = new Sqlite(join(folder, 'zones.sqlite'));
        if (how === 'down') other.exec("create trigger broken before insert on zone begin select raise(abort, 'the disk is broken'); end");
        else other.exec('begin immediate');
        return async () => {
          if (how === 'down') other.exec('drop trigger broken');
          other.close();
        };
      },
    };
  },
  state: withText,
  impossible: (id, version) => withText(id, version, 'impossible', { nameServers: [`ns1.${id}`, 'ns2.nasim.example'] }),
});

test('a name server inside its zone needs an address there', async () => {
  const refused = await nodeDriver({ folder: newFolder() })
    .apply(withText('a.example', 1, 'x', { nameServers: ['ns1.a.example', 'ns2.nasim.example'] }), soon())
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DriverRefusal);
  expect(refused).toMatchObject({ key: 'deploy:reason.nameServerAddress', params: { host: 'ns1.a.example' } });
});

test('a running server answers from what the driver stores, without being told', async () => {
  const { folder, query } = await startNameServer([]);
  const driver = nodeDriver({ folder });
  const text = async () => {
    const { rcode, answers } = await query({ name: 'a.example', type: 'TXT' });
    return rcode === 'NOERROR' ? String(answers[0]?.data) : rcode;
  };
  expect(await text()).toBe('REFUSED');
  await driver.apply(withText('a.example', 1, 'one'), soon());
  await expect.poll(text, { interval: 10 }).toBe('one');
  await driver.apply(withText('a.example', 2, 'two'), soon());
  await expect.poll(text, { interval: 10 }).toBe('two');
  await driver.remove({ id: 'a.example', version: 3 }, soon());
  await expect.poll(text, { interval: 10 }).toBe('REFUSED');
});

test('zones whose file was lost are observed as missing, so that the reconciler applies them again', async () => {
  const folder = newFolder();
  await nodeDriver({ folder }).apply(withText('a.example', 5, 'x'), soon());
  rmSync(folder, { recursive: true });
  expect(await nodeDriver({ folder }).observe('a.example', soon())).toBeNull();
});
