import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeMmdb } from '../../tests/support/mmdb.ts';
import { newFolder, record, served, startNameServer } from '../../tests/support/nameServer.ts';
import type { SteeredEdge } from '../lib/rules/cdn/edge/fleet.ts';
import { newZoneKey } from './keys.ts';
import { makeSteerer, type Steering, writeSteering } from './steering.ts';
import { T } from './types.ts';

const edge = (id: string, addresses: string[], more: Partial<SteeredEdge> = {}): SteeredEdge => ({
  id,
  addresses,
  continent: null,
  country: null,
  isFull: false,
  ...more,
});
const frankfurt = edge('fra', ['192.0.2.1', '2001:db8::1'], { continent: 'EU', country: 'DE' });
const paris = edge('par', ['192.0.2.2'], { continent: 'EU', country: 'FR' });
const tokyo = edge('tyo', ['192.0.2.3'], { continent: 'AS', country: 'JP' });
const fleet: Steering = { edges: [frankfurt, paris, tokyo], always: [] };

/** The last bytes of the IPv4 addresses that a client of a place gets. */
function chosen(steering: Steering, country: string, continent: string, client = '198.51.100.1', type: number = T.A): number[] {
  const steerer = makeSteerer(steering, () => ({ country, continent, asn: undefined }), 1);
  const set = { type, ttl: 3600, data: [], fixed: [] };
  return steerer.resolve(set, steerer.keyOf(client)).data.map((rdata) => rdata.at(-1) ?? 0);
}

test('a visitor gets the edges of the country, else of the continent, else all', () => {
  expect(chosen(fleet, 'DE', 'EU')).toEqual([1]);
  expect(chosen(fleet, 'IT', 'EU')).toEqual([1, 2]);
  expect(chosen(fleet, 'JP', 'AS')).toEqual([3]);
  expect(chosen(fleet, 'BR', 'SA')).toEqual([1, 2, 3]);
  expect(chosen(fleet, '', '')).toEqual([1, 2, 3]);
  // No edge of the country has an IPv6 address: the nearest one that has.
  expect(chosen(fleet, 'FR', 'EU', undefined, T.AAAA)).toEqual([1]);
});

test('a full place gets help from the next larger circle; addresses without an edge are for everybody else', () => {
  const isFull = { ...frankfurt, isFull: true };
  expect(chosen({ edges: [isFull, paris, tokyo], always: [] }, 'DE', 'EU')).toEqual([1, 2, 3]);
  expect(chosen({ edges: [{ ...tokyo, isFull: true }, frankfurt, paris], always: [] }, 'DE', 'EU')).toEqual([1]);
  expect(chosen({ ...fleet, always: ['192.0.2.9'] }, 'BR', 'SA')).toEqual([1, 2, 3, 9]);
  expect(chosen({ ...fleet, always: ['192.0.2.9'] }, 'DE', 'EU')).toEqual([1]);
});

test('of many edges, each network gets some, always the same, and together they get all', () => {
  const many = { edges: Array.from({ length: 50 }, (_, i) => edge(`e${i}`, [`192.0.2.${i + 1}`])), always: [] };
  const networks = Array.from({ length: 200 }, (_, i) => chosen(many, '', '', `10.${i}.0.1`));
  expect(networks.every((list) => list.length >= 7 && list.length <= 8)).toBe(true);
  expect(new Set(networks.flat()).size).toBe(50);
  expect(chosen(many, '', '', '10.3.0.200')).toEqual(networks[3]);
});

test('the name server follows the file: answers, families, TTLs, signatures and cached replies', async () => {
  const folder = newFolder();
  const geo = join(folder, 'places.mmdb');
  writeFileSync(geo, writeMmdb({ '127.0.0.0/24': { country: { iso_code: 'DE' }, continent: { code: 'EU' } } }));
  const zone = served(
    'a.example',
    [
      record('www', 'A', '198.51.100.7', { proxy: true }),
      record('both', 'A', '198.51.100.7', { proxy: true, ttl: 10 }),
      record('both', 'A', '198.51.100.8'),
      record('plain', 'A', '198.51.100.9'),
    ],
    { keys: [newZoneKey()] },
  );
  const { query, server, faults } = await startNameServer([zone], { folder, geo, edge: ['192.0.2.100'] });
  const answers = async (name: string, type = 'A') => {
    server.follow();
    const { answers: found } = await query({ name: `${name}.a.example`, type, dnssec: true });
    return found.filter((one) => one.type === type).map(({ data, ttl }) => `${data} ${ttl}`);
  };
  // Without the file, EDGE_ADDRESSES.
  expect(await answers('www')).toEqual(['192.0.2.100 3600']);
  await writeSteering(folder, fleet);
  expect(await answers('www')).toEqual(['192.0.2.1 30']);
  expect(await answers('www')).toEqual(['192.0.2.1 30']);
  expect(await answers('www', 'AAAA')).toEqual(['2001:db8::1 30']);
  expect(await answers('both')).toEqual(['192.0.2.1 10', '198.51.100.8 10']);
  expect(await answers('plain')).toEqual(['198.51.100.9 3600']);
  await writeSteering(folder, { edges: [paris, tokyo], always: [] });
  expect(await answers('www')).toEqual(['192.0.2.2 30']);
  // No edge has an IPv6 address any more.
  expect(await answers('www', 'AAAA')).toEqual([]);
  expect(await answers('both')).toEqual(['192.0.2.2 10', '198.51.100.8 10']);
  // A damaged file changes nothing, and is reported once.
  writeFileSync(join(folder, 'edges.json'), '{"edges":[]');
  expect(await answers('www')).toEqual(['192.0.2.2 30']);
  expect(await answers('www')).toEqual(['192.0.2.2 30']);
  expect(faults).toHaveLength(1);
});
