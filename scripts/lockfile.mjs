// Completes package-lock.json. npm leaves optional packages of other platforms out of the lock when the registry lacks them at
// that version, and `npm ci`, which compares the ideal tree with the lock, then refuses it. We add an entry without integrity
// for each: it is never installed on this platform, and on its own platform npm resolves it from the registry.
// Run after every `npm install`. `--check` only tells whether something is missing (exit code 1).
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const OS = { linuxmusl: 'linux', windows: 'win32' };
const KNOWN_OS = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openharmony', 'sunos', 'aix', 'netbsd', 'openbsd'];
const CPU = { x32: 'ia32', 'arm-eabi': 'arm' };
const KNOWN_CPU = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'wasm32', 'loong64', 'mips64el'];

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const packages = lock.packages;

/** Node's own resolution: nested first, then every parent folder. */
const isLocked = (from, name) => {
  for (let folder = from; ; folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '') {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
};

const added = [];
for (const [path, entry] of Object.entries({ ...packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue;
    const words = name.split('/').pop().split('-');
    const os = words.map((word) => OS[word] ?? word).find((word) => KNOWN_OS.includes(word));
    const cpu = words.map((word) => CPU[word] ?? word).find((word) => KNOWN_CPU.includes(word));
    if (!os && !cpu) {
      console.warn(`lockfile: ${name} (of ${path}) names no platform; left alone`);
      continue;
    }
    packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...(cpu && { cpu: [cpu] }),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(os && { os: [os] }),
    };
    added.push(name);
  }
}

if (process.argv.includes('--check')) {
  if (added.length) console.error(`lockfile: ${added.length} optional packages are missing; run "npm run lockfile"`);
  process.exit(added.length ? 1 : 0);
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`lockfile: ${added.length} entries added`);
