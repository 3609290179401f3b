// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import type { Hint } from '../../contract/core/task.ts';
import { queryClient } from '../query.ts';
import { startLive } from './live.ts';

/** The browser's event stream, controlled by the test. */
class Line extends EventTarget {
  static all: Line[] = [];
  static get last() {
    return Line.all.at(-1) ?? expect.fail('no stream was opened');
  }
  onerror: (() => void) | null = null;
  isClosed = false;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Line.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
  say(name: string, data: object = {}, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }));
  }
  hint(group: string, by = '', id = '') {
    this.say('domain', { group, by } satisfies Hint, id);
  }
  get since() {
    return new URL(this.url, 'http://x').searchParams.get('since');
  }
}

let stop = () => {};
let asked: string[] = [];
const count = (path: string) => asked.filter((each) => each === path).length;
const invalidated = vi.spyOn(queryClient, 'invalidateQueries');

/** Starts on the real provider. `refuse` replaces the responses of some calls. */
async function start(refuse?: (path: string) => Response | undefined) {
  const running = await withProvider();
  const through = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const path = String(input).replace(/^\/api|\?.*$/g, '');
    asked.push(path);
    return refuse?.(path) ?? through(input, init);
  };
  stop = startLive();
  return running;
}

beforeEach(() => {
  Line.all = [];
  asked = [];
  vi.stubGlobal('EventSource', Line);
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  invalidated.mockClear();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the stream', () => {
  it('that breaks reconnects after a call, with increasing delay, and at once when the network is back', async () => {
    await start();
    Line.last.say('ready');
    Line.last.onerror?.();
    await waitFor(() => expect(count('/task/list')).toBe(1));
    expect(Line.all).toHaveLength(1);
    await waitFor(() => expect(Line.all).toHaveLength(2), { timeout: 4000 });
    Line.last.onerror?.();
    await waitFor(() => expect(count('/task/list')).toBeGreaterThan(1));
    await vi.advanceTimersByTimeAsync(1100);
    expect(Line.all).toHaveLength(2);
    window.dispatchEvent(new Event('online'));
    expect(Line.all).toHaveLength(3);
  });
});
