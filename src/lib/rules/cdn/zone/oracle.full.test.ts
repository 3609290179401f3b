import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import {
  compile,
  compiler,
  data,
  files,
  fixtures,
  lines,
  oursOnly,
  print,
  refusedLines,
  zoneWith,
} from '../../../../../tests/support/zone-files.ts';
import { zoneRecords } from './arbitrary.ts';
import { parseZone } from './parse.ts';

describe.skipIf(!compiler)('BIND', () => {
  test.each(files.filter((name) => !oursOnly.has(name)))('reads %s as we do', (name) => {
    const text = readFileSync(join(fixtures, name), 'utf8');
    const zone = /; zone: (\S+)/.exec(text)?.[1] ?? '';
    const { records } = parseZone(text, { zone });
    const judged = compile(zone, text);
    expect(data(parseZone(judged, { zone }).records)).toEqual(data(records.map(({ autoTtl: _, proxy: __, ...record }) => record)));
    expect(lines(zone, compile(zone, print(zone, records)))).toEqual(lines(zone, judged));
  });

  test('reads an export of any records as the same records', () => {
    fc.assert(
      fc.property(zoneRecords, (records) => {
        const zone = 'example.com';
        const exported = print(zone, records);
        const judged = parseZone(compile(zone, exported), { zone });
        expect(judged.refused).toEqual([]);
        expect(data(judged.records)).toEqual(data(records.map(({ proxy: _, autoTtl: __, ...record }) => record)));
      }),
      { numRuns: runs(40) },
    );
  }, 60_000);

  test.each(refusedLines)('refuses %j', (line) => expect(() => compile('example.com', zoneWith(line))).toThrow());
});
