import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import type { Hint } from '../../../lib/contract/core/task.ts';
import { newestNotifications } from '../../../lib/reads.ts';
import { $session } from '../../stores/session.ts';
import { callQueryKey, q, queryClient, useWrite } from '../query.ts';
import { resumeHints } from './apply.ts';
import { startLive } from './live.ts';

/** The browser's event stream, controlled by the test. */
class FakeEventSource extends EventTarget {
  static all: FakeEventSource[] = [];
  static get last() {
    return FakeEventSource.all.at(-1) ?? expect.fail('no stream was opened');
  }
  onerror: (() => void) | null = null;
  isClosed = false;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
  emit(name: string, data: object = {}, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }));
  }
  hint(group: string, by = '', id = '') {
    this.emit('domain', { group, by } satisfies Hint, id);
  }
  get since() {
    return new URL(this.url, 'http://x').searchParams.get('since');
  }
}

let stop = () => {};
let originRequests: string[] = [];
const count = (path: string) => originRequests.filter((each) => each === path).length;
let invalidated: MockInstance<typeof queryClient.invalidateQueries>;
/** Groups that became stale; the change log always does. */
const stale = () => invalidated.mock.calls.map(([filters]) => filters?.queryKey?.[0]).filter((group) => group !== 'log');

/** Starts on the real provider. `refuse` replaces the responses of some calls. */
async function start(refuse?: (path: string) => Response | undefined) {
  const running = await withProvider();
  const through = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const path = String(input).replace(/^\/api|\?.*$/g, '');
    originRequests.push(path);
    return refuse?.(path) ?? through(input, init);
  };
  stop = startLive();
  return running;
}

beforeEach(() => {
  FakeEventSource.all = [];
  originRequests = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  invalidated = vi.spyOn(queryClient, 'invalidateQueries');
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a hint', () => {
  it('makes the reads of its group stale, and no others', async () => {
    await start();
    await queryClient.fetchQuery(q(domain.list, {}));
    FakeEventSource.last.emit('ready');
    FakeEventSource.last.hint('dns');
    expect(stale()).toEqual(['dns']);
    expect(queryClient.getQueryState(callQueryKey(domain.list, {}))?.isInvalidated).toBe(false);
    FakeEventSource.last.hint('domain');
    expect(queryClient.getQueryState(callQueryKey(domain.list, {}))?.isInvalidated).toBe(true);
  });

  it('caused by this window’s own write is ignored, before the response and after it', async () => {
    await start();
    const { result } = renderHook(() => useWrite(notification.read));
    const through = globalThis.fetch;
    let requestId = '';
    globalThis.fetch = async (input, init) => {
      const answer = await through(input, init);
      requestId = answer.headers.get('x-request-id') ?? '';
      // The event arrives before the response.
      FakeEventSource.last.hint('notification', requestId);
      return answer;
    };
    await act(() => result.current.mutateAsync({ all: true }));
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    await vi.advanceTimersByTimeAsync(200);
    FakeEventSource.last.hint('notification', requestId);
    // Once, by the write itself.
    expect(stale()).toEqual(['notification']);
    FakeEventSource.last.hint('notification', 'of somebody else');
    expect(stale()).toEqual(['notification', 'notification']);
  });

  it('waits while the window is hidden', async () => {
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    await start();
    visible.mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    FakeEventSource.last.hint('dns');
    FakeEventSource.last.hint('dns');
    FakeEventSource.last.hint('task');
    expect(stale()).toEqual([]);
    visible.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(stale()).toEqual(['dns', 'task']);
    visible.mockRestore();
  });

  it('that arrives while a page loads applies to that page too', async () => {
    await start();
    const left = Date.now();
    FakeEventSource.last.hint('dns');
    expect(stale()).toEqual(['dns']);
    resumeHints(left);
    resumeHints(Date.now() + 1);
    expect(stale()).toEqual(['dns', 'dns']);
  });
});

