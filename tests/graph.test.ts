import { expect, test } from 'vitest';
import { circles, differences, featureCircles, figures, pastFaces, upward } from '../scripts/lib/importGraph.mjs';

const graph = (imports: Record<string, string[]>) => new Map(Object.entries(imports).map(([file, to]) => [file, new Set(to)]));

test('files that import each other through others are one circle, and a file that is only imported isn’t in it', () => {
  const found = circles(graph({ a: ['b'], b: ['c', 'd'], c: ['a'], d: [], e: ['f', 'a'], f: ['e'], g: ['a'] }));
  expect(found.map((group) => group.sort())).toEqual([
    ['a', 'b', 'c'],
    ['e', 'f'],
  ]);
});

test('an import from a lower floor of the provider to a higher one is found, one to a lower floor isn’t', () => {
  const found = upward(
    graph({
      'provider/db/a.ts': ['provider/core/b.ts', 'provider/db/c.ts', 'lib/rules/d.ts'],
      'provider/core/b.ts': ['provider/db/a.ts', 'provider/manifests.ts'],
      'provider/cdn/e.ts': ['provider/core/b.ts', 'provider/finance/f.ts'],
    }),
  );
  expect(found.map(({ from, floors }) => [from, floors])).toEqual([
    ['provider/db/a.ts', 'db → core'],
    ['provider/core/b.ts', 'core → registry'],
  ]);
});

test('features of the provider that import each other are a circle, also through a third; one that only uses another isn’t', () => {
  const found = featureCircles(
    graph({
      'provider/cdn/dns/a.ts': ['provider/cdn/zone/b.ts', 'provider/cdn/zone/c.ts', 'provider/core/task/d.ts'],
      'provider/cdn/zone/b.ts': ['provider/cdn/dns/a.ts'],
      'provider/cdn/zone/c.ts': ['provider/finance/plan/e.ts', 'provider/cdn/ns/f.ts'],
      'provider/cdn/ns/f.ts': ['provider/cdn/dns/g.ts'],
      'provider/cdn/ssl/h.ts': ['provider/cdn/dns/a.ts'],
      'provider/core/task/d.ts': ['provider/cdn/dns/a.ts'],
    }),
  );
  expect(found.map((group) => group.sort())).toEqual([['cdn/dns', 'cdn/ns', 'cdn/zone']]);
});

test('a feature of the provider uses another one by its index, and those of core and of its own freely', () => {
  const found = pastFaces(
    graph({
      'provider/cdn/dns/a.ts': ['provider/cdn/zone/b.ts', 'provider/cdn/zone/index.ts', 'provider/core/task/d.ts', 'provider/cdn/dns/e.ts'],
    }),
  );
  expect(found.map(({ to }) => to)).toEqual(['provider/cdn/zone/b.ts']);
});

test('figures differ from their limits in both directions, and a new kind of upward import has the limit 0', () => {
  const now = figures(graph({ 'provider/db/a.ts': ['provider/core/b.ts'], 'provider/core/b.ts': ['provider/db/a.ts'] }));
  expect(now).toEqual({
    'files in circles': 2,
    'files in the largest circle': 2,
    'imports within circles': 2,
    'features in circles': 0,
    "imports past a feature's index": 0,
    'db → core': 1,
  });
  const { 'db → core': _, ...others } = now;
  expect(differences(now, { ...others, 'files in circles': 3 })).toEqual([
    { name: 'files in circles', now: 2, limit: 3 },
    { name: 'db → core', now: 1, limit: 0 },
  ]);
});
