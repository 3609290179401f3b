/*
 * `npm run bench:build`: the build speed of the documentation. 200 pages in four languages are written into a copy of the repository
 * and built with the search index; share images and precompression are excluded (the goal is 48 pages per second on two
 * processors). Prints pages per second, the parts, and the peak memory of the process tree. Exits with 0 even when it is slow: a
 * report, not a test.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { node24, root, runNode } from './lib/run.mjs';

const PAGES = 200;
const GOAL = 48;
const locales = ['en', 'fa', 'ar', 'es'];

// The styles refer to the subset fonts, so the build needs them.
await runNode(['scripts/fonts.mjs']);
// Inside the repository, so that its packages are found: Astro can't build with a symlink instead.
const copy = mkdtempSync(join(root, '.bench-build-'));
try {
  for (const name of ['src', 'public', 'scripts', 'astro.config.mjs', 'tsconfig.json', 'package.json'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  writePages();
  console.log(`${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)}: times count only when nothing else runs`);
  const astro = await measured([join(root, 'node_modules/astro/bin/astro.mjs'), 'build']);
  const search = await measured([
    '--input-type=module',
    '-e',
    "import { indexSite } from './scripts/search.mjs'; console.log('indexed', await indexSite('dist/client'))",
  ]);
  const html = readdirSync(join(copy, 'dist/client'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  ).length;
  const seconds = astro.seconds + search.seconds;
  const rate = html / seconds;
  const cpu = astro.cpu + search.cpu;
  console.log(
    `Astro ${astro.seconds.toFixed(1)} s, search index ${search.seconds.toFixed(1)} s (${search.output}); ${cpu.toFixed(1)} s of processors`,
  );
  console.log(
    `${html} pages (${PAGES} × ${locales.length} generated): ${rate.toFixed(0)} pages/s, goal ${GOAL}: ${rate >= GOAL ? 'met' : 'missed'}`,
  );
  console.log(`peak memory ${Math.max(astro.peak, search.peak).toFixed(0)} MB`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Copies of the existing pages: each with its own name, and unique words so that the index is as large as with real ones. */
function writePages() {
  for (const locale of locales) {
    const folder = join(copy, 'src/content/docs', locale);
    const sources = readdirSync(folder)
      .filter((name) => name.endsWith('.mdx'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    for (let page = 0; page < PAGES; page++) {
      const source = sources[page % sources.length];
      writeFileSync(
        join(folder, `bench-${page}.mdx`),
        `${source.replace(/^title: .*$/m, (line) => `${line} ${page}`)}\n\n## bench${page}\n\nword${page} term${page * 7}.\n`,
      );
    }
  }
}

/** Runs Node in the copy; memory is the maximum of the resident pages over its processes, sampled ten times per second (Linux). */
async function measured(args) {
  const began = performance.now();
  const used = childrenCpu();
  const child = spawn(node24(), args, {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  let output = '';
  let peak = 0;
  child.stdout.on('data', (chunk) => {
    output = (output + chunk).slice(-2000);
  });
  const watch = setInterval(() => {
    peak = Math.max(peak, treeMemory(child.pid));
  }, 100);
  const code = await new Promise((done) => child.once('exit', done));
  clearInterval(watch);
  if (code !== 0) {
    console.error(output);
    throw new Error(`${args[0]} ended with ${code}`);
  }
  return { seconds: (performance.now() - began) / 1000, cpu: childrenCpu() - used, output: output.trim().split('\n').at(-1), peak };
}

/** CPU seconds of the child processes that have ended (proc(5): cutime and cstime, in hundredths); 0 without /proc. */
function childrenCpu() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}

/** Resident megabytes of a process and those below it; 0 where there is no /proc. */
function treeMemory(top) {
  try {
    const parents = new Map();
    for (const name of readdirSync('/proc'))
      if (/^\d+$/.test(name)) {
        try {
          const status = readFileSync(`/proc/${name}/status`, 'utf8');
          parents.set(Number(name), {
            parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]),
            kilobytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0),
          });
        } catch {
          // It has ended in the meantime.
        }
      }
    const below = (id) => id === top || (parents.has(id) && below(parents.get(id).parent));
    return [...parents].reduce((sum, [id, { kilobytes }]) => sum + (below(id) ? kilobytes : 0), 0) / 1024;
  } catch {
    return 0;
  }
}
