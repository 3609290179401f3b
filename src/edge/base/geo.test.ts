import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { until } from '../../../tests/support/edge.ts';
import { allow, deny, wall } from '../../../tests/support/edgeSample.ts';
import { writeMmdb } from '../../../tests/support/mmdb.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';
import { openGeo } from '../../lib/node/geo.ts';

const folder = mkdtempSync(join(tmpdir(), 'geo-'));
const file = join(folder, 'places.mmdb');
const place = (code: string, asn: number) => ({ country: { iso_code: code }, autonomous_system_number: asn });
writeFileSync(file, writeMmdb({ '127.0.1.0/24': place('DE', 64_500), '127.0.2.0/24': place('IR', 64_501) }));
afterAll(() => rmSync(folder, { recursive: true }));
const located = sharedEdge((_, response) => response.end('from the origin'), { GEOIP_DB: file });
const without = sharedEdge((_, response) => response.end('from the origin'));

/** The status for a visitor at an address of this machine. */
const from = (localAddress: string, of = located): Promise<number | undefined> =>
  new Promise((done, fail) => {
    const options = { localAddress, headers: { host: 'example.com' }, agent: false };
    http.get(of.edge().addresses.http, options, (answer) => done(answer.resume().statusCode)).on('error', fail);
  });
const statuses = async (of = located) => [await from('127.0.1.1', of), await from('127.0.2.1', of), await from('127.0.3.1', of)];

test('places are read from the database; an address that isn’t in it has none', async () => {
  const locate = await openGeo(file);
  expect([locate('127.0.1.9'), locate('127.0.2.9')]).toEqual([
    { country: 'DE', continent: '', asn: 64_500 },
    { country: 'IR', continent: '', asn: 64_501 },
  ]);
  expect([locate('127.0.3.9'), locate('192.0.2.1')]).toEqual(Array(2).fill({ country: '', continent: '', asn: undefined }));
  await expect(openGeo(join(folder, 'none.mmdb'))).rejects.toThrow('ENOENT');
});

test.each([
  ['a blocked country', wall({ rules: [deny('country', 'IR')] }), [200, 403, 200]],
  ['a blocked network of an AS', wall({ rules: [deny('asn', 'AS64500')] }), [403, 200, 200]],
  ['an allowed country, and nobody else', wall({ defaultMode: 'deny', rules: [allow('country', 'DE')] }), [200, 403, 403]],
])('%s acts on real requests; without a database it matches nobody', async (_, config, expected) => {
  await located.push(config);
  await without.push(config);
  expect(await statuses()).toEqual(expected);
  const isClosed = config.firewall.defaultMode === 'deny';
  expect(await statuses(without)).toEqual(Array(3).fill(isClosed ? 403 : 200));
});

test('the edge reports whether it has a database', () => {
  expect([located, without].map(({ edge }) => edge().control.reports.at(-1)?.places)).toEqual([true, false]);
});

test('the log line has the country and the AS number', async () => {
  await located.push();
  await from('127.0.2.7');
  await until(() => located.lines().some(({ ip }) => ip === '127.0.2.7'));
  expect(located.lines().find(({ ip }) => ip === '127.0.2.7')).toMatchObject({ country: 'IR', asn: 64_501 });
});
