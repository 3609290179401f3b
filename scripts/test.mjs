// `npm test`: does it work? From a fresh clone, with installation and build. Any Node from 18 on can run this.
//   --again           only the tests that failed in the last run of this folder
// `npm run test:full` (--full): does it hold everywhere? Every look, width, state, outside program, database, property run and crash.
// Both take:
//   --only a,b        some steps: lockfile, types, lint, unused, build, unit, portal, postgres, e2e, remote; of the full run also screens, crash, openstack, clickhouse, guests
//   --line a,b        the tests of some product lines: their files, their screens
//   --changed         the tests of files that differ from main
// A failed step doesn't stop the others. The last line has the total numbers of passed and failed tests.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { lock } from './lib/lock.mjs';
import { bindSamples, bindServer, installNeeds, postgresFolder, powerdnsRoot } from './lib/needs.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { build, install } from './lib/prepare.mjs';
import { playwrightCount, printReport, settleUnstable, together, vitestCount } from './lib/report.mjs';
import { captured, node24, outcome, outsideOfModules } from './lib/run.mjs';
import { browserSelection, changedFiles, changedProductLines, PRODUCT_LINES, unitFiles } from './lib/selection.mjs';

const REPORTS = 'test-results';
const LOCK = '.test-lock';
/** What failed in the last run, by step, for `--again`. */
const FAILED = join(REPORTS, 'failed.json');
/** Memory required by a build and the unit tests in parallel, in bytes. */
const BOTH = 6e9;

const flagValues = (flag) => (process.argv.includes(flag) ? (process.argv[process.argv.indexOf(flag) + 1]?.split(',') ?? []) : null);
const full = process.argv.includes('--full');
const changed = process.argv.includes('--changed') ? changedFiles() : null;
const productLines = changed ? changedProductLines(changed) : flagValues('--line');
const again = process.argv.includes('--again') ? lastFailures() : null;
const isPart = changed !== null || productLines !== null || again !== null;
const only =
  flagValues('--only') ??
  (again ? Object.keys(again) : isPart ? ['types', 'lint', 'unit', 'build', 'portal', 'e2e', ...(full ? ['screens'] : [])] : null);
const FULL = full ? { FULL: '1' } : {};
const browser = full ? 'chromium' : 'chromium-headless-shell';

