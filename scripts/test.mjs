// `npm test`: all checks, starting from a fresh clone. Any Node from 18 on can run this.
//   --full            the full matrix: languages and themes, PostgreSQL, property runs, crashes
//   --only a,b        some steps: lockfile, types, lint, unused, unit, postgres, build, crash, e2e, remote
//   --line a,b        the tests of some product lines: their files, their screens
//   --changed         the tests of files that differ from main
// A failed step doesn't stop the others. The last line has the total numbers of passed and failed tests.
import { mkdirSync, rmSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { lock } from './lib/lock.mjs';
import { bindSamples, bindServer, installNeeds, postgresFolder, powerdnsRoot } from './lib/needs.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { build, install } from './lib/prepare.mjs';
import { playwrightCount, printReport, together, vitestCount } from './lib/report.mjs';
import { captured, node24, outcome, outsideOfModules } from './lib/run.mjs';
import { browserSelection, changedFiles, LINES, linesOf, unitFiles } from './lib/selection.mjs';

const REPORTS = 'test-results';
const LOCK = '.test-lock';
/** Memory required by a build and the unit tests in parallel, in bytes. */
const BOTH = 6e9;

const argumentOf = (flag) => (process.argv.includes(flag) ? (process.argv[process.argv.indexOf(flag) + 1]?.split(',') ?? []) : null);
const full = process.argv.includes('--full');
const changed = process.argv.includes('--changed') ? changedFiles() : null;
const lines = changed ? linesOf(changed) : argumentOf('--line');
const isPart = changed !== null || lines !== null;
const only = argumentOf('--only') ?? (isPart ? ['types', 'lint', 'unit', 'build', 'e2e'] : null);
const FULL = full ? { FULL: '1' } : {};

const node = (args, env) => outcome(node24(), args, { env });
/** A step that passes or fails as a whole. */
const whole = async (code) => ((await code) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
/** The same, in parallel with other steps: its output is printed at the end, in one piece. */
const quietly = (command, args, env) => whole(captured(command, args, { env }));

/**
 * `beside`: runs in parallel with the others. `built`: needs the built site. `wants`: installed if possible; their tests are skipped without them.
 * @type {{ name: string, title: string, needs?: string[], wants?: string[], beside?: true, built?: true, run(): Promise<import('./lib/report.mjs').Count> }[]}
 */
const steps = [
  { name: 'lockfile', title: 'The lock file is complete', beside: true, run: lockfile },
  {
    name: 'types',
    title: 'Types',
    beside: true,
    run: () =>
      quietly(node24(), ['node_modules/astro/bin/astro.mjs', 'check', '--minimumFailingSeverity', 'error'], {
        ASTRO_TELEMETRY_DISABLED: '1',
      }),
  },
  { name: 'lint', title: 'Lint', beside: true, run: () => quietly(join('node_modules', '.bin', 'biome'), ['check', '.']) },
  { name: 'unused', title: 'Nothing is unused', beside: true, run: () => quietly(node24(), ['node_modules/knip/bin/knip.js']) },
  {
    name: 'build',
    title: 'Build',
    ...(freemem() > BOTH && { beside: true }),
    run: () =>
      build().then(
        () => ({ passed: 1, failed: 0 }),
        () => ({ passed: 0, failed: 1 }),
      ),
  },
  {
    name: 'unit',
    title: 'Rules, provider and islands',
    needs: ['bind9-utils', 'openssh-client', 'poppler-utils'],
    wants: ['s3cmd', 'rclone', 'bind9-dnsutils', 'pebble'],
    run: unit,
  },
  { name: 'postgres', title: 'The provider on PostgreSQL', needs: ['postgresql'], run: onPostgres },
  { name: 'crash', title: 'Crashes', needs: ['postgresql'], built: true, run: crash },
  {
    name: 'e2e',
    title: 'The portal in a browser, with the embedded provider',
    needs: [full ? 'chromium' : 'chromium-headless-shell'],
    built: true,
    run: () => playwright('embedded'),
  },
  {
    name: 'remote',
    title: 'The portal in a browser, with a provider elsewhere',
    needs: [full ? 'chromium' : 'chromium-headless-shell'],
    built: true,
    run: () => playwright('remote'),
  },
];

async function lockfile() {
  const complete = await quietly(node24(), ['scripts/lockfile.mjs', '--check']);
  return complete.failed
    ? complete
    : quietly('npm', ['ci', '--dry-run', '--loglevel=error', '--no-audit', '--no-fund'], outsideOfModules());
}

async function vitest(report, args, env) {
  const file = join(REPORTS, `${report}.json`);
  const mode = args[0] === 'related' ? [] : ['run'];
  const unhandled = join(REPORTS, `${report}-unhandled.json`);
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./tests/support/unhandled.ts', `--outputFile.json=${file}`];
  const code = await node(['node_modules/vitest/vitest.mjs', ...mode, ...args, ...reporters, '--passWithNoTests'], {
    ...FULL,
    ...env,
    UNHANDLED_FILE: unhandled,
  });
  return vitestCount(code, file, unhandled, isPart);
}

async function unit() {
  const samples = {
    BIND_SAMPLES: (await bindSamples()) ?? '',
    BIND_NAMED: (await bindServer()) ?? '',
    PDNS_ROOT: (await powerdnsRoot()) ?? '',
  };
  if (changed) return vitest('unit', ['related', '--run', ...changed], samples);
  return vitest('unit', lines ? unitFiles(lines) : [], samples);
}

/** All tests of the provider in the full run; else those that depend on the database: its own layers, races, and an example of every call. */
async function onPostgres() {
  const server = await startPostgres();
  const env = { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: server.url };
  const run = (report, ...args) => vitest(report, ['--project', 'provider', ...args], env);
  try {
    if (full) return await run('postgres');
    const own = await run('postgres', ...['db', 'jobs', 'live', 'core'].map((layer) => `src/provider/${layer}/`));
    const races = ['src/provider/cdn/', 'src/provider/account/', 'src/provider/drivers/', 'tests/contract'];
    const title = 'at once|at the same time|parallel|two processes|works with the example';
    return together(own, await run('postgres-races', ...races, '-t', title));
  } finally {
    await server.stop();
  }
}

async function crash() {
  const isWhole = full || only;
  const rounds = isWhole ? { sqlite: 20, postgres: 5 } : { sqlite: 3, postgres: 1 };
  const steps = isWhole ? ['--steps', '10000', '--kills', '40'] : ['--steps', '300', '--kills', '2'];
  const kills = async (count, ...args) =>
    together(
      await whole(node(['tests/crash/crash.ts', '--kills', String(count), ...args])),
      await whole(node(['tests/crash/ledger.ts', ...steps, ...args])),
    );
  const sqlite = together(await kills(rounds.sqlite), ...(isWhole ? [await whole(node(['tests/crash/dns.ts']))] : []));
  if (!postgresFolder()) return sqlite;
  // Commits wait for the disk here, as in production.
  const server = await startPostgres({ durable: true });
  try {
    return together(sqlite, await kills(rounds.postgres, '--database', server.url));
  } finally {
    await server.stop();
  }
}

async function playwright(project) {
  const file = join(REPORTS, `${project}.json`);
  const { args, env } = browserSelection(lines);
  const code = await node(
    ['node_modules/@playwright/test/cli.js', 'test', `--project=${project}`, '--reporter=line,json', '--pass-with-no-tests', ...args],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...FULL, ...env },
  );
  return playwrightCount(code, file, isPart);
}

const wanted = (name) => !only || only.includes(name) || (name === 'build' && steps.some((step) => step.built && only.includes(step.name)));
const chosen = steps.filter(({ name }) => wanted(name));
const unknown = [
  ...(only ?? []).filter((name) => !steps.some((step) => step.name === name)),
  ...(lines ?? []).filter((line) => !LINES.includes(line)),
];
if (unknown.length > 0 || chosen.length === 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}. Lines: ${LINES.join(', ')}`);
  process.exit(2);
}

const other = lock(LOCK);
if (other) {
  console.error(
    `Process ${other} runs the tests of this folder, and two runs would replace each other’s build and reports. If that process is something else, remove ${LOCK}.`,
  );
  process.exit(2);
}

const began = Date.now();
const secondsSince = (start) => Math.round((Date.now() - start) / 1000);
/** @type {(import('./lib/report.mjs').Count & { title: string, seconds: number })[]} */
const results = [];
try {
  await install();
} catch (error) {
  console.error(`The packages could not be installed: ${error.message}`);
  finish([{ title: 'Install', passed: 0, failed: 1, seconds: 0 }]);
}
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS);
const missing = await installNeeds(chosen.flatMap(({ needs = [], wants = [] }) => [...needs, ...wants]));

async function runStep({ title, needs = [], run }) {
  const start = Date.now();
  const absent = needs.filter((need) => missing.includes(need));
  const count =
    absent.length > 0
      ? { passed: 0, failed: 1, failures: [`${absent.join(', ')} is not installed`] }
      : await run().catch((error) => ({ passed: 0, failed: 1, failures: [String(error?.stack ?? error)] }));
  console.log(`\n── ${title}: ${count.failed ? 'failed' : 'passed'} ──`);
  results.push({ title, ...count, seconds: secondsSince(start) });
}
async function inTurn(list) {
  for (const step of list) await runStep(step);
}
const beside = inTurn(chosen.filter((step) => step.beside));
const rest = chosen.filter((step) => !step.beside);
await inTurn(rest.filter((step) => !step.built));
await beside;
await inTurn(rest.filter((step) => step.built));
finish(results);

function finish(list) {
  printReport(list, secondsSince(began));
  process.exit(list.some(({ failed }) => failed > 0) ? 1 : 0);
}
