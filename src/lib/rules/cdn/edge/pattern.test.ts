import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { matchesText } from './pattern.ts';

/** The definition, in time that grows with pattern and text. */
function matchesSlowly(pattern: string, text: string): boolean {
  const rows = Array.from({ length: pattern.length + 1 }, () => Array<boolean>(text.length + 1).fill(false));
  const at = (p: number, t: number) => rows[p]?.[t] ?? false;
  const first = rows[0];
  if (first) first[0] = true;
  for (let p = 1; p <= pattern.length; p++) {
    const [row, char] = [rows[p] ?? [], pattern[p - 1]];
    for (let t = 0; t <= text.length; t++)
      row[t] =
        char === '*'
          ? at(p - 1, t) || (t > 0 && (row[t - 1] ?? false))
          : t > 0 && at(p - 1, t - 1) && (char === '?' || char === text[t - 1]);
  }
  return at(pattern.length, text.length);
}

const letters = (chars: string, maxLength: number) => fc.array(fc.constantFrom(...chars), { maxLength }).map((list) => list.join(''));

test('matches what the definition of wildcards matches', () => {
  fc.assert(
    fc.property(letters('ab*?', 9), letters('ab*?', 14), (pattern, text) => {
      expect(matchesText(pattern, text)).toBe(matchesSlowly(pattern, text));
    }),
    { numRuns: runs(3000) },
  );
  // Parts that are longer than one word of bits.
  const part = `${'a'.repeat(30)}?${'b'.repeat(40)}`;
  for (const text of [`xx${'a'.repeat(31)}${'b'.repeat(40)}yy`, `xx${'a'.repeat(30)}${'b'.repeat(40)}yy`])
    expect(matchesText(`*${part}*`, text)).toBe(matchesSlowly(`*${part}*`, text));
});

test.each([
  ['a long part', `*${'a'.repeat(1990)}`, 'b'],
  ['a long part in the middle', `*${'a'.repeat(1990)}b*`, 'c'],
  ['a long part that differs at its start', `*b${'a'.repeat(1990)}*`, 'c'],
  ['open characters', `*${'a?'.repeat(995)}b*`, 'c'],
])('%s costs no more for a long text than reading it', (_name, pattern, end) => {
  const text = 'a'.repeat(100_000) + end;
  const time = (work: () => void) => {
    const start = performance.now();
    work();
    return performance.now() - start;
  };
  // Comparing each character with each of the pattern takes two hundred million steps: this is a quarter of it.
  let same = 0;
  const quarter = time(() => {
    for (let round = 0; round < 500; round++) for (let at = 0; at < text.length; at++) if (text[at] === pattern[1]) same++;
  });
  expect(same).toBeGreaterThanOrEqual(0);
  expect(matchesText(pattern, text)).toBe(false);
  expect(Math.min(...[1, 2, 3].map(() => time(() => matchesText(pattern, text))))).toBeLessThan(quarter);
});
