import { expect, test } from 'vitest';
import { show, type Terminal } from './output.ts';

function capture(answer: Record<string, unknown>, { width = null, columns }: { width?: number | null; columns?: string } = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    width,
    isInteractive: false,
    hasColors: false,
  };
  show(answer, terminal, columns);
  return { out, err };
}
const records = [
  { id: 'r1', updatedAt: '2026-11-29T10:00:00.000Z', content: '203.0.113.10', name: 'www', proxy: true, comment: null, tags: [] },
  { id: 'r2', updatedAt: '2026-11-29T10:00:00.000Z', content: '2001:db8::1', name: 'خانه', proxy: false, comment: null, tags: [] },
];

test('a list is a table with the ID and what says most first, without empty columns', () => {
  expect(capture({ records, total: 2, defaults: { ttl: 3600 } }).out).toEqual([
    'ID  NAME  CONTENT       PROXY  UPDATEDAT',
    'r1  www   203.0.113.10  yes    2026-11-29T10:00:00.000Z',
    'r2  خانه  2001:db8::1   no     2026-11-29T10:00:00.000Z',
  ]);
  expect(capture({ records: [] })).toEqual({ out: [], err: ['Nothing found.'] });
});

test('a narrow terminal has fewer columns, and whole values', () => {
  const { out, err } = capture({ records }, { width: 30 });
  expect(out[1]).toBe('r1  www   203.0.113.10  yes');
  expect(err).toEqual(['1 more columns: --columns updatedAt, or --json']);
  expect(capture({ records }, { width: 10, columns: 'content,proxy' }).out[1]).toBe('203.0.113.10  yes');
  expect(() => capture({ records }, { columns: 'nothing' })).toThrow('no field “nothing”');
});

test('an item is its fields, and what belongs to it', () => {
  expect(
    capture({ imported: { created: 2, done: false }, errors: [{ line: 3, reason: 'wrong' }], warnings: [{ code: 'x', message: 'Look.' }] }),
  ).toEqual({
    out: ['created  2', 'done     no', '\nerrors', 'LINE  REASON', '3     wrong'],
    err: ['Warning: Look.'],
  });
  expect(capture({ done: true })).toEqual({ out: [], err: ['Done.'] });
});

test('names of other people don’t control the terminal', () => {
  expect(capture({ items: [{ name: 'a\u001b[2Jb\nc\u202e' }] }).out[1]).toBe('a\\u001b[2Jb⏎c\\u202e');
});
