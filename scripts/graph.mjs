// Circles among the imports of `src` and among features of the provider, imports from a lower floor of the provider to a higher one, and
// of another feature past its `index.ts`. Part of `npm run lint`: it fails when a figure differs from its limit in scripts/graph-limits.json, and when
// docs/architecture.svg isn't what it draws.
//   --list    also every circle, every upward import, and the imports of features in circles
//   --lower   writes figures that have become smaller as the new limits
//   --draw    draws docs/architecture.svg again
import { readFileSync, writeFileSync } from 'node:fs';
import { drawing } from './lib/architectureDrawing.mjs';
import { betweenFeatures, circles, differences, featureCircles, figures, importGraph, pastFaces, upward } from './lib/importGraph.mjs';
import './lib/run.mjs'; // runs in the root of the repository

const LIMITS = 'scripts/graph-limits.json';
const PICTURE = 'docs/architecture.svg';
const has = (flag) => process.argv.includes(flag);

const graph = importGraph('src');
const now = figures(graph);
const limits = JSON.parse(readFileSync(LIMITS, 'utf8'));
const faults = [];

if (has('--list')) {
  for (const group of circles(graph)) console.log(`Circle of ${group.length} files:\n  ${group.join('\n  ')}`);
  for (const { from, to, floors } of upward(graph)) console.log(`${floors}: ${from} imports ${to}`);
  for (const { from, to } of pastFaces(graph)) console.log(`past the index of a feature: ${from} imports ${to}`);
  for (const group of featureCircles(graph))
    for (const { from, to, features } of betweenFeatures(graph))
      if (features.every((one) => group.includes(one))) console.log(`${features.join(' → ')}: ${from} imports ${to}`);
}
for (const { name, now: figure, limit } of differences(now, limits)) {
  if (figure > limit) faults.push(`${name}: ${figure}, at most ${limit} are allowed. "node scripts/graph.mjs --list" lists them.`);
  else if (!has('--lower')) faults.push(`${name}: ${figure}, fewer than the limit of ${limit}. Run "node scripts/graph.mjs --lower".`);
}
if (has('--lower')) {
  const lower = Object.entries(limits).map(([name, limit]) => [name, Math.min(limit, now[name] ?? 0)]);
  writeFileSync(LIMITS, `${JSON.stringify(Object.fromEntries(lower.filter(([, limit]) => limit > 0)), null, 2)}\n`);
}
const picture = drawing(graph);
if (has('--draw')) writeFileSync(PICTURE, picture);
else if (readFileSync(PICTURE, 'utf8') !== picture) faults.push(`${PICTURE} shows other imports. Run "node scripts/graph.mjs --draw".`);

for (const fault of faults) console.error(fault);
console.log(
  `${circles(graph).length} circles with ${now['files in circles']} of ${graph.size} files; ${upward(graph).length} imports from a lower floor of the provider to a higher one; ${now['features in circles']} features import each other.`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
