import { describe, expect, onTestFinished, test } from 'vitest';
import { installTexts } from '../../../lib/i18n/react.tsx';
import { makeInstance } from '../../../lib/i18n/translator.ts';
import { type Narrowed, narrow } from './narrow.ts';
import { prepare, type Shape } from './prepare.ts';

interface Ship {
  name: string;
  flag: 'ir' | 'es';
  crew: number;
}
const ships: Ship[] = [
  { name: 'Simorgh', flag: 'ir', crew: 12 },
  { name: 'Ángela', flag: 'es', crew: 3 },
  { name: 'كشتي ۱۲', flag: 'ir', crew: 3 },
  { name: 'Angelus', flag: 'es', crew: 40 },
];
const shape: Shape<Ship> = {
  columns: [
    { key: 'name', title: '', search: ({ name }) => name, sort: ({ name }) => name },
    { key: 'crew', title: '', search: ({ crew }) => String(crew), sort: ({ crew }) => crew },
  ],
  filters: [
    { key: 'flag', label: '', value: ({ flag }) => flag, options: ['ir', 'es', 'ar'].map((value) => ({ value, label: value })) },
    { key: 'big', label: '', value: ({ crew }) => (crew > 10 ? 'yes' : null), options: [{ value: 'yes', label: '' }] },
  ],
  ties: ['name'],
};
const look = (q = '', chosen = ['', ''], sort = '', dir = 'asc') => ({ q, sort, dir, chosen: chosen.join('\n') });
const data = prepare(ships, shape);
const narrowedRows = (view: ReturnType<typeof look>, before?: Narrowed<Ship>) => narrow(data, shape.filters, view, before);
const names = ({ rows }: { rows: readonly Ship[] }) => rows.map(({ name }) => name);

describe('the search', () => {
  test.each([
    ['angel', ['Ángela', 'Angelus']],
    ['  ANGEL ', ['Ángela', 'Angelus']],
    ['کشتی', ['كشتي ۱۲']],
    ['12', ['Simorgh', 'كشتي ۱۲']],
    ['۱۲', ['Simorgh', 'كشتي ۱۲']],
    ['zzz', []],
  ])('%j finds %j', (q, result) => expect(names(narrowedRows(look(q)))).toEqual(result));

  test('a longer query searches only the matches of the shorter one, with the same result', () => {
    const short = narrowedRows(look('angel'));
    const long = narrowedRows(look('angelu'), short);
    expect(names(long)).toEqual(names(narrowedRows(look('angelu'))));
    expect(long.hits).toHaveLength(1);
    // A keystroke that removes no rows returns the same array, so nothing is rendered.
    const ang = narrowedRows(look('ang'));
    expect(narrowedRows(look('ange'), ang).rows).toBe(ang.rows);
    // A shorter query, another order and other rows start over.
    expect(names(narrowedRows(look('a'), long))).toEqual(names(narrowedRows(look('a'))));
    expect(names(narrowedRows(look('angelu', ['', ''], 'crew'), long))).toEqual(['Angelus']);
    expect(names(narrow(prepare([...ships], shape), shape.filters, look('angelu'), short))).toEqual(['Angelus']);
  });
});

describe('filters', () => {
  test('each filter counts the rows of its options given the other filters', () => {
    const { rows, counts, all } = narrowedRows(look('', ['ir', 'yes']));
    expect(names({ rows })).toEqual(['Simorgh']);
    expect(counts).toEqual([[1, 1, 0], [1]]);
    expect(all).toEqual([2, 2]);
    expect(data.totals).toEqual([[2, 2, 0], [2]]);
  });

  test('a value from an old address matches nothing', () => expect(names(narrowedRows(look('', ['xx', ''])))).toEqual([]));
});

describe('order', () => {
  test.each([
    ['', 'asc', ['Ángela', 'Angelus', 'Simorgh', 'كشتي ۱۲']],
    ['nonsense', 'desc', ['كشتي ۱۲', 'Simorgh', 'Angelus', 'Ángela']],
    // Equal crews are ordered by name, in both directions.
    ['crew', 'asc', ['Ángela', 'كشتي ۱۲', 'Simorgh', 'Angelus']],
    ['crew', 'desc', ['Angelus', 'Simorgh', 'Ángela', 'كشتي ۱۲']],
  ])('by %j %s', (sort, dir, result) => expect(names(narrowedRows(look('', ['', ''], sort, dir)))).toEqual(result));

  const ordered = (names: readonly string[], dir = 'asc') => {
    const rows = names.map((name, crew) => ({ name, flag: 'ir' as const, crew }));
    const made = prepare(rows, { ...shape, ties: ['crew'] });
    return [...made.order('name', dir === 'desc')].map((index) => names[index]);
  };

  test('is that of the reader’s language, with numbers by their value and upper and lower case together', () => {
    const inEnglish = ['web-2', 'Web-3', 'web-10', 'zoo', 'ابر', 'سرور ۲', 'سرور ۱۰'];
    expect(ordered(inEnglish.toReversed())).toEqual(inEnglish);
    expect(ordered(inEnglish, 'desc')).toEqual(inEnglish.toReversed());
    installTexts(makeInstance('fa', {}, {}));
    onTestFinished(() => installTexts(makeInstance('en', {}, {})));
    expect(ordered(inEnglish)).toEqual(['ابر', 'سرور ۲', 'سرور ۱۰', 'web-2', 'Web-3', 'web-10', 'zoo']);
  });

  test('of equal rows is that of the ties, also by a text', () => {
    const rows = ['b10', 'b2', 'B1'].map((name) => ({ name, flag: 'ir' as const, crew: 1 }));
    expect([...prepare(rows, shape).order('crew', false)].map((index) => rows[index]?.name)).toEqual(['B1', 'b2', 'b10']);
    const inPlace = rows.toReversed();
    expect([...prepare(inPlace, shape).order('crew', true)]).toEqual([0, 1, 2]);
  });
});

describe('after a change', () => {
  const made: string[] = [];
  const search = ({ name }: Ship) => {
    made.push(name);
    return name;
  };
  const watched: Shape<Ship> = { ...shape, columns: [{ key: 'name', title: '', search }] };
  const first = prepare(ships, watched);
  first.warm(() => false);
  const [one, two, three, four] = ships as [Ship, Ship, Ship, Ship];
  const other = { ...two, name: 'Other' };

  test.each([
    ['one is added', [...ships, other], ['Other']],
    ['one is added first', [other, ...ships], ['Other']],
    ['one is deleted', [one, three, four], []],
    ['one is changed', [one, other, three, four], ['Other']],
    ['nothing is left', [], []],
  ])('%s: only what is new is read', (_what, rows, read) => {
    made.length = 0;
    const next = prepare(rows, watched, first);
    next.warm(() => false);
    expect(made).toEqual(read);
    expect(rows.map((_, index) => next.text(index))).toEqual(rows.map(({ name }) => prepare([{ ...one, name }], watched).text(0)));
  });
});
