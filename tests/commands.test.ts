import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

/** The exit code of a script that replaces itself by a program, which a signal ends before it handles any. */
function exitCode(signal: string, options: object): number | null {
  const run = pathToFileURL('scripts/lib/run.mjs').href;
  const program = `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1_000)`;
  const script = `import { replaceProcess } from '${run}'; replaceProcess(['-e', ${JSON.stringify(program)}], ${JSON.stringify(options)});`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script]).status;
}

test('a command that a signal ends has failed, and a program that runs until then has not', () => {
  expect([exitCode('SIGTERM', {}), exitCode('SIGINT', {})]).toEqual([143, 130]);
  expect(exitCode('SIGTERM', { isService: true })).toBe(0);
});
