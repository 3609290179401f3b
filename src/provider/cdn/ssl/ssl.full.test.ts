import { afterAll, describe, expect, test } from 'vitest';
import { startDns } from '../../../../tests/support/dns.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { domainId, mails, startSsl, zone } from '../../../../tests/support/ssl.ts';
import { withAuthority } from '../../../../tests/support/sslCases.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { ssl } from '../../../lib/contract/cdn/ssl.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { DAY } from '../../../lib/time.ts';
import { cdnJobs } from '../jobs.ts';

/** The names above the domain are queried before a certificate is issued. */
const dns = await startDns();
afterAll(() => dns[Symbol.asyncDispose]());
const start = (options: Parameters<typeof startSsl>[0] = {}) => startSsl({ ...options, env: { ...dns.env, ...options.env } });

describe('free certificates', () => {
  test('without an authority an error is returned', async () => {
    const { p, token } = await start({ env: { CERT_DRIVER: 'none' } });
    expect((await p.ok(ssl.list, { domainId }, { token })).authority).toBeNull();
    const { status, body } = await p.try(ssl.request, { domainId, hosts: ['a'] }, { token });
    expect([status, body.code]).toEqual([409, 'ssl:error.noAuthority']);
  });

  test.each(['fail', 'hang', 'lie'] as const)(
    'an authority that does not do it (%s) is asked again, later each time, and then given up',
    async (how) => {
      const { p, token, find, state } = await withAuthority(how);
      const { ssl: requested, taskId } = await p.ok(ssl.request, { domainId, hosts: ['a'] }, { token });
      const waits: number[] = [];
      for (let attempt = 0; attempt < 10; attempt++) {
        await p.provider.services.jobs.runDue();
        const { nextAttemptAt, reason, status } = await find(requested.id);
        if (attempt === 9) break;
        expect([status, reason?.code]).toEqual(['pending', 'ssl:reason.unreachable']);
        waits.push(Date.parse(nextAttemptAt ?? '') - p.clock.now);
        // Nothing is retried too early.
        await p.provider.services.jobs.runDue();
        p.clock.now = Date.parse(nextAttemptAt ?? '');
      }
      expect(waits).toEqual([...waits].sort((a, b) => a - b));
      expect(waits[0]).toBe(10_000);
      expect(await find(requested.id)).toMatchObject({ status: 'failed', reason: { code: 'ssl:reason.gaveUp' } });
      const later = await p.signIn();
      expect((await p.ok(task.get, { taskId }, { token: later })).task.status).toBe('failed');
      const { notifications } = await p.ok(notification.list, {}, { token: later });
      expect(notifications.filter(({ event }) => event === 'sslExpiry')).toHaveLength(1);
      // Once it works again, requesting the same names retries the same certificate.
      state.does = 'issue';
      const again = await p.ok(ssl.request, { domainId, hosts: ['a'] }, { token: later });
      expect(again.ssl.id).toBe(requested.id);
      await p.provider.services.jobs.runDue();
      expect(await find(requested.id)).toMatchObject({ status: 'active', trusted: true });
    },
  );

  test('one that is deleted during issuance isn’t restored', async () => {
    const { p, token, list } = await start();
    const { ssl: requested, taskId } = await p.ok(ssl.request, { domainId, hosts: ['a'] }, { token });
    await p.ok(ssl.delete, { domainId, sslId: requested.id }, { token });
    await p.provider.services.jobs.runDue();
    expect((await list()).map(({ id }) => id)).not.toContain(requested.id);
    expect((await p.ok(task.get, { taskId }, { token })).task.status).toBe('cancelled');
  });

  test('a process killed between request and storage still leaves a certificate, and only one', async () => {
    const { p, token, find } = await start();
    const { ssl: requested } = await p.ok(ssl.request, { domainId, hosts: ['a'] }, { token });
    const job = await storedOne(p, 'job', { kind: 'ssl.issue' });
    await p.provider.services.jobs.runDue();
    const first = await find(requested.id);
    // The job wasn't completed: it runs again.
    await p.store.write('test', (tx) => tx.insertInto('job').values(job).execute());
    await p.provider.services.jobs.runDue();
    expect(await find(requested.id)).toEqual(first);
  });

  test('a failed renewal leaves the old one in place, sends a few notifications, and is retried every day', async () => {
    const { p, token: first, state } = await withAuthority('issue');
    const { ssl: requested } = await p.ok(ssl.request, { domainId }, { token: first });
    await p.provider.services.jobs.runDue();
    const row = await storedOne(p, 'ssl', { id: requested.id });
    await p.store.write('test', (tx) => tx.deleteFrom('task').execute());
    state.does = 'refuse';
    const end = Number(row.expiresAt);
    p.clock.now = end - 30 * DAY;
    for (let hours = 0; hours < 34 * 24; hours += 6) {
      await runJobs(p, cdnJobs.watchSsl);
      await p.provider.services.jobs.runDue();
      p.clock.now += 6 * 3_600_000;
    }
    const notes = await stored(p, 'notification', { event: 'sslExpiry' });
    expect(notes.map(({ title }) => title)).toEqual(Array(5).fill('ssl:notice.renewTitle'));
    expect(await mails(p)).toEqual(Array(5).fill(`Certificate for ${zone} wasn’t renewed`));
    const tasks = await stored(p, 'task', { kind: 'ssl.issue' });
    expect(tasks.length).toBeGreaterThanOrEqual(33);
    expect(tasks.length).toBeLessThanOrEqual(36);
    const token = await p.signIn();
    const shown = (await p.ok(ssl.list, { domainId }, { token })).ssl.find(({ id }) => id === requested.id);
    expect(shown).toMatchObject({ status: 'expired', attached: true, reason: { code: 'ssl:reason.refused' } });
  });
});
