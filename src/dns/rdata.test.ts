import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zoneRecords } from '../../tests/support/zoneArbitrary.ts';
import { readText } from '../lib/rules/cdn/dns/rdata/read.ts';
import { presentation } from '../lib/rules/cdn/dns/rdata/wire.ts';
import { nameBytes, readName } from './name.ts';
import { encodeRdata } from './rdata.ts';

test('the bytes of every record read back as the record', () => {
  fc.assert(
    fc.property(zoneRecords, (records) => {
      for (const { line: _, name: __, ttl: ___, proxy: ____, type, ...data } of records) {
        const text = presentation(type, [...encodeRdata({ name: '@', type, ...data })]);
        const scope = { zone: 'example.com', type, origin: 'example.com', typed: false, hosts: new Map() };
        expect({ type, ...readText(text ?? '', scope) }).toEqual({ type, ...data });
      }
    }),
    { numRuns: 60 },
  );
});

test('names of any bytes are read as they are written', () => {
  const label = fc.uint8Array({ minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.array(label, { maxLength: 8 }), (labels) => {
      const wire = Buffer.concat([...labels.flatMap((one) => [Buffer.from([one.length]), Buffer.from(one)]), Buffer.from([0])]);
      const read = readName(wire, 0);
      expect(read?.end).toBe(wire.length);
      const lower = Buffer.from(wire.map((byte, i) => (isLength(wire, i) || byte < 65 || byte > 90 ? byte : byte + 32)));
      expect(nameBytes(read?.name ?? '')).toEqual(lower);
    }),
  );
});

/** Whether the byte at `at` is the length of a label. */
function isLength(wire: Buffer, at: number): boolean {
  let next = 0;
  while (next < at) next += (wire[next] ?? 0) + 1;
  return next === at;
}
