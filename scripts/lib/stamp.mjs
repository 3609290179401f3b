import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILD = 'dist/build-stamp';
const INSTALL = 'node_modules/.nasim-lock';
const SOURCES = ['src', 'public', 'scripts', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => !file.startsWith(join('public', 'art')) && statSync(file).isFile())
    .sort();
}

/** A hash over everything that the build reads: content, not times, which a clone or a checkout changes. */
export function sourceHash() {
  const hash = createHash('sha256').update(process.env.ORIGIN ?? '');
  for (const file of SOURCES.flatMap(filesOf)) if (!/\.test\.tsx?$/.test(file)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}
export const isBuilt = () => existsSync(BUILD) && readFileSync(BUILD, 'utf8') === sourceHash();
export const writeBuildStamp = () => writeFileSync(BUILD, sourceHash());

const lockHash = () => createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
export const isInstalled = () => existsSync('node_modules/.package-lock.json') && existsSync(INSTALL) && readFileSync(INSTALL, 'utf8') === lockHash();
export const writeInstallStamp = () => writeFileSync(INSTALL, lockHash());