describe('the stream', () => {
  it('that breaks reconnects after a call, with increasing delay, and at once when the network is back', async () => {
    await start();
    FakeEventSource.last.emit('ready');
    FakeEventSource.last.onerror?.();
    await waitFor(() => expect(count('/task/list')).toBe(1));
    expect(FakeEventSource.all).toHaveLength(1);
    await waitFor(() => expect(FakeEventSource.all).toHaveLength(2), { timeout: 4000 });
    FakeEventSource.last.onerror?.();
    await waitFor(() => expect(count('/task/list')).toBeGreaterThan(1));
    await vi.advanceTimersByTimeAsync(1100);
    expect(FakeEventSource.all).toHaveLength(2);
    window.dispatchEvent(new Event('online'));
    expect(FakeEventSource.all).toHaveLength(3);
  });

  it('is closed after half a minute out of sight, and resumed where it was', async () => {
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    await start();
    FakeEventSource.last.emit('ready');
    FakeEventSource.last.hint('dns', '', 'dns.7');
    visible.mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(FakeEventSource.last.isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(FakeEventSource.last.isClosed).toBe(true);
    visible.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(FakeEventSource.all).toHaveLength(2);
    expect(FakeEventSource.last.since).toBe('dns.7');
    visible.mockRestore();
  });

  it('that fails twice falls back to polling every 16 s, and every 2 s while a task runs', async () => {
    const running = await start();
    for (let i = 0; i < 2; i++) {
      FakeEventSource.last.onerror?.();
      await vi.advanceTimersByTimeAsync(1200);
      window.dispatchEvent(new Event('online'));
    }
    await waitFor(() => expect(count('/notification/list')).toBe(1));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count('/notification/list')).toBe(1);
    const { startTask } = await import('../../../provider/jobs/tasks.ts');
    await running.store.write('t', async (tx) => {
      const user = await tx.selectFrom('user').select('id').where('email', '=', 'demo@nasim.example').executeTakeFirstOrThrow();
      const entity = { type: 'domain', id: 'x', name: 'parvaz.example' };
      await startTask(tx, { now: running.clock.now, newId: () => 'task-1' }, { accountId: user.id, kind: 'zone.deploy', entity });
    });
    for (let i = 0; i < 8 && count('/notification/list') < 2; i++) await vi.advanceTimersByTimeAsync(1000);
    expect(count('/notification/list')).toBe(2);
    await waitFor(() => expect(stale()).toContain('task'));
    await vi.advanceTimersByTimeAsync(2100);
    await waitFor(() => expect(count('/notification/list')).toBe(3));
    // The stream is back, so polling has stopped.
    FakeEventSource.last.emit('ready');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(count('/notification/list')).toBe(3);
  });

  it('is replaced by polling in a browser without streams', async () => {
    vi.stubGlobal('EventSource', undefined);
    await start();
    await waitFor(() => expect(queryClient.getQueryData(callQueryKey(notification.list, newestNotifications))).toBeTruthy());
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const before = count('/notification/list');
    await vi.advanceTimersByTimeAsync(40_000);
    // The window is hidden, so nothing is polled.
    expect(count('/notification/list')).toBeLessThanOrEqual(before);
    visible.mockRestore();
  });

  it('that the provider ends with the session makes one call, which ends the session', async () => {
    let isOver = false;
    await start((path) => (isOver && path !== '/auth/logout' ? new Response('{"message":"over"}', { status: 401 }) : undefined));
    FakeEventSource.last.emit('ready');
    isOver = true;
    FakeEventSource.last.emit('end', { reason: 'session' });
    await waitFor(() => expect($session.get()).toBeNull());
    expect(count('/auth/refresh')).toBe(1);
  });

  it('that a newer browser has replaced reconnects after a minute', async () => {
    await start();
    FakeEventSource.last.emit('ready');
    FakeEventSource.last.emit('end', { reason: 'limit' });
    await waitFor(() => expect(count('/notification/list')).toBe(1));
    await vi.advanceTimersByTimeAsync(55_000);
    expect(FakeEventSource.all).toHaveLength(1);
    // The minute starts when the call in between is done, whose time the test doesn't control.
    for (const end = performance.now() + 15_000; FakeEventSource.all.length < 2 && performance.now() < end; )
      await vi.advanceTimersByTimeAsync(5000);
    expect(FakeEventSource.all).toHaveLength(2);
  });
});
