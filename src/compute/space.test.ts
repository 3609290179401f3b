import { tmpdir } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startResuming } from './space.ts';

test('a machine that doesn’t respond leaves no other one paused, and is sent one request at a time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const sent: string[] = [];
  const machine = (id: string, respond: (command: string) => Promise<unknown>) => ({
    machine: {
      id,
      qmp: {
        execute: <T>(command: string) => {
          sent.push(`${id} ${command}`);
          return respond(command) as Promise<T>;
        },
      },
    },
  });
  const silent = machine('silent', () => new Promise(() => {}));
  const broken = machine('broken', () => Promise.reject(new Error('the connection ended')));
  const paused = machine('paused', async (command) => (command === 'query-status' ? { status: 'io-error' } : {}));
  const stop = startResuming({
    machines: { all: () => [silent, broken, paused] },
    folders: { root: tmpdir() },
    log: { info() {}, error() {} },
  });
  onTestFinished(stop);
  for (let passes = 1; passes <= 2; passes++) {
    vi.advanceTimersByTime(5_000);
    await expect.poll(() => sent.filter((one) => one === 'paused cont')).toHaveLength(passes);
  }
  expect(sent.filter((one) => one.startsWith('silent'))).toEqual(['silent query-status']);
});
