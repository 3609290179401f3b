import { describe, expect, test, vi } from 'vitest';
import type { EventReader } from '../../../tests/support/events.ts';
import { follow, started } from '../../../tests/support/live-cases.ts';
import { auth } from '../../lib/contract/account/auth.ts';
import { dns } from '../../lib/contract/cdn/dns.ts';
import { domain } from '../../lib/contract/cdn/domain.ts';
import { demo } from '../../lib/contract/fields.ts';
import { book } from '../core/ledger/ledger.ts';
import { notify } from '../core/notification/notify.ts';
import { TOKEN_MS } from '../core/session/tokens.ts';
import { moveTask, startTask } from '../core/task/tasks.ts';

const { domainId } = demo;
const record = { domainId, name: 'live', type: 'A', content: '203.0.113.200', ttl: 'auto', proxy: false } as const;

describe('a stream', () => {
  test('sends events, and is neither cached nor compressed', async () => {
    const { p, token } = await started();
    const { events, response } = await follow(p, token);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect((await events.next())?.name).toBe('ready');
    expect(await events.isQuiet(100)).toBe(true);
  });

  test('reports a write after its commit, with the call that made it', async () => {
    const { p, token } = await started();
    const { events } = await follow(p, token);
    await events.until('ready');
    const { headers } = await p.try(dns.create, record, { token });
    const told = [await events.next(), await events.next(), await events.next()];
    const by = headers.get('x-request-id');
    expect(told.map((event) => event?.data)).toEqual(expect.arrayContaining(['dns', 'domain', 'zone'].map((group) => ({ group, by }))));
    expect(new Set(told.map((event) => event?.name))).toEqual(new Set(['domain']));
  });

  test('reports no refused writes, and no other customers’ changes', async () => {
    const { p, token } = await started();
    const omid = await p.signIn(demo.second);
    const { events } = await follow(p, omid);
    const own = await follow(p, token);
    await events.until('ready');
    await own.events.until('ready');
    await p.ok(dns.create, record, { token });
    expect(await own.events.groups(3)).toEqual(['dns', 'domain', 'zone']);
    expect((await p.try(dns.create, record, { token })).status).toBe(409);
    expect(await events.isQuiet(150)).toBe(true);
    expect(await own.events.isQuiet(50)).toBe(true);
  });

  test('reports everything that a call affects: a paid domain changes the balance', async () => {
    const { p, token } = await started();
    const { events } = await follow(p, token);
    await events.until('ready');
    await p.ok(domain.add, { name: 'priced.example', plan: 'eco', acceptTerms: true, termsVersion: '2026-11' }, { token });
    expect(await events.groups(4)).toEqual(['domain', 'transaction', 'wallet', 'walletDetail']);
  });

  test('reports the results of jobs: notifications, tasks and bookings without a call', async () => {
    const { p, token, accountId, clock } = await started();
    const { events } = await follow(p, token);
    await events.until('ready');
    await p.store.write('job', (tx) =>
      notify(tx, clock(), { accountId, event: 'domainStatus', type: 'success', title: 'domain:added', description: 'domain:lead' }),
    );
    expect(await events.next()).toMatchObject({ name: 'notification', data: { group: 'notification', by: '' } });
    const id = await p.store.write('job', (tx) =>
      startTask(tx, clock(), { accountId, kind: 'zone.deploy', entity: { type: 'domain', id: domainId, name: 'parvaz.example' } }),
    );
    expect((await events.next())?.name).toBe('task');
    await p.store.write('job', (tx) => moveTask(tx, clock(), id, { status: 'done', percent: 100 }));
    expect((await events.next())?.name).toBe('task');
    await p.store.write('job', (tx) =>
      book(tx, clock(), {
        kind: 'topUp',
        from: 'funding',
        to: { wallet: accountId },
        amount: 1000,
        description: { key: 'domain:ledger.demoCredit' },
      }),
    );
    expect((await events.next())?.name).toBe('balance');
  });

  test('combines events of the same moment', async () => {
    const { p, token } = await started();
    const { events } = await follow(p, token);
    await events.until('ready');
    // No matter how long the twenty calls take, all fall into the interval in which events are combined.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      for (let i = 0; i < 20; i++) await p.ok(dns.create, { ...record, name: `live-${i}` }, { token });
      await vi.runOnlyPendingTimersAsync();
    } finally {
      vi.useRealTimers();
    }
    let count = 0;
    while (!(await events.isQuiet(80))) count++;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(20);
  });
});

describe('coming back', () => {
  test('with the id of the last event reports exactly the missed changes', async () => {
    const { p, token } = await started();
    const { events } = await follow(p, token);
    await events.until('ready');
    await p.ok(dns.create, record, { token });
    const told = [await events.next(), await events.next(), await events.next()];
    const id = told[2]?.id ?? '';
    await events.cancel();
    const nothing = await follow(p, token, { 'last-event-id': id });
    await nothing.events.until('ready');
    expect(await nothing.events.isQuiet(100)).toBe(true);
    await nothing.events.cancel();
    await p.ok(dns.create, { ...record, name: 'missed' }, { token });
    const again = await follow(p, token, {}, `?since=${encodeURIComponent(id)}`);
    await again.events.until('ready');
    expect(await again.events.groups(3)).toEqual(['dns', 'domain', 'zone']);
    expect(await again.events.isQuiet(100)).toBe(true);
  });

  test('with an unreadable id reports everything', async () => {
    const { p, token } = await started();
    await p.ok(dns.create, record, { token });
    const { events } = await follow(p, token, {}, '?since=rubbish.x,dns');
    await events.until('ready');
    expect(await events.groups(6)).toEqual(['dns', 'domain', 'transaction', 'wallet', 'walletDetail', 'zone']);
  });
});

describe('it ends', () => {
  const ends = async (events: EventReader) => {
    expect((await events.until('end')).data.reason).toBe('session');
    expect(await events.next()).toBeNull();
  };

  test('on sign-out', async () => {
    const { p, token } = await started();
    const { events } = await follow(p, token);
    await events.until('ready');
    await p.ok(auth.logout, {}, { token });
    await ends(events);
    expect(p.provider.services.live.size).toBe(0);
  });

  test('when its token expires; clients refresh it and reconnect', async () => {
    const { p, token } = await started();
    const { events } = await follow(p, token);
    await events.until('ready');
    p.clock.now += TOKEN_MS + 1;
    await ends(events);
  });

  test('when the reader disconnects, by the body or by the connection', async () => {
    const { p, token } = await started();
    const { live } = p.provider.services;
    const [first, second] = [await follow(p, token), await follow(p, token)];
    expect(live.size).toBe(2);
    await first.events.cancel();
    expect(live.size).toBe(1);
    second.left.abort();
    expect(live.size).toBe(0);
  });

  test('when the process is about to stop; no new ones are accepted', async () => {
    const { p, token } = await started();
    const { events } = await follow(p, token);
    await p.provider.drain();
    expect((await events.until('end')).data.reason).toBe('stopping');
    const late = await follow(p, token);
    expect((await late.events.next())?.data.reason).toBe('stopping');
    expect(await late.events.next()).toBeNull();
    expect(p.provider.services.live.size).toBe(0);
  });
});
