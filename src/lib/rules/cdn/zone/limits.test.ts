// biome-ignore-all lint/suspicious/noTemplateCurlyInString: $GENERATE writes its counter so
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { parseZone } from './parse.ts';

const zone = 'example.com';
const read = (text: string) => parseZone(text, { zone });
const names = (text: string) => read(text).records.map(({ name }) => name);

describe('$GENERATE', () => {
  test.each([
    ['1-3 a$ A 192.0.2.$', ['a1', 'a2', 'a3']],
    ['0-10/5 a$ A 192.0.2.1', ['a0', 'a5', 'a10']],
    ['7-8 a${1,3} A 192.0.2.1', ['a008', 'a009']],
    ['10-11 a${0,3,x} A 192.0.2.1', ['a00a', 'a00b']],
    ['10-11 a${0,3,X} A 192.0.2.1', ['a00a', 'a00b']],
    ['8-9 a${0,0,o} A 192.0.2.1', ['a10', 'a11']],
    ['26-27 ${0,3,n} A 192.0.2.1', ['a.1', 'b.1']],
    ['300-300 ${0,0,N} A 192.0.2.1', ['c.2.1']],
    ['1-1 a$ 600 IN A 192.0.2.1 ; comment $', ['a1']],
  ])('%s', (line, expected) => expect(names(`$GENERATE ${line}`)).toEqual(expected));

  test('each generated line is treated like a line of the file: refused, merged or accepted', () => {
    const reading = read('$GENERATE 254-257 a$ A 192.0.2.$\n$GENERATE 1-3 b A 192.0.2.1');
    expect(reading.records).toHaveLength(3);
    expect(reading.merged).toEqual([
      { line: 2, into: 2 },
      { line: 2, into: 2 },
    ]);
    expect(reading.refused).toMatchObject([{ line: 1, text: 'a256 A 192.0.2.256' }, { line: 1 }]);
  });

  test('it can’t generate directives', () => {
    expect(read('$GENERATE 1-2 \\$GENERATE 1-2 a\\$ A 192.0.2.1').refused).toMatchObject([{ key: 'zone:error.generateTemplate' }]);
  });
});

describe('hostile files terminate, and each has its message', () => {
  const hostile: readonly [string, string][] = [
    ['a million parentheses', '('.repeat(1e6)],
    ['a million lines of them', '(\n'.repeat(1e6)],
    ['closing ones', ')\n'.repeat(1e6)],
    ['five megabytes in a line', 'a'.repeat(5e6)],
    ['in words', 'a '.repeat(2.5e6)],
    ['in quotes', '"'.repeat(5e6)],
    ['in backslashes', '\\'.repeat(5e6)],
    ['in quoted text', `a TXT "${'x'.repeat(5e6)}"`],
    ['in dots', `${'.'.repeat(5e6)} A 192.0.2.1`],
    ['in NUL', '\0'.repeat(5e6)],
    ['$GENERATE without end', '$GENERATE 0-2147483647 a$ A 192.0.2.1\n'.repeat(1000)],
    ['$GENERATE of wide lines', `$GENERATE 1-65536 a$ TXT ${'${0,255} '.repeat(90)}`],
    ['open quotes', 'a TXT "\n'.repeat(5e5)],
    ['a parenthesis at the start of many lines', `(\n${'a A 192.0.2.1\n'.repeat(1e5)}`],
  ];
  test.each(hostile)('%s', (_, text) => expect(read(text).refused.length).toBeGreaterThan(0));
});

test('garbage never throws, and no line is lost', () => {
  const records = ['a', '@', 'IN', 'A', '192.0.2.1', 'TXT', 'example.com.', 'MX', '10', 'SOA', 'CNAME', '300', 'HTTPS', 'alpn="h2"'];
  const marks = ['"', '\\', '(', ')', ';', '\n', '\r\n', ' ', '\t', '*', '.', '=', '\\#', '\0', 'é', '\ud800'];
  const directives = ['$TTL', '$ORIGIN', '$GENERATE', '1-3', '$', '${0,2,n}'];
  const piece = fc.constantFrom(...records, ...marks, ...directives);
  const junk = fc.oneof(
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(' ')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );
  fc.assert(
    fc.property(junk, (text) => {
      const { records, merged, skipped, refused, soa } = read(text);
      const lines = [...records, ...merged, ...skipped, ...refused, ...(soa ? [soa] : [])].map(({ line }) => line);
      for (const line of lines) expect(line).toBeGreaterThan(0);
      // Without characters that join or multiply lines, each line with a word is reported once.
      if (/[()$]/.test(text)) return;
      const entries = text
        .replace(/^\ufeff/, '')
        .split(/\r\n|\n|\r/)
        .filter((line) => /^[^;]*[^ \t;]/.test(line) && line.replace(/;.*$/s, '').trim() !== '');
      expect(lines.length).toBeGreaterThanOrEqual(entries.length);
      expect(new Set(lines).size).toBe(lines.length);
    }),
    { numRuns: runs(4000) },
  );
});
