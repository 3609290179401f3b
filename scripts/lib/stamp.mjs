import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const STAMP = join('dist', 'build-stamp');
/** The inputs of a build. The images in public/art and the subset fonts are its output. */
const SOURCES = ['src', 'public', 'scripts', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
const MADE = [join('public', 'art'), join('src', 'layouts', 'styles', 'fonts')];
const isRead = (file) => !MADE.some((folder) => file.startsWith(join(folder, sep))) && !/\.test\.tsx?$/.test(file);

function listFiles(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => isRead(file) && statSync(file).isFile())
    .sort();
}

/** A hash of all inputs of the build: content, not times, which a clone or a checkout changes. */
export function sourceHash() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(listFiles)) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
export const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourceHash();
/** Records what the site was built from; an interrupted build leaves no stamp. */
export const writeBuildStamp = (hash) => writeFileSync(STAMP, hash);
export const removeBuildStamp = () => rmSync(STAMP, { force: true });

/**
 * Whether `node_modules` matches the lock file. npm records there what it installed, so a manual install counts too.
 * Optional packages may be missing: they belong to other platforms. `dev: false` only checks production packages.
 */
export function isInstalled({ dev = true } = {}) {
  const written = join('node_modules', '.package-lock.json');
  if (!existsSync(written)) return false;
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const there = JSON.parse(readFileSync(written, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = there[path];
    if (!found) return entry.optional === true || (entry.dev === true && !dev);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}