const node = (args, env) => outcome(node24(), args, { env });
/** A step that passes or fails as a whole. */
const whole = async (code) => ((await code) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
/** The same, in parallel with other steps: its output is printed at the end, in one piece. */
const quietly = (command, args, env) => whole(captured(command, args, { env }));

/**
 * `beside`: runs in parallel with the others. `built`: needs the built site. `full`: part of the full run only. `wants`: installed if possible; their tests are skipped without them.
 * @type {{ name: string, title: string, needs?: string[], wants?: string[], beside?: true, built?: true, full?: true, run(): Promise<import('./lib/report.mjs').Count> }[]}
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
  {
    name: 'lint',
    title: 'Lint',
    beside: true,
    run: async () =>
      together(await quietly(join('node_modules', '.bin', 'biome'), ['check', '.']), await quietly(node24(), ['scripts/graph.mjs'])),
  },
  { name: 'unused', title: 'Nothing is unused', beside: true, run: unused },
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
  {
    name: 'portal',
    title: 'Requests to the portal',
    // The commands of the guides; several portals.
    needs: ['bind9-dnsutils', 'curl', 'jq', ...(full ? ['nginx-light', 'postgresql'] : [])],
    built: true,
    run: () => vitest('portal', ['--project', 'portal', ...chosenFiles('portal')], { OS_AUTH_URL: '' }),
  },
  { name: 'crash', title: 'Crashes', needs: ['postgresql'], built: true, full: true, run: crash },
  { name: 'openstack', title: 'Servers on a real OpenStack', built: true, full: true, run: onOpenStack },
  { name: 'clickhouse', title: 'The log of requests in ClickHouse', full: true, run: onClickHouse },
  {
    name: 'e2e',
    title: full ? 'The portal in a browser' : 'Every page and the main journeys in a browser',
    needs: [browser],
    built: true,
    run: () => playwright('e2e'),
  },
  {
    name: 'screens',
    title: 'Every screen, look and width in a browser',
    needs: [browser],
    built: true,
    full: true,
    run: () => playwright('screens'),
  },
  {
    name: 'remote',
    title: 'The portal in a browser, with a provider elsewhere',
    needs: [browser],
    built: true,
    run: () => playwright('remote'),
  },
  {
    name: 'guests',
    title: 'Servers that boot',
    built: true,
    full: true,
    run: () => vitest('guests', ['guests.full', '--no-file-parallelism'], { GUESTS: '1' }),
  },
];

/** @returns {Record<string, string[]>} the failed tests of the last run by step: names of files, or titles of browser tests */
function lastFailures() {
  const failures = existsSync(FAILED) ? JSON.parse(readFileSync(FAILED, 'utf8')) : {};
  if (Object.keys(failures).length > 0) return failures;
  console.log('Nothing failed in the last run of this folder.');
  process.exit(0);
}
/** The files of a step of vitest: those that failed, or of the chosen lines; none: all of them. */
const chosenFiles = (step) => again?.[step] ?? (productLines && step === 'unit' ? unitFiles(productLines) : []);

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

const withoutPortal = ['--project', '!portal'];
/** Also what only tests use. The configuration of Astro isn't read then, so that its dependencies and modules would count as unused. */
async function unused() {
  const knip = (...args) => quietly(node24(), ['node_modules/knip/bin/knip.js', ...args]);
  return together(await knip(), await knip('--production', '--include', 'exports'));
}

async function unit() {
  const samples = {
    BIND_SAMPLES: (await bindSamples()) ?? '',
    BIND_NAMED: (await bindServer()) ?? '',
    PDNS_ROOT: (await powerdnsRoot()) ?? '',
    // Steps of their own.
    OS_AUTH_URL: '',
    CHDB_PATH: '',
    CLICKHOUSE_URL: '',
  };
  if (changed) return vitest('unit', ['related', '--run', ...changed, ...withoutPortal], samples);
  return vitest('unit', [...chosenFiles('unit'), ...withoutPortal], samples);
}

/** All tests of the provider in the full run; else those that depend on the database: its dialect and migrations, jobs, locks and races. */
async function onPostgres() {
  const server = await startPostgres();
  const env = { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: server.url };
  const run = (report, ...args) => vitest(report, ['--project', 'provider', ...args], env);
  try {
    if (full || again) return await run('postgres', ...chosenFiles('postgres'));
    const own = await run('postgres', 'src/provider/db/', 'src/provider/jobs/', 'src/provider/live/');
    const races = ['cdn', 'account', 'finance', 'drivers'].map((folder) => `src/provider/${folder}/`);
    const chosenRaces = await run('postgres-races', ...races, '-t', 'at once|at the same time|parallel|two processes');
    // The other tests of these files count as skipped.
    return together(own, { ...chosenRaces, skipped: 0 });
  } finally {
    await server.stop();
  }
}

/** The tests in folders and files named for OpenStack, with the cloud that the variables of its command-line client describe. */
async function onOpenStack() {
  if (!process.env.OS_AUTH_URL) {
    console.log(
      'Skipped: OS_AUTH_URL is not set. It needs the address and an administrator of an OpenStack cloud (OS_USERNAME and so on).',
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  // One kills services that the others need.
  return vitest('openstack', [...fullFilesOf('openstack'), '--no-file-parallelism']);
}

/** The tests in folders and files named for ClickHouse, with the server of CLICKHOUSE_URL, or its engine in a process, chdb. */
async function onClickHouse() {
  if (!process.env.CHDB_PATH && !process.env.CLICKHOUSE_URL) {
    console.log(
      'Skipped: neither CHDB_PATH nor CLICKHOUSE_URL is set. It needs a folder outside of this one in which `npm install chdb` was run (546 MB), or a server whose user may create databases.',
    );
    return { passed: 0, failed: 0, skipped: 1 };
  }
  return vitest('clickhouse', [...withoutPortal, ...fullFilesOf('clickhouse')]);
}

/** Files of tests of the full run in folders and files that a word names. */
const fullFilesOf = (word) =>
  ['src', 'tests']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))))
    .filter((file) => file.toLowerCase().includes(word) && file.endsWith('.full.test.ts'));

