import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { decodeContent, quote, textBytes, unescapeTo } from './text.ts';

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => new TextEncoder().encode(text)),
  fc.array(fc.constantFrom(92, 48, 50, 53, 57, 255, 34, 0xd8, 0xb3, 10), { maxLength: 12 }).map((list) => Uint8Array.from(list)),
);

describe('record text', () => {
  test('bytes round-trip through content, and content is canonical', () => {
    fc.assert(
      fc.property(bytes, (input) => {
        const content = decodeContent(input);
        expect([...textBytes(content)]).toEqual([...input]);
        expect(decodeContent(textBytes(content))).toBe(content);
        expect(content.isWellFormed()).toBe(true);
      }),
      { numRuns: runs(5000) },
    );
  });

  test('bytes round-trip through a quoted string', () => {
    fc.assert(
      fc.property(bytes, (input) => {
        const text = quote(input);
        const back: number[] = [];
        expect(text).toMatch(/^"[\x20-\x7e]*"$/);
        expect(unescapeTo(text.slice(1, -1), back)).toBe(true);
        expect(back).toEqual([...input]);
      }),
      { numRuns: runs(3000) },
    );
  });

  test('typed text stays unchanged', () => {
    for (const text of ['v=spf1 -all', 'say "hi"', 'a;b', 'C:\\dir', 'می\u200cشود 👩‍👩‍👧', '\\', '\\12', '\\999', 'end\\']) {
      expect(decodeContent(textBytes(text))).toBe(text);
    }
  });

  test('bytes that aren’t text become numbers', () => {
    expect(decodeContent([0, 10, 65, 127, 128, 255])).toBe('\\000\\010A\\127\\128\\255');
    expect(decodeContent([92, 48, 54, 53])).toBe('\\092065');
    expect(decodeContent([0xd8])).toBe('\\216');
    expect(decodeContent([0xed, 0xa0, 0x80])).toBe('\\237\\160\\128');
    expect(decodeContent([0xc0, 0x80])).toBe('\\192\\128');
  });

  test.each(['\\', '\\2', '\\25', '\\256', 'a\\99'])('%j isn’t a valid escape', (raw) => expect(unescapeTo(raw, [])).toBe(false));
});
