import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  compiler,
  counts,
  data,
  expectSameInBind,
  files,
  fixture,
  print,
  rejectedRows,
  zoneWith,
} from '../../../../../tests/support/zoneFiles.ts';
import { parseZone } from './parse.ts';

describe('fixtures', () => {
  test('are all counted', () => expect(files).toEqual(Object.keys(counts)));

  test.each(files)('%s', (name) => {
    const { zone, text } = fixture(name);
    const reading = parseZone(text, { zone });
    expect(reading.refused).toEqual([]);
    expect(reading.soa).toBeDefined();
    expect(reading.records).toHaveLength(counts[name] ?? -1);
    const again = parseZone(print(zone, reading.records), { zone });
    expect(again.refused).toEqual([]);
    expect(data(again.records)).toEqual(data(reading.records));
  });
});

test('what BIND refuses is refused', () => {
  for (const line of rejectedRows) expect(parseZone(zoneWith(line), { zone: 'example.com' }).refused, line).toMatchObject([{ line: 5 }]);
});

test.skipIf(!compiler)('BIND reads a file, and our export of it, as we do', () => expectSameInBind('rfc9460.zone'));

describe('sample files of name servers', () => {
  // scripts/test.mjs unpacks Debian's package bind9 and passes its path.
  const folder = process.env.BIND_SAMPLES || '/etc/bind';
  const samples: readonly [string, string][] = [
    ['db.local', 'localhost'],
    ['db.127', '127.in-addr.arpa'],
    ['db.0', '0.in-addr.arpa'],
    ['db.255', '255.in-addr.arpa'],
    ['db.empty', 'empty.test'],
  ].map(([file = '', zone = '']) => [`${folder}/${file}`, zone]);
  const present = samples.filter(([path]) => existsSync(path));
  test.skipIf(present.length === 0)('are read whole', () => {
    for (const [path, zone] of present) {
      const reading = parseZone(readFileSync(path, 'utf8'), { zone });
      expect(reading.refused, path).toEqual([]);
      expect(reading.soa, path).toBeDefined();
    }
  });
});
