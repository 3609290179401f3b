import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { jobContext } from '../../../tests/support/notices.ts';
import { startProvider, startSecond, type TestProvider } from '../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../tests/support/stored.ts';
import { queueMail } from '../core/outbox.ts';
import { coreJobs } from './coreJobs.ts';
import { bindJobs, makeJobs } from './jobs.ts';
import { job } from './kind.ts';

async function withMail() {
  const p = await startProvider({ demo: false });
  const { services } = p.provider;
  const send = (to: string) =>
    p.store.write('t', (tx) =>
      queueMail(tx, jobContext(p), {
        to,
        language: 'fa',
        subject: 'mail:code.subject',
        body: 'mail:code.body',
        params: { code: '123456' },
      }),
    );
  const outbox = () => stored(p, 'outbox');
  const jobs = () => stored(p, 'job');
  return { p, services, send, outbox, jobs };
}

test('without SMTP an email is written to a file that only its owner can read, in the language of the recipient', async () => {
  const { p, services, send, outbox, jobs } = await withMail();
  await send('a@b.example');
  expect(await services.jobs.runDue()).toBe(1);
  expect((await outbox())[0]?.sentAt).toBe(p.clock.now);
  expect(await jobs()).toEqual([]);
  const [file = ''] = readdirSync(join(p.env.DATA_DIR, 'outbox'));
  const mail = readFileSync(join(p.env.DATA_DIR, 'outbox', file), 'utf8');
  expect(file).toMatch(/\.eml$/);
  expect(mail).toMatch(/^To: a@b\.example$/m);
  expect(mail).toMatch(/^Content-Language: fa$/m);
});

test('a job enqueued twice runs once, and one enqueued during its run runs again', async () => {
  const { services, send, outbox } = await withMail();
  await send('a@b.example');
  await send('c@d.example');
  expect(await services.jobs.runDue()).toBe(1);
  expect((await outbox()).every(({ sentAt }) => sentAt !== null)).toBe(true);
});

test('a failed job is retried with a growing delay', async () => {
  const { p, services, jobs } = await withMail();
  await p.store.write('t', (tx) => services.jobs.enqueue(tx, coreJobs.sweep, {}));
  await updateStored(p, 'job', {}, { kind: 'nothing' });
  await services.jobs.runDue();
  const first = (await jobs())[0];
  expect(first).toMatchObject({ attempts: 1, lastError: 'unknown kind of job: nothing', lockedUntil: 0 });
  expect(first?.runAt).toBe(p.clock.now + 5_000);
  expect(await services.jobs.runDue()).toBe(0);
  p.clock.now += 5_000;
  await services.jobs.runDue();
  expect((await jobs())[0]?.runAt).toBe(p.clock.now + 10_000);
});

test('a job of a dead process is run again when its lock expires', async () => {
  const { p, services, send, outbox } = await withMail();
  await send('a@b.example');
  await updateStored(p, 'job', {}, { lockedUntil: p.clock.now + 60_000 });
  expect(await services.jobs.runDue()).toBe(0);
  p.clock.now += 60_001;
  expect(await services.jobs.runDue()).toBe(1);
  expect((await outbox())[0]?.sentAt).not.toBeNull();
});

test('the sweep removes only what has expired', async () => {
  const { p, services } = await withMail();
  const now = p.clock.now;
  await p.store.write('t', async (tx) => {
    const rows = [-1, 1].map((ms) => ({ id: String(ms), count: 1, resetAt: now + ms }));
    await tx.insertInto('throttle').values(rows).execute();
    await services.jobs.enqueue(tx, coreJobs.sweep, {});
  });
  await services.jobs.runDue();
  expect((await storedOne(p, 'throttle')).id).toBe('1');
});

/** A queue of two processes that each have one kind of job. */
async function twoQueues(run: (name: string, process: 'one' | 'other') => Promise<void>) {
  const p = await startProvider({ demo: false });
  const kind = job('test', z.object({ name: z.string() }), ({ name }) => name);
  const queue = ({ provider: { services } }: TestProvider, name: 'one' | 'other', clock: () => number) => {
    const bound = bindJobs({ kind }, { kind: { run: (_, payload) => run(payload.name, name) } });
    return makeJobs({ ...services, registry: { ...services.registry, jobs: bound } }, clock);
  };
  const late = { ms: 0 };
  const one = queue(p, 'one', () => p.clock.now);
  const other = queue(await startSecond(p), 'other', () => p.clock.now + late.ms);
  const enqueue = (names: readonly string[]) =>
    p.store.write('t', async (tx) => {
      for (const name of names) await one.enqueue(tx, kind, { name });
    });
  return { p, one, other, late, enqueue };
}

/** SQLite has one portal; in one process, two connections to it wait for each other in vain. */
const onPostgres = test.runIf(process.env.TEST_DATABASE === 'postgres');

onPostgres('two processes run each job once', async () => {
  const runs: string[] = [];
  const { p, one, other, enqueue } = await twoQueues(async (name) => void runs.push(name));
  const names = Array.from({ length: 40 }, (_, at) => `job ${at}`);
  await enqueue(names);
  await Promise.all([one.runDue(), other.runDue()]);
  expect(runs.toSorted()).toEqual(names.toSorted());
  expect(await stored(p, 'job')).toEqual([]);
});

onPostgres('a process that pauses for longer than its lock doesn’t end or repeat the job of the two processes’ other one', async () => {
  const wait = { one: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  const started: string[] = [];
  const { p, one, other, late, enqueue } = await twoQueues(async (_, process) => {
    started.push(process);
    await wait[process].promise;
  });
  await enqueue(['x']);
  const first = one.runDue();
  await expect.poll(() => started).toEqual(['one']);
  late.ms = 60_000;
  const second = other.runDue();
  await expect.poll(() => started).toEqual(['one', 'other']);
  // The first one fails late, and succeeds late.
  wait.one.reject(new Error('late'));
  await first;
  expect(await stored(p, 'job')).toMatchObject([{ attempts: 0, lastError: null, lockedUntil: p.clock.now + 80_000 }]);
  wait.other.resolve();
  await second;
  expect(await stored(p, 'job')).toEqual([]);
});

onPostgres('two processes enqueue a scheduled job once', async () => {
  const p = await startProvider({ demo: false });
  const other = await startSecond(p);
  const kind = job('test.minute');
  let runs = 0;
  const bound = bindJobs({ kind }, { kind: { run: async () => void runs++, schedule: '* * * * *' } });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 12, 0, 59, 700) });
  onTestFinished(() => void vi.useRealTimers());
  const queues = [p, other].map(({ provider: { services } }) =>
    makeJobs({ ...services, registry: { ...services.registry, jobs: bound } }, Date.now),
  );
  for (const queue of queues) queue.start();
  onTestFinished(async () => void (await Promise.all(queues.map((queue) => queue.stop()))));
  vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 1, 0, 20));
  await expect.poll(() => stored(p, 'meta', { key: 'schedule:test.minute' }), { timeout: 3_000 }).toHaveLength(1);
  await new Promise((done) => setTimeout(done, 500));
  expect(runs).toBe(1);
});
