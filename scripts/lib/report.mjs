import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{ passed: number, failed: number, skipped?: number, failures?: string[], files?: [name: string, ms: number][] }} Count
 * `files`: how long the tests of each file took
 */

/** Target time of a full `npm test` on two idle cores, in minutes: printed beside the time, never asserted. */
const BUDGET_MINUTES = 12;
const SLOWEST = 10;

/** Lines of a failed test’s error repeated in the table, for when only the end of a log is available. */
const ERROR_LINES = 6;
/** @param {string} title @param {string | undefined} error @returns a failed test in words: its title, then the first lines of its error */
const failure = (title, error = '') =>
  [
    title,
    ...stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => line.trim())
      .slice(0, ERROR_LINES)
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
      failures: [...failures, ...unread.map(({ name, message }) => failure(name, message)), ...errors],
      files: testResults.map(({ name, assertionResults }) => [
        relative('', name),
        assertionResults.reduce((total, { duration }) => total + (duration ?? 0), 0),
      ]),
    };
  });

const specsOf = ({ specs = [], suites = [], title }) => [
  ...specs.map((spec) => ({ ...spec, title: `${title} › ${spec.title}` })),
  ...suites.flatMap(specsOf),
];
const errorOf = ({ tests }) => tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message;
const timeOf = ({ tests }) => tests.flatMap(({ results }) => results).reduce((total, { duration }) => total + duration, 0);

export const playwrightCount = (code, file, mayBeEmpty) =>
  counted(code, file, mayBeEmpty, ({ stats, suites, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap(specsOf).flatMap((spec) => (spec.ok ? [] : [failure(spec.title, errorOf(spec))])),
      ...errors.map(({ message }) => message),
    ],
    files: suites.map((suite) => [`tests/e2e/${suite.file}`, specsOf(suite).reduce((total, spec) => total + timeOf(spec), 0)]),
  }));

/** @param {Count[]} counts @returns {Count} */
export const together = (...counts) => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  skipped: counts.reduce((total, { skipped = 0 }) => total + skipped, 0),
  failures: counts.flatMap(({ failures = [] }) => failures),
  files: counts.flatMap(({ files = [] }) => files),
});

/** CPU time of this process and of its ended child processes, in seconds; null if the system doesn't report it. */
function cpuSeconds() {
  try {
    // proc(5): fields 14 to 17 are utime, stime, cutime and cstime, in ticks of 10 ms. The name before them may hold blanks.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ').slice(11, 15) ?? [];
    return Math.round(fields.reduce((total, ticks) => total + Number(ticks), 0) / 100);
  } catch {
    return null;
  }
}

/** Prints the table. The last line is machine-readable. @param {(Count & { title: string, seconds: number })[]} steps */
export function printReport(steps, seconds) {
  console.log('\n');
  for (const { title, passed, failed, skipped = 0, seconds: took, failures = [] } of steps) {
    const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
    console.log(`${failed ? '✗' : '✓'} ${String(took).padStart(5)} s  ${title}: ${counts}`);
    for (const failed of failures) console.log(failed.replace(/^/gm, '             '));
  }
  const slowest = together(...steps).files.sort(([, a], [, b]) => b - a);
  if (slowest.length > 0) console.log('\nSlowest files:');
  for (const [name, ms] of slowest.slice(0, SLOWEST)) console.log(`  ${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  const cpu = cpuSeconds();
  const minutes = (seconds / 60).toFixed(1);
  console.log(`\n${minutes} min of ${BUDGET_MINUTES} (two quiet cores)${cpu === null ? '' : `, ${cpu} CPU-seconds`}`);
  const { passed, failed, skipped } = together(...steps);
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
}
