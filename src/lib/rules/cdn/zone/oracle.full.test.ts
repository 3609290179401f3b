import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { zoneRecords } from '../../../../../tests/support/zone-arbitrary.ts';
import {
  compile,
  compiler,
  data,
  expectSameInBind,
  files,
  oursOnly,
  print,
  refusedLines,
  zoneWith,
} from '../../../../../tests/support/zone-files.ts';
import { parseZone } from './parse.ts';

describe.skipIf(!compiler)('BIND', () => {
  test.each(files.filter((name) => !oursOnly.has(name)))('reads %s as we do', expectSameInBind);

  test('reads an export of any records as the same records', () => {
    const zone = 'example.com';
    fc.assert(
      fc.property(zoneRecords, (records) => {
        const exported = print(zone, records);
        const judged = parseZone(compile(zone, exported), { zone });
        expect(judged.refused).toEqual([]);
        expect(data(judged.records)).toEqual(data(records.map(({ proxy: _, autoTtl: __, ...record }) => record)));
      }),
      { numRuns: runs(40) },
    );
  }, 600_000);

  test.each(refusedLines)('refuses %j', (line) => expect(() => compile('example.com', zoneWith(line))).toThrow());
});
