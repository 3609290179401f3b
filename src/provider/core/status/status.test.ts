import { describe, expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { recordingDriver, recordingEngine } from '../../../../tests/support/recordingDriver.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { notificationSetting } from '../../../lib/contract/core/notificationSetting.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { contact } from '../../../lib/contract/support/contact.ts';
import type { DomainPolicy } from '../../../lib/rules/cdn/edge/bundle.ts';
import { MINUTE } from '../../../lib/time.ts';
import type { ZoneSnapshot } from '../../drivers/dns/dns.ts';
import { coreJobs } from '../../jobs/coreJobs.ts';
import { checkStatus } from './checks.ts';
import { noteIncident, openIncident } from './incidents.ts';

const never = () => Promise.reject(new Error('not used'));
const states = async (p: TestProvider) =>
  Object.fromEntries((await p.ok(provider.status, {})).components.map(({ name, state }) => [name, state]));
/** What an installation without an edge and name servers lists. */
const checked = (state: string) => ({ api: state, jobs: state, mail: state, servers: state, storage: state });
const check = (p: TestProvider) => runJobs(p, coreJobs.checkStatus);

describe('checks', () => {
  test('a component is unknown before its first check, and running after it', async () => {
    const p = await startProvider();
    expect(await states(p)).toEqual({ ...checked('unknown'), api: 'operational' });
    await check(p);
    expect(await states(p)).toEqual(checked('operational'));
    const { components } = await p.ok(provider.status, {});
    expect(components.map(({ checkedAt }) => checkedAt)).toEqual(Array(5).fill(new Date(p.clock.now).toISOString()));
  });

  test('a stalled queue is down, and all other components become unknown', async () => {
    const p = await startProvider();
    await check(p);
    p.clock.now += 6 * MINUTE;
    expect(await states(p)).toEqual({ ...checked('unknown'), api: 'operational', jobs: 'down' });
  });

  test('detects jobs that nobody takes', async () => {
    const p = await startProvider();
    await p.store.write('jobs', (tx) => p.provider.services.jobs.enqueue(tx, coreJobs.sweep, {}));
    // No other process has taken it: the job is due and free.
    p.clock.now += 6 * MINUTE;
    const { services } = p.provider;
    await checkStatus({ ...services, services, now: p.clock.now } as never, {}); // what a job is given, as far as this one reads it
    expect((await states(p)).jobs).toBe('degraded');
  });

  test('detects unsent mail, first as late, then as lost; old mail that was given up doesn’t count', async () => {
    const p = await startProvider({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    await p.ok(contact.send, { name: 'A', email: 'a@x.example', subject: 'B', message: 'C' });
    for (const [minutes, state] of [
      [1, 'operational'],
      [6, 'degraded'],
      [61, 'down'],
      [1441, 'operational'],
    ] as const) {
      const start = p.clock.now;
      p.clock.now += minutes * MINUTE;
      await check(p);
      expect([minutes, (await states(p)).mail]).toEqual([minutes, state]);
      p.clock.now = start;
    }
  });

  test('name servers are running when connected, down when they don’t respond, and impaired while zones wait', async () => {
    const engine = recordingEngine<ZoneSnapshot>();
    const driver = recordingDriver(engine, { capabilities: { engine: 'files' as const, flattening: false, dnssec: false } });
    const p = await startProvider({ drivers: { compute: null, edge: null, dns: driver } });
    await check(p);
    expect((await states(p)).dns).toBe('operational');
    const zone = {
      id: 'zone:late.example',
      kind: 'zone',
      entityId: 'late.example',
      domainId: null,
      accountId: 'u',
      isRemoved: false,
    } as const;
    const state = { wantedVersion: 2, observedVersion: 1, observedBy: null, status: 'waiting', reason: null, reasonParams: null } as const;
    const times = { attempts: 0, nextAttemptAt: null, observedAt: null, updatedAt: p.clock.now - 11 * MINUTE };
    await p.store.write('test', (tx) =>
      tx
        .insertInto('desired')
        .values({ ...zone, ...state, ...times })
        .execute(),
    );
    await check(p);
    expect((await states(p)).dns).toBe('degraded');
    driver.observe = () => Promise.reject(new Error('no answer'));
    await check(p);
    expect((await states(p)).dns).toBe('down');
  });

  test('the edge is unknown until one has reported, then running, impaired while one of several is missing, and down when none reports', async () => {
    const engine = recordingEngine<DomainPolicy>();
    const edge = { ...recordingDriver(engine, { capabilities: { engine: 'node' as const } }), since: never, next: never };
    const p = await startProvider({ drivers: { compute: null, dns: null, edge: edge as never } }); // the check only observes
    const node = async (id: string, reportedAt: number) =>
      p.store.write('test', (tx) =>
        tx
          .insertInto('edgeNode')
          .values({ id, hostname: id, versions: {}, refused: {}, startedAt: reportedAt, seenAt: reportedAt, places: null, abilities: null })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt: reportedAt }))
          .execute(),
      );
    await check(p);
    expect((await states(p)).edge).toBe('unknown');
    await node('a', p.clock.now);
    await node('b', p.clock.now);
    await check(p);
    expect((await states(p)).edge).toBe('operational');
    p.clock.now += 2 * MINUTE;
    await node('a', p.clock.now);
    await check(p);
    expect((await states(p)).edge).toBe('degraded');
    p.clock.now += 2 * MINUTE;
    await check(p);
    expect((await states(p)).edge).toBe('down');
  });

  test('storage answers, or is down', async () => {
    const p = await startProvider();
    const { objects } = p.provider.services;
    await check(p);
    expect((await states(p)).storage).toBe(objects ? 'operational' : undefined);
    if (!objects) throw new Error('the test needs a store');
    objects.head = () => Promise.reject(new Error('disk gone'));
    await check(p);
    expect((await states(p)).storage).toBe('down');
  });

  test('keeps the start time of a state', async () => {
    const p = await startProvider();
    await check(p);
    const began = p.clock.now;
    p.clock.now += MINUTE;
    await check(p);
    expect(await stored(p, 'statusCheck')).toMatchObject(Array(5).fill({ since: began, checkedAt: p.clock.now }));
  });

  test('are stored by day for the status page, and deleted after 90 days', async () => {
    const p = await startProvider();
    const { objects } = p.provider.services;
    if (!objects) throw new Error('the test needs a store');
    const { head } = objects;
    const days = async () => (await p.ok(provider.statusDays, {})).components.find(({ name }) => name === 'storage')?.days;
    await check(p);
    objects.head = () => Promise.reject(new Error('disk gone'));
    p.clock.now += MINUTE;
    await check(p);
    objects.head = head;
    const first = new Date(p.clock.now).toISOString().slice(0, 10);
    expect(await days()).toEqual([{ day: first, operational: 1, degraded: 0, down: 1 }]);
    p.clock.now += 90 * 1440 * MINUTE;
    await check(p);
    expect((await days())?.map(({ day }) => day)).toEqual([first, new Date(p.clock.now).toISOString().slice(0, 10)]);
    p.clock.now += 1440 * MINUTE;
    await check(p);
    expect((await days())?.map(({ day }) => day)).not.toContain(first);
  });

  test('checks don’t appear in any change log', async () => {
    const p = await startProvider();
    const count = async () => (await stored(p, 'changeLog')).length;
    const before = await count();
    await check(p);
    expect(await count()).toBe(before);
  });
});