async function crash() {
  const kills = async (count, ...args) =>
    together(
      await whole(node(['tests/crash/crash.ts', '--kills', String(count), ...args])),
      await whole(node(['tests/crash/ledger.ts', '--steps', '10000', '--kills', '40', ...args])),
    );
  const sqlite = together(await kills(20), await whole(node(['tests/crash/dns.ts'])));
  if (!postgresFolder()) return sqlite;
  // Commits wait for the disk here, as in production.
  const server = await startPostgres({ durable: true });
  try {
    return together(sqlite, await kills(5, '--database', server.url));
  } finally {
    await server.stop();
  }
}

/**
 * Runs a step of browser tests. A test that failed is repeated once, alone, after the others and with a trace: one that passes then is
 * unstable (`settleUnstable`).
 * @param {'e2e' | 'screens' | 'remote'} step
 */
async function playwright(step) {
  const { args, env } = browserSelection(productLines);
  const run = async (name, ...more) => {
    const file = join(REPORTS, `${name}.json`);
    const project = `--project=${step === 'remote' ? 'remote' : 'embedded'}`;
    const code = await node(
      ['node_modules/@playwright/test/cli.js', 'test', project, '--reporter=line,json', '--pass-with-no-tests', ...more],
      { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...FULL, ...env },
    );
    return playwrightCount(code, file, isPart);
  };
  const titles = again?.[step]?.map((title) => title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const parts = { e2e: full ? [...args, '--grep-invert', '@screen'] : args, screens: ['--grep', '@screen'], remote: args };
  const count = await run(step, ...(titles ? ['--grep', titles.join('|')] : parts[step]));
  return settleUnstable(count, () => run(`${step}-repeated`, '--last-failed', '--workers=1', '--trace=on'));
}

const wanted = (name) => !only || only.includes(name) || (name === 'build' && steps.some((step) => step.built && only.includes(step.name)));
const available = steps.filter((step) => full || !step.full);
const chosen = available.filter(({ name }) => wanted(name));
const unknown = [
  ...(only ?? []).filter((name) => !available.some((step) => step.name === name)),
  ...(productLines ?? []).filter((line) => !PRODUCT_LINES.includes(line)),
];
if (unknown.length > 0 || chosen.length === 0) {
  console.error(
    `Unknown: ${unknown.join(', ')}. Steps: ${available.map(({ name }) => name).join(', ')}. Lines: ${PRODUCT_LINES.join(', ')}`,
  );
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
/** @type {(import('./lib/report.mjs').Count & { name: string, title: string, seconds: number })[]} */
const results = [];
try {
  await install();
} catch (error) {
  console.error(`The packages could not be installed: ${error.message}`);
  finish([{ name: 'install', title: 'Install', passed: 0, failed: 1, seconds: 0 }]);
}
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS);
const missing = await installNeeds(chosen.flatMap(({ needs = [], wants = [] }) => [...needs, ...wants]));

async function runStep({ name, title, needs = [], run }) {
  const start = Date.now();
  const absent = needs.filter((need) => missing.includes(need));
  const count =
    absent.length > 0
      ? { passed: 0, failed: 1, failures: [`${absent.join(', ')} is not installed`] }
      : await run().catch((error) => ({ passed: 0, failed: 1, failures: [String(error?.stack ?? error)] }));
  console.log(`\n── ${title}: ${count.failed ? 'failed' : 'passed'} ──`);
  results.push({ name, title, ...count, seconds: secondsSince(start) });
}
async function inTurn(list) {
  for (const step of list) await runStep(step);
}
const backgroundTask = inTurn(chosen.filter((step) => step.beside));
const rest = chosen.filter((step) => !step.beside);
await inTurn(rest.filter((step) => !step.built));
await backgroundTask;
await inTurn(rest.filter((step) => step.built));
finish(results);

function finish(list) {
  const failed = Object.fromEntries(list.flatMap((step) => (step.failed ? [[step.name, step.failedTests ?? []]] : [])));
  if (existsSync(REPORTS)) writeFileSync(FAILED, JSON.stringify(failed));
  const unstable = list.flatMap((step) => step.unstable ?? []);
  if (unstable.length > 0) writeFileSync(join(REPORTS, 'unstable.json'), JSON.stringify(unstable, null, 2));
  process.exit(printReport(list, secondsSince(began), { isWhole: !only && !full }) ? 0 : 1);
}
