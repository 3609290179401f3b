import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProvider } from '../../../tests/support/provider.ts';
import { uuidv7 } from '../core/ids.ts';
import { queueMail } from '../core/outbox.ts';

async function withMail() {
  const p = await startProvider({ demo: false });
  const { services } = p.provider;
  const send = (to: string) =>
    p.store.write('t', (tx) =>
      queueMail(
        tx,
        { services, now: p.clock.now, newId: () => uuidv7(p.clock.now) },
        { to, language: 'fa', subject: 'mail:code.subject', body: 'mail:code.body', params: { code: '123456' } },
      ),
    );
  const outbox = () => p.store.reader.selectFrom('outbox').selectAll().orderBy('id').execute();
  const jobs = () => p.store.reader.selectFrom('job').selectAll().orderBy('id').execute();
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
  await p.store.write('t', (tx) => services.jobs.enqueue(tx, 'sweep'));
  await p.store.write('t', (tx) => tx.updateTable('job').set({ kind: 'nothing' }).execute());
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
  await p.store.write('t', (tx) =>
    tx
      .updateTable('job')
      .set({ lockedUntil: p.clock.now + 60_000 })
      .execute(),
  );
  expect(await services.jobs.runDue()).toBe(0);
  p.clock.now += 60_001;
  expect(await services.jobs.runDue()).toBe(1);
  expect((await outbox())[0]?.sentAt).not.toBeNull();
});

test('the sweep removes only what has expired', async () => {
  const { p, services } = await withMail();
  const now = p.clock.now;
  await p.store.write('t', async (tx) => {
    await tx
      .insertInto('throttle')
      .values([
        { id: 'old', count: 1, resetAt: now - 1 },
        { id: 'new', count: 1, resetAt: now + 1 },
      ])
      .execute();
    await services.jobs.enqueue(tx, 'sweep');
  });
  await services.jobs.runDue();
  expect((await p.store.reader.selectFrom('throttle').select('id').execute()).map(({ id }) => id)).toEqual(['new']);
});
