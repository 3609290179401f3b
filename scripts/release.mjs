// Prepares a version: `node scripts/release.mjs 0.3.0` assigns the new entries of src/content/changelog to it, writes CHANGELOG.md, and
// sets the version of the packages. It makes no commit and no tag, and says what is left to do. Again for a version without a tag: adds what came later.
//   --changed a,b   these entries changed something instead of adding it; likewise --deprecated, --removed, --fixed, --security
//   --changelog     only writes CHANGELOG.md
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { changelogText, RELEASES, readReleases, releasesText, unreleased } from './lib/releases.mjs';
import { root } from './lib/run.mjs';

const stop = (message) => {
  console.error(message);
  process.exit(1);
};
const flagList = (flag) => (process.argv.includes(flag) ? (process.argv[process.argv.indexOf(flag) + 1]?.split(',') ?? []) : []);
const writeChangelog = () => writeFileSync('CHANGELOG.md', changelogText(root));

if (process.argv.includes('--changelog')) {
  writeChangelog();
  process.exit(0);
}

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) stop('Name a version, as in: node scripts/release.mjs 0.3.0');
const tag = `v${version}`;
if (spawnSync('git', ['rev-parse', '--verify', '--quiet', `refs/tags/${tag}`]).status === 0) stop(`${tag} is tagged already.`);
const releases = readReleases(root);
const isHigher = (a, b) => a.localeCompare(b, 'en', { numeric: true }) > 0;
const newest = releases[0];
if (newest && newest.version !== version && !isHigher(version, newest.version)) stop(`${version} is not higher than ${newest.version}.`);

const entries = unreleased(root, releases);
const isAgain = newest?.version === version;
if (entries.length === 0 && !isAgain) stop('src/content/changelog has no entry that belongs to no version yet.');
const others = ['changed', 'deprecated', 'removed', 'fixed', 'security'];
const chosen = Object.fromEntries(others.map((type) => [type, flagList(`--${type}`)]));
const unknown = Object.values(chosen)
  .flat()
  .filter((slug) => !entries.includes(slug));
if (unknown.length > 0) stop(`Not a new entry of src/content/changelog: ${unknown.join(', ')}`);

const changeType = (slug) => others.find((type) => chosen[type].includes(slug)) ?? 'added';
const release = { ...(isAgain ? newest : {}), version, date: new Date().toISOString().slice(0, 10) };
for (const slug of entries) {
  const type = changeType(slug);
  release[type] = [...(release[type] ?? []), slug].sort();
}
writeFileSync(RELEASES, releasesText([release, ...releases.slice(isAgain ? 1 : 0)]));
writeChangelog();
for (const file of ['package.json', 'package-lock.json']) {
  const data = JSON.parse(readFileSync(file, 'utf8'));
  data.version = version;
  if (data.packages) data.packages[''].version = version;
  writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);
}

const { repository, bugs } = JSON.parse(readFileSync('package.json', 'utf8'));
console.log(`${version} has ${entries.length} new entries. What is left:
1. Review CHANGELOG.md and ${RELEASES}; after a change of the latter: node scripts/release.mjs --changelog
2. npm test, and npm run test:full
3. Node 24: node tests/fixtures/upgrades/make.ts NAME, so that upgrades from this version are tested (CONTRIBUTING.md)
4. git commit, then: git tag -a ${tag} -m ${tag}`);
if (!repository || !bugs)
  console.log(
    'package.json has no "repository" and "bugs", because Nasim has no public address yet. Add both when it has one: links to versions in CHANGELOG.md need it too.',
  );
