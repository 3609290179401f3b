import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * Writes the errors that no test awaited into the file named by `UNHANDLED_FILE`, as `{ test: path, stack }[]`: they fail a run, and
 * vitest's JSON report leaves them out.
 */
export default class implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    const file = process.env.UNHANDLED_FILE;
    if (file)
      writeFileSync(file, JSON.stringify(errors.map((error) => ({ test: error.VITEST_TEST_PATH, stack: error.stack ?? error.message }))));
  }
}