describe('incidents', () => {
  const announcement = {
    title: { en: 'Mails are late', fa: 'ایمیل‌ها دیر می‌رسند' },
    text: { en: 'We are looking into it.' },
    impact: 'degraded',
    components: ['mail'],
  } as const;

  test('an open one sets the state of its components, in the requested language if available', async () => {
    const p = await startProvider();
    await check(p);
    const id = await openIncident(p.store, p.clock.now, announcement);
    const { body } = await p.try(provider.status, {}, { locale: 'fa' });
    const now = new Date(p.clock.now).toISOString();
    expect(body.incidents).toEqual([
      {
        ...{ id, kind: 'incident', impact: 'degraded', components: ['mail'], stage: 'investigating' },
        title: { text: announcement.title.fa, language: 'fa' },
        ...{ startedAt: now, endsAt: null, resolvedAt: null },
        updates: [{ stage: 'investigating', text: announcement.text.en, language: 'en', time: now }],
      },
    ]);
    expect(await states(p)).toMatchObject({ mail: 'degraded', jobs: 'operational' });
  });

  test('customers who have chosen it are notified of each note, in their language, once', async () => {
    const p = await startProvider();
    const token = await p.signIn();
    const notices = async () =>
      (await p.ok(notification.list, {}, { token })).notifications
        .filter(({ event }) => event === 'status')
        .map(({ title, description }) => [title, description]);
    const letters = async () => (await stored(p, 'outbox')).filter(({ event }) => event === 'status').length;
    await openIncident(p.store, p.clock.now, announcement);
    await runJobs(p);
    expect([await notices(), await letters()]).toEqual([[], 0]);
    await p.ok(notificationSetting.update, { events: { status: { panel: true, email: true } } }, { token });
    const id = await openIncident(p.store, p.clock.now, announcement);
    await runJobs(p);
    const [note] = await stored(p, 'incidentUpdate', { incidentId: id });
    // As after a crash: the job runs again.
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, coreJobs.notifyStatus, { updateId: String(note?.id) }));
    await runJobs(p);
    expect([await notices(), await letters()]).toEqual([[['Status: Mails are late', 'Investigating: We are looking into it.']], 1]);
    await noteIncident(p.store, p.clock.now, id, 'resolved', { en: 'They arrive again.' });
    await runJobs(p);
    expect((await notices())[0]).toEqual(['Status: Mails are late', 'Resolved: They arrive again.']);
  });

  test('a resolved one no longer counts, and is removed after two weeks', async () => {
    const p = await startProvider();
    await check(p);
    const id = await openIncident(p.store, p.clock.now, announcement);
    p.clock.now += MINUTE;
    expect(await noteIncident(p.store, p.clock.now, id, 'resolved', { en: 'They arrive again.' })).toBe(true);
    expect((await states(p)).mail).toBe('operational');
    const [incident] = (await p.ok(provider.status, {})).incidents;
    expect([incident?.stage, incident?.updates.map(({ text }) => text)]).toEqual([
      'resolved',
      ['They arrive again.', announcement.text.en],
    ]);
    p.clock.now += 15 * 24 * 60 * MINUTE;
    expect((await p.ok(provider.status, {})).incidents).toEqual([]);
    expect(await noteIncident(p.store, p.clock.now, 'nobody', 'resolved', { en: 'x' })).toBe(false);
    expect(await stored(p, 'changeLog', { entityType: 'incident' })).toHaveLength(2);
  });
});
