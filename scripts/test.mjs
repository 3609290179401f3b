// `npm test`: everything that must hold, from a fresh clone on. Any Node from 18 on can run this.
//   --full            the whole matrix of languages and themes, and twenty crashes instead of three
//   --only a,b        some steps: lockfile, types, lint, unused, unit, postgres, build, crash, e2e, remote
// No step stops the others. The last line says how many checks passed and failed, over all runners.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bindSamples, installNeeds, postgresFolder } from './lib/needs.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { build, install } from './lib/prepare.mjs';
import { node24, outcome, outsideOfModules } from './lib/run.mjs';

const REPORTS = 'test-results';
const full = process.argv.includes('--full');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1]?.split(',') : null;

/** @typedef {{ passed: number, failed: number, skipped?: number, failures?: string[], second?: string[] }} Count `second`: passed at the second try */

/** So many tests of a step may need a second try, each named at the end: one of a thousand that a busy machine upset; more are a fault. */
const SECOND_TRIES = 3;
/** What these tests add to a step's count: those at the second try, and as failures when they are too many. */
const withSecond = (count, second) =>
  second.length > SECOND_TRIES
    ? {
        ...count,
        passed: count.passed - second.length,
        failed: count.failed + second.length,
        failures: [...count.failures, ...second],
      }
    : { ...count, second };

const node = (args, env) => outcome(node24(), args, { env });
/** A step that passes or fails as a whole. */
const whole = async (code) => ((await code) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** @type {{ name: string, title: string, needs?: string[], run(): Promise<Count> }[]} */
const steps = [
  { name: 'lockfile', title: 'The lock file is complete', run: () => whole(lockfile()) },
  {
    name: 'types',
    title: 'Types',
    run: () =>
      whole(node(['node_modules/astro/bin/astro.mjs', 'check', '--minimumFailingSeverity', 'error'], { ASTRO_TELEMETRY_DISABLED: '1' })),
  },
  { name: 'lint', title: 'Lint', run: () => whole(outcome(join('node_modules', '.bin', 'biome'), ['check', '.'])) },
  { name: 'unused', title: 'Nothing is unused', run: () => whole(node(['node_modules/knip/bin/knip.js'])) },
  {
    name: 'unit',
    title: 'Rules, provider and islands',
    needs: ['bind9-utils'],
    run: async () => vitest('unit', [], { BIND_SAMPLES: (await bindSamples()) ?? '' }),
  },
  { name: 'postgres', title: 'The provider on PostgreSQL', needs: ['postgresql'], run: onPostgres },
  {
    name: 'build',
    title: 'Build',
    run: () =>
      whole(
        build().then(
          () => 0,
          ({ code }) => code,
        ),
      ),
  },
  { name: 'crash', title: 'Crashes', needs: ['postgresql'], run: crash },
  { name: 'e2e', title: 'The portal in a browser, with the embedded provider', needs: ['chromium'], run: () => playwright('embedded') },
  { name: 'remote', title: 'The portal in a browser, with a provider elsewhere', needs: ['chromium'], run: () => playwright('remote') },
];

async function lockfile() {
  const complete = await node(['scripts/lockfile.mjs', '--check']);
  return (
    complete ||
    outcome('npm', ['ci', '--dry-run', '--loglevel=error', '--no-audit', '--no-fund'], {
      env: outsideOfModules(),
      stdio: ['inherit', 'ignore', 'inherit'],
    })
  );
}

async function vitest(report, args, env) {
  const file = join(REPORTS, `${report}.json`);
  const secondTries = join(REPORTS, `${report}-second-tries.json`);
  const reporters = ['default', 'json', './scripts/lib/second-tries.mjs'].map((name) => `--reporter=${name}`);
  const code = await node(['node_modules/vitest/vitest.mjs', 'run', '--retry=1', ...reporters, `--outputFile.json=${file}`, ...args], {
    ...env,
    SECOND_TRIES: secondTries,
  });
  return counted(code, file, ({ testResults, numPassedTests, numFailedTests, numPendingTests }) => {
    // A file that could not be loaded has no tests that could fail.
    const unread = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
    );
    const failures = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    );
    return withSecond(
      {
        passed: numPassedTests,
        failed: numFailedTests + unread.length,
        skipped: numPendingTests,
        failures: [...failures, ...unread.map(({ name }) => name)],
      },
      JSON.parse(readFileSync(secondTries, 'utf8')),
    );
  });
}

