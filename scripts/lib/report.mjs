import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, failures?: string[], failedTests?: string[], unstable?: Unstable[],
 *   limits?: string[], journeys?: number, files?: [name: string, ms: number][] }} Count
 * `failures`: failed tests in words. `failedTests`: what runs them again, files of vitest or titles of browser tests. `limits`: exceeded
 * limits that only the full run asserts. `files`: how long the tests of each file took.
 * @typedef {{ name: string, error: string }} Unstable a test that failed, and passed when it was repeated
 */

/** Target of a whole `npm test` on two idle cores: printed beside the figures, never asserted. */
const BUDGET = { minutes: 12, cpuSeconds: 1150 };
/** So many unstable tests pass with a run. */
const MOST_UNSTABLE = 3;
/** Journeys of `npm test`: a new one replaces another, or belongs to the full run. */
const MOST_JOURNEYS = 40;
const SLOWEST = 10;

/** Lines of a failed test’s error repeated in the table, for when only the end of a log is available. */
const ERROR_CONTEXT = 6;
/** @param {string} title @param {string | undefined} error @returns a failed test in words: its title, then the first lines of its error */
const failure = (title, error = '') =>
  [
    title,
    ...stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => line.trim())
      .slice(0, ERROR_CONTEXT)
      .map((line) => `  ${line.slice(0, 200)}`),
  ].join('\n');

/**
 * @param {string} file @returns {string[]} in words, the errors that no test awaited (tests/support/unhandled.ts)
 */
const unhandled = (file) =>
  existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8')).map(({ test, stack }) =>
        failure(`${relative('', test ?? '')}: an error that no test awaited`, stack),
      )
    : [];

/**
 * Reads a report. A runner that failed without a failed test counts as one failure; so does one that ran nothing, unless allowed.
 * @returns {Count}
 */
function counted(code, file, mayBeEmpty, read) {
  const count = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
  if (count.failed === 0 && (code !== 0 || (count.passed === 0 && !mayBeEmpty)))
    return { ...count, failed: 1, failures: [`it ended with ${code} and reported no failure`] };
  return count;
}

export const vitestCount = (code, file, unhandledFile, mayBeEmpty) =>
  counted(code, file, mayBeEmpty, ({ testResults, numPassedTests, numFailedTests, numPendingTests }) => {
    // A file that could not be loaded has no tests that could fail.
    const unread = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
    );
    const failures = testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => failure(fullName, failureMessages?.[0])),
    );
    const errors = unhandled(unhandledFile);
    return {
      passed: numPassedTests,
      failed: numFailedTests + unread.length + errors.length,
      skipped: numPendingTests,
      failedTests: testResults.flatMap(({ name, status }) => (status === 'failed' ? [relative('', name)] : [])),
      failures: [...failures, ...unread.map(({ name, message }) => failure(name, message)), ...errors],
      files: testResults.map(({ name, assertionResults }) => [
        relative('', name),
        assertionResults.reduce((total, { duration }) => total + (duration ?? 0), 0),
      ]),
    };
  });

const flattenSpecs = ({ specs = [], suites = [], title }) => [
  ...specs.map((spec) => ({ ...spec, title: `${title} › ${spec.title}` })),
  ...suites.flatMap(flattenSpecs),
];
const specError = ({ tests }) => tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message;
const testDuration = ({ tests }) => tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0);

export const playwrightCount = (code, file, mayBeEmpty) =>
  counted(code, file, mayBeEmpty, ({ stats, suites, errors }) => {
    const specs = suites.flatMap(flattenSpecs);
    const failed = specs.filter(({ ok }) => !ok);
    return {
      passed: stats.expected,
      failed: stats.unexpected + errors.length,
      skipped: stats.skipped,
      failures: [...failed.map((spec) => failure(spec.title, specError(spec))), ...errors.map(({ message }) => message)],
      failedTests: failed.map(({ title }) => title.replace(/^.* › /, '')),
      limits: specs.flatMap(({ title, tests }) =>
        tests.flatMap(({ annotations }) =>
          annotations.flatMap(({ type, description }) => (type === 'limit' ? [`${title}: ${description}`] : [])),
        ),
      ),
      journeys: specs.filter(({ tags }) => tags.includes('journey')).length,
      files: suites.map((suite) => [`tests/e2e/${suite.file}`, flattenSpecs(suite).reduce((total, spec) => total + testDuration(spec), 0)]),
    };
  });

/**
 * Repeats failed browser tests once. Those that pass then are unstable: they pass, and are named in the report. Too many failed ones
 * aren't repeated.
 * @param {Count} count @param {() => Promise<Count>} repeat runs the failed ones again @returns {Promise<Count>}
 */
