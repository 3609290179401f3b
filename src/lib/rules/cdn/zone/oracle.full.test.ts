import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { zoneRecords } from '../../../../../tests/support/zoneArbitrary.ts';
import {
  compile,
  compiler,
  data,
  expectSameInBind,
  files,
  ownFormatOnly,
  print,
  rejectedRows,
  zoneWith,
} from '../../../../../tests/support/zoneFiles.ts';
import { parseZone } from './parse.ts';

describe.skipIf(!compiler)('BIND', () => {
  test.each(files.filter((name) => !ownFormatOnly.has(name)))('reads %s as we do', expectSameInBind);

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

  test.each(rejectedRows)('refuses %j', (line) => expect(() => compile('example.com', zoneWith(line))).toThrow());
});
