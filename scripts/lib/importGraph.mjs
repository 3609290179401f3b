import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import ts from 'typescript';

/**
 * Imports between the source files of a folder, types and `import()` counted: who depends on whom when the code is read, not only when it
 * runs. Tests and declarations are left out.
 * @typedef {Map<string, Set<string>>} Graph by path below the folder, with forward slashes
 */

/**
 * @param {string} folder `src`
 * @returns {Graph}
 */
export function importGraph(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /\.(ts|tsx|astro)$/.test(file) && !/\.(test|d)\.tsx?$|^layouts\/styles\//.test(file))
    .sort();
  return new Map(files.map((file) => [file, parseImports(folder, file)]));
}

function parseImports(folder, file) {
  const text = readFileSync(join(folder, file), 'utf8');
  const paths = ts.preProcessFile(file.endsWith('.astro') ? extractScripts(text) : text, true, true).importedFiles;
  return new Set(
    paths
      .filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => posix.join(dirname(file), fileName.replace(/\?.*$/, '')))
      .filter((path) => path !== file && existsSync(join(folder, path))),
  );
}

/** The frontmatter and the scripts of an Astro component. */
const extractScripts = (text) =>
  [/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '', ...[...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code)].join(
    '\n',
  );

/**
 * Groups of files that import each other in a circle, the largest first (Tarjan's strongly connected components).
 * @param {Graph} graph
 * @returns {string[][]}
 */
export function circles(graph) {
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const groups = [];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      // A closed file has no order that is comparable with this one.
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)));
    }
    if (lowest.get(file) === order.get(file)) groups.push(open.splice(open.indexOf(file)));
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return groups.filter((group) => group.length > 1).sort((a, b) => b.length - a.length);
}

/**
 * The floors of the provider, the lowest first: each may import those below it.
 * @type {readonly (readonly [name: string, files: RegExp])[]}
 */
export const floors = [
  ['kernel', /^provider\/kernel\//],
  ['db', /^provider\/db\//],
  ['live', /^provider\/live\//],
  ['drivers', /^provider\/drivers\//],
  ['jobs', /^provider\/jobs\//],
  ['core', /^provider\/core\//],
  ['lines', /^provider\/(account|cdn|cloud|finance|operator|support)\//],
  ['registry', /^provider\/(manifests|routes)\.ts$/],
  ['programs', /^provider\/(backup\/)?\w+\.ts$/],
];
/** The floor of a file of the provider; -1 for others. */
export const importFloor = (file) => floors.findIndex(([, files]) => files.test(file));

/**
 * Imports from a floor of the provider to a higher one.
 * @param {Graph} graph
 * @returns {{ from: string, to: string, floors: string }[]} `floors` as in `db → core`
 */
export function upward(graph) {
  return [...graph].flatMap(([from, imports]) =>
    [...imports].flatMap((to) => {
      const [low, high] = [importFloor(from), importFloor(to)];
      return low >= 0 && high > low ? [{ from, to, floors: `${floors[low][0]} → ${floors[high][0]}` }] : [];
    }),
  );
}

/** The feature of a file of the provider, as `cdn/dns`; undefined for files of no feature. */
const providerFeature = (file) => /^provider\/((?:core|account|cdn|cloud|finance|operator|support)\/\w+)\//.exec(file)?.[1];

/**
 * Imports from one feature of the provider to another one of the same floor: those of `core` are there for all lines.
 * @param {Graph} graph
 * @returns {{ from: string, to: string, features: [from: string, to: string] }[]}
 */
export function betweenFeatures(graph) {
  return [...graph].flatMap(([from, imports]) =>
    [...imports].flatMap((to) => {
      const [own, other] = [providerFeature(from), providerFeature(to)];
      return own && other && own !== other && importFloor(from) === importFloor(to) ? [{ from, to, features: [own, other] }] : [];
    }),
  );
}

/**
 * Imports of a feature of another one past its `index.ts`. Features of `core` are there for all, file by file.
 * @param {Graph} graph
 */
export const pastFaces = (graph) => betweenFeatures(graph).filter(({ to }) => !/^provider\/core\/|\/index\.ts$/.test(to));

/**
 * Groups of features of the provider that import each other, directly or through others.
 * @param {Graph} graph
 * @returns {string[][]} such as `cdn/dns` and `cdn/zone`
 */
export function featureCircles(graph) {
  const byFeature = new Map();
  for (const { features } of betweenFeatures(graph)) {
    const [own, other] = features;
    byFeature.set(own, (byFeature.get(own) ?? new Set()).add(other));
  }
  return circles(byFeature);
}

/**
 * What `scripts/graph-limits.json` limits. The number of circles is no limit: a large one that falls apart leaves several.
 * @param {Graph} graph
 * @returns {{ 'files in circles': number, 'files in the largest circle': number, 'imports within circles': number, 'features in circles': number, "imports past a feature's index": number, [floors: string]: number }}
 */
export function figures(graph) {
  const groups = circles(graph).map((group) => new Set(group));
  const within = (group) => [...group].reduce((sum, file) => sum + [...(graph.get(file) ?? [])].filter((to) => group.has(to)).length, 0);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const arrows = Object.groupBy(upward(graph), (arrow) => arrow.floors);
  return {
    'files in circles': sum(groups.map(({ size }) => size)),
    'files in the largest circle': groups[0]?.size ?? 0,
    'imports within circles': sum(groups.map(within)),
    'features in circles': sum(featureCircles(graph).map(({ length }) => length)),
    "imports past a feature's index": pastFaces(graph).length,
    ...Object.fromEntries(
      Object.keys(arrows)
        .sort()
        .map((pair) => [pair, arrows[pair].length]),
    ),
  };
}

/**
 * Compares figures with their limits. A figure without a limit may not exist; one below its limit must become the limit, so that it
 * can't grow again.
 * @param {Record<string, number>} now
 * @param {Record<string, number>} limits
 * @returns {{ name: string, now: number, limit: number }[]} what differs
 */
export const differences = (now, limits) =>
  [...new Set([...Object.keys(now), ...Object.keys(limits)])]
    .map((name) => ({ name, now: now[name] ?? 0, limit: limits[name] ?? 0 }))
    .filter((figure) => figure.now !== figure.limit);