async function onPostgres() {
  const server = await startPostgres();
  try {
    return await vitest('postgres', ['src/provider', 'tests/contract.test.ts'], {
      TEST_DATABASE: 'postgres',
      TEST_POSTGRES_URL: server.url,
    });
  } finally {
    await server.stop();
  }
}

async function crash() {
  const rounds = full || only ? { sqlite: 20, postgres: 5 } : { sqlite: 3, postgres: 1 };
  const sqlite = await whole(node(['tests/crash/crash.ts', '--kills', String(rounds.sqlite)]));
  if (!postgresFolder()) return sqlite;
  // Commits wait for the disk here, as in production.
  const server = await startPostgres({ durable: true });
  try {
    const postgres = await whole(node(['tests/crash/crash.ts', '--kills', String(rounds.postgres), '--database', server.url]));
    return { passed: sqlite.passed + postgres.passed, failed: sqlite.failed + postgres.failed };
  } finally {
    await server.stop();
  }
}

async function playwright(project) {
  const file = join(REPORTS, `${project}.json`);
  const code = await node(['node_modules/@playwright/test/cli.js', 'test', `--project=${project}`, '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    ...(full && { FULL: '1' }),
  });
  return counted(code, file, ({ stats, suites, errors }) => {
    const second = suites.flatMap(specsThat(({ tests }) => tests.some(({ status }) => status === 'flaky')));
    return withSecond(
      {
        passed: stats.expected + second.length,
        failed: stats.unexpected + errors.length,
        skipped: stats.skipped,
        failures: [...suites.flatMap(specsThat(({ ok }) => !ok)), ...errors.map(({ message }) => message)],
      },
      second,
    );
  });
}
const specsThat =
  (wanted) =>
  ({ specs = [], suites = [], title }) => [
    ...specs.filter(wanted).map((spec) => `${title} › ${spec.title}`),
    ...suites.flatMap(specsThat(wanted)),
  ];

/** Reads a report. A runner that failed without saying of what has failed once; so has one that ran nothing. */
function counted(code, file, read) {
  /** @type {Count} */
  const count = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  if (count.failed === 0 && (code !== 0 || count.passed === 0))
    return { ...count, failed: 1, failures: [`it ended with ${code} and reported no failure`] };
  return count;
}

const chosen = only
  ? steps.filter(
      ({ name }) => only.includes(name) || (name === 'build' && only.some((wanted) => ['crash', 'e2e', 'remote'].includes(wanted))),
    )
  : steps;
const unknown = only?.filter((wanted) => !steps.some(({ name }) => name === wanted)) ?? [];
if (unknown.length > 0 || chosen.length === 0) {
  console.error(`No such step: ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const began = Date.now();
const results = [];
try {
  await install();
} catch (error) {
  console.error(`The packages could not be installed: ${error.message}`);
  finish([{ title: 'Install', passed: 0, failed: 1, seconds: 0 }]);
}
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS);
const missing = await installNeeds(chosen.flatMap(({ needs = [] }) => needs));

for (const { title, needs = [], run } of chosen) {
  console.log(`\n── ${title} ──`);
  const start = Date.now();
  const absent = needs.filter((need) => missing.includes(need));
  /** @type {Count} */
  let count;
  try {
    count = absent.length > 0 ? { passed: 0, failed: 1, failures: [`${absent.join(', ')} is not installed`] } : await run();
  } catch (error) {
    console.error(error);
    count = { passed: 0, failed: 1, failures: [String(error)] };
  }
  results.push({ title, ...count, seconds: Math.round((Date.now() - start) / 1000) });
}
finish(results);

function finish(list) {
  console.log('\n');
  for (const { title, passed, failed, skipped = 0, seconds, failures = [], second = [] } of list) {
    console.log(
      `${failed ? '✗' : '✓'} ${title}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''} (${seconds} s)`,
    );
    for (const failure of failures) console.log(`    ${failure}`);
    for (const name of second) console.log(`    at the second try: ${name}`);
  }
  const sum = (field) => list.reduce((total, count) => total + count[field], 0);
  console.log(`\nin ${Math.round((Date.now() - began) / 1000)} s\n${sum('passed')} passed, ${sum('failed')} failed`);
  process.exit(sum('failed') > 0 ? 1 : 0);
}
