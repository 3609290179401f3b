import { expect, test } from 'vitest';
import { EventReader } from '../../tests/support/events.ts';
import { fromRequest } from '../../tests/support/incoming.ts';
import { readEnv } from '../config/env.ts';
import { makeAdapter } from './adapter.ts';
import type { Outgoing } from './upstream.ts';

const ORIGIN = 'https://panel.example';
const encoder = new TextEncoder();

/** An adapter in front of a provider that streams what the test writes. */
function streaming(type = 'text/event-stream; charset=utf-8', status = 200) {
  const calls: Outgoing[] = [];
  let provider: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCanceled = false;
  const adapter = makeAdapter(
    readEnv({ ORIGIN, DATA_DIR: '/nowhere' }),
    { session: 'x'.repeat(32), token: 't', code: 'c' },
    async (call) => {
      calls.push(call);
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          provider = controller;
        },
        cancel: () => {
          isCanceled = true;
        },
      });
      return new Response(body, { status, headers: { 'content-type': type, 'set-cookie': 'upstream=1', server: 'upstream' } });
    },
  );
  const left = new AbortController();
  const open = () =>
    adapter.answer(
      fromRequest(
        new Request(`${ORIGIN}/api/task/stream?since=x`, {
          headers: { authorization: 'Bearer abc', 'last-event-id': 'dns.4', 'x-evil': '1' },
          signal: left.signal,
        }),
        '203.0.113.9',
      ),
    );
  return { adapter, calls, left, open, write: (text: string) => provider?.enqueue(encoder.encode(text)), isCanceled: () => isCanceled };
}

test('a stream is passed on without buffering', async () => {
  const { open, write, calls } = streaming();
  const response = await open();
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-store',
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'x-request-id': expect.any(String),
  });
  expect(calls[0]).toMatchObject({ path: '/task/stream', search: '?since=x', isStream: true, headers: { 'last-event-id': 'dns.4' } });
  expect(calls[0]?.headers).not.toHaveProperty('x-evil');
  const events = new EventReader(response);
  for (const n of [1, 2]) {
    write(`event: task\nid: ${n}\ndata: {"group":"task","by":""}\n\n`);
    expect(await events.next()).toMatchObject({ name: 'task', id: String(n) });
  }
});

test('a client disconnect reaches the provider at once', async () => {
  const { open, calls, isCanceled } = streaming();
  const response = await open();
  await response.body?.cancel();
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(isCanceled()).toBe(true);
});

test('a stopping process ends its streams, open and new ones', async () => {
  const { adapter, open, calls } = streaming();
  const events = new EventReader(await open());
  adapter.drain();
  expect(await events.next()).toBeNull();
  expect(calls[0]?.signal.aborted).toBe(true);
  expect(await new EventReader(await open()).next()).toBeNull();
});

test('a response that isn’t a stream is refused', async () => {
  expect((await streaming('text/html').open()).status).toBe(502);
  expect((await streaming('text/event-stream', 500).open()).status).toBe(502);
});
