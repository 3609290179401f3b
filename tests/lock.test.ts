import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lock } from '../scripts/lib/lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that takes the lock, prints what it got, and waits to be ended. */
async function owner(file: string) {
  const code = `import { lock } from ${JSON.stringify(resolve('scripts/lib/lock.mjs'))}; console.log(lock(${JSON.stringify(file)})); process.stdin.on('data', () => process.exit());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [printed] = await once(child.stdout, 'data');
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals | null) => {
    if (signal) child.kill(signal);
    else child.stdin.end('leave');
    await ended;
  };
  return { id: child.pid, answer: String(printed).trim(), leave: () => end(null), kill: () => end('SIGKILL') };
}

test('one process has a lock until it ends', async () => {
  const file = join(folder, 'ends');
  const first = await owner(file);
  expect(first.answer).toBe('null');
  expect(lock(file)).toBe(first.id);
  const second = await owner(file);
  expect(second.answer).toBe(String(first.id));
  await second.leave();
  expect(existsSync(file)).toBe(true);
  await first.leave();
  expect(existsSync(file)).toBe(false);
});

test('the lock of a killed process, or a damaged one, doesn’t count', async () => {
  const file = join(folder, 'killed');
  const first = await owner(file);
  await first.kill();
  expect(existsSync(file)).toBe(true);
  const second = await owner(file);
  expect(second.answer).toBe('null');
  expect(Number(readFileSync(file, 'utf8'))).toBe(second.id);
  await second.leave();
  writeFileSync(file, '');
  const third = await owner(file);
  expect(third.answer).toBe('null');
  await third.leave();
});
