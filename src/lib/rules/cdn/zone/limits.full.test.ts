import { describe, expect, test } from 'vitest';
import { readFile } from './file.ts';
import { parseZone } from './parse.ts';

const zone = 'example.com';
const read = (text: string) => parseZone(text, { zone });

describe('$GENERATE', () => {
  test('a file generates at most 65,536 records', () => {
    expect(read('$GENERATE 1-65536 a$ A 192.0.2.1').records).toHaveLength(65_536);
    const reading = read('$GENERATE 1-65536 a$ A 192.0.2.1\n$GENERATE 1-1 b$ A 192.0.2.1');
    expect(reading.records).toHaveLength(65_536);
    expect(reading.refused).toMatchObject([{ line: 2, key: 'zone:error.generateTooMany' }]);
  });
});

describe('hostile files terminate, and each has its message', () => {
  test('YAML with many uses of a large anchor', () => {
    const uses = Array.from({ length: 2000 }, (_, i) => `n${i}: {type: A, values: *all}`).join('\n');
    const text = `'': {type: A, values: &all [${'192.0.2.1,'.repeat(5000)}192.0.2.1]}\n${uses}`;
    const { records, refused } = readFile(text, { zone, reading: 'meant', otherwise: [] }, () => false);
    expect([records, refused]).toMatchObject([[], [{ key: 'zone:error.yaml' }]]);
  });

  test('large valid files', () => {
    expect(read('a A 192.0.2.1\n'.repeat(2e5)).merged).toHaveLength(199_999);
    expect(read(Array.from({ length: 1e5 }, (_, i) => `a TXT ${i}`).join('\n')).records).toHaveLength(1e5);
    expect(read(Array.from({ length: 1e5 }, (_, i) => `$ORIGIN n${i}.example.com.\na A 192.0.2.1`).join('\n')).records).toHaveLength(1e5);
  });
});