export async function settleUnstable(count, repeat) {
  const { passed, failed, failures = [], failedTests = [] } = count;
  // An error of the runner itself is no failed test.
  if (failed === 0 || failed > MOST_UNSTABLE || failedTests.length !== failed) return count;
  const second = await repeat();
  const failedAgain = second.failedTests ?? [];
  const isUnstable = (index) => !failedAgain.includes(failedTests[index]);
  if (second.passed + second.failed !== failed) return count;
  return {
    ...count,
    passed: passed + second.passed,
    failed: second.failed,
    failures: failures.filter((_, index) => !isUnstable(index)),
    failedTests: failedAgain,
    unstable: failedTests.flatMap((name, index) => (isUnstable(index) ? [{ name, error: failures[index] ?? '' }] : [])),
  };
}

/** @param {Count[]} counts @returns {Count} */
export const together = (...counts) => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  skipped: counts.reduce((total, { skipped = 0 }) => total + skipped, 0),
  failures: counts.flatMap(({ failures = [] }) => failures),
  failedTests: counts.flatMap(({ failedTests = [] }) => failedTests),
  unstable: counts.flatMap(({ unstable = [] }) => unstable),
  limits: counts.flatMap(({ limits = [] }) => limits),
  journeys: counts.reduce((total, { journeys = 0 }) => total + journeys, 0),
  files: counts.flatMap(({ files = [] }) => files),
});

/** CPU time of this process and of its ended child processes, in seconds; null if the system doesn't report it. A browser's own processes are missing. */
function cpuSeconds() {
  try {
    // proc(5): fields 14 to 17 are utime, stime, cutime and cstime, in ticks of 10 ms. The name before them may hold blanks.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').slice(11, 15) ?? [];
    return Math.round(fields.reduce((total, ticks) => total + Number(ticks), 0) / 100);
  } catch {
    return null;
  }
}

/** CPU time that all processes of this machine have used since it started, in seconds; null if the system doesn't report it. */
function machineSeconds() {
  try {
    // proc_stat(5): user, nice, system, idle, iowait, irq, softirq, in ticks of 10 ms.
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
      .split(/\s+/)
      .slice(1)
      .map(Number);
    return (user + nice + system + irq + softirq) / 100;
  } catch {
    return null;
  }
}
const machineAtStart = machineSeconds();

/**
 * Prints the table. The last line is machine-readable.
 * @param {(Count & { title: string, seconds: number })[]} steps @param {number} seconds
 * @param {{ isWhole: boolean }} run `isWhole`: a complete `npm test` @returns {boolean} whether the run passed
 */
export function printReport(steps, seconds, { isWhole }) {
  console.log('\n');
  for (const { title, passed, failed, skipped = 0, seconds: duration, failures = [] } of steps) {
    const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
    console.log(`${failed ? '✗' : '✓'} ${String(duration).padStart(5)} s  ${title}: ${counts}`);
    for (const failed of failures) console.log(failed.replace(/^/gm, '             '));
  }
  const all = together(...steps);
  const { passed, skipped, unstable = [], limits = [], journeys = 0 } = all;
  const slowest = (all.files ?? []).sort(([, a], [, b]) => b - a);
  if (slowest.length > 0) console.log('\nSlowest files:');
  for (const [name, ms] of slowest.slice(0, SLOWEST)) console.log(`  ${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  if (limits.length > 0) console.log(`\nLimits that the full run asserts:\n${limits.map((limit) => `  ${limit}`).join('\n')}`);
  const [cpu, machine] = [cpuSeconds(), machineSeconds()];
  const spent = cpu === null ? '' : `, ${cpu} CPU-seconds of ${BUDGET.cpuSeconds}`;
  const busy = machine === null || machineAtStart === null ? '' : `, ${Math.round(machine - machineAtStart)} of the whole machine`;
  console.log(`\n${(seconds / 60).toFixed(1)} min of ${BUDGET.minutes} (two quiet cores)${spent}${busy}`);
  let { failed } = all;
  const fail = (reason) => {
    failed++;
    console.log(reason);
  };
  if (isWhole) {
    console.log(
      `npm run test:full adds ${fullFiles()} files of tests, every screen in every look and width, all provider tests on PostgreSQL, and crashes.`,
    );
    if (journeys > MOST_JOURNEYS) fail(`${journeys} journeys, at most ${MOST_JOURNEYS}: replace one, or leave it to the full run.`);
  }
  for (const { name, error } of unstable) console.log(`unstable: ${name} (${error.split('\n')[1]?.trim() ?? 'no error'})`);
  if (unstable.length > MOST_UNSTABLE) fail(`${unstable.length} unstable tests, at most ${MOST_UNSTABLE}.`);
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  return failed === 0;
}

/** Number of files that only the full run reads. */
const fullFiles = () =>
  ['src', 'tests']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    .filter((file) => /\.full\.(test|spec)\.tsx?$/.test(file)).length;
