import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { changelogText, RELEASES, readReleases } from '../scripts/lib/releases.mjs';

const version = (file: string): string => JSON.parse(readFileSync(file, 'utf8')).version;

test('CHANGELOG.md is what the entries of the site say; if not, run node scripts/release.mjs --changelog', () => {
  expect(readFileSync('CHANGELOG.md', 'utf8')).toBe(changelogText(process.cwd()));
});

test('its links lead to files', () => {
  const links = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/\]\((src[^)#]+)/g)].map(([, file = '']) => file);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((file) => !existsSync(file))).toEqual([]);
});

test('the packages have the newest version, and no entry is in two', () => {
  const releases = readReleases(process.cwd());
  expect([version('package.json'), version('package-lock.json')]).toEqual(Array(2).fill(releases[0]?.version));
  const entries = releases.flatMap(({ version: _, date: __, ...types }) => Object.values(types).flat());
  expect(entries).toHaveLength(new Set(entries).size);
});

/** A copy of what the release script reads and writes. */
function copy() {
  const root = mkdtempSync(join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of ['scripts', 'src/content/changelog', 'package.json', 'package-lock.json', 'CHANGELOG.md'])
    cpSync(path, join(root, path), { recursive: true });
  // The list of components in the entries.
  for (const path of ['node_modules', 'src/layouts']) symlinkSync(join(process.cwd(), path), join(root, path));
  spawnSync('git', ['init', '-q'], { cwd: root });
  const release = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', ...args], { cwd: root, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  const entry = (slug: string) =>
    cpSync(join(root, 'src/content/changelog/en/2026-11-27-announced-prices.mdx'), join(root, `src/content/changelog/en/${slug}.mdx`));
  // Entries that belong to no version today.
  release('8.0.0');
  return { root, release, entry };
}

test('a version gets the entries that no version has, by type, and what is missing for publishing is named', () => {
  const { root, release, entry } = copy();
  entry('2030-01-01-news');
  entry('2030-01-02-mended');
  const { status, output } = release('9.0.0', '--fixed', '2030-01-02-mended');
  expect([status, output]).toEqual([0, expect.stringContaining('no "repository" and "bugs"')]);
  const [newest] = parse(readFileSync(join(root, RELEASES), 'utf8'));
  expect(newest).toMatchObject({ version: '9.0.0', added: ['2030-01-01-news'], fixed: ['2030-01-02-mended'] });
  expect([version(join(root, 'package.json')), version(join(root, 'package-lock.json'))]).toEqual(['9.0.0', '9.0.0']);
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(/## 9\.0\.0 - [\d-]+\n\n### Added\n\n- .*\n(- .*\n)*\n### Fixed\n\n- /);
});

test('a version that is tagged, is not higher or has no entry is refused, and nothing is written', () => {
  const { root, release, entry } = copy();
  const before = readFileSync(join(root, RELEASES), 'utf8');
  expect(release('9.0.0')).toEqual({ status: 1, output: expect.stringContaining('no entry') });
  entry('2030-01-01-news');
  expect(release('0.1.0')).toEqual({ status: 1, output: expect.stringContaining('is not higher') });
  expect(release('next')).toEqual({ status: 1, output: expect.stringContaining('Name a version') });
  expect(release('9.0.0', '--fixed', 'unknown')).toEqual({ status: 1, output: expect.stringContaining('Not a new entry') });
  const git = (...args: string[]) => spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: root });
  git('commit', '-q', '--allow-empty', '-m', 'x');
  git('tag', 'v9.0.0');
  expect(release('9.0.0')).toEqual({ status: 1, output: expect.stringContaining('is tagged already') });
  expect(readFileSync(join(root, RELEASES), 'utf8')).toBe(before);
});
