import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jobContext } from '../../../tests/support/notices.ts';
import { startProvider } from '../../../tests/support/provider.ts';
import { stored, storedOne, updateStored } from '../../../tests/support/stored.ts';
import { queueMail } from '../core/outbox.ts';
import { coreJobs } from './coreJobs.ts';

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
