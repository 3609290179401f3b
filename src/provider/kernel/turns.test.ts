import { expect, test } from 'vitest';
import { makeTurns } from './turns.ts';

/** Turns whose work waits until the test ends it; `begun` lists it in the order in which it began. */
function startTracked(limits: Parameters<typeof makeTurns>[0]) {
  const turns = makeTurns(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (key: string, name: string, signal?: AbortSignal) =>
    turns.run(
      key,
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      signal,
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { begin, begun, end, settle };
}

test('a key that queues much waits for its own: others take turns with it', async () => {
  const { begin, begun, end, settle } = startTracked({ parallel: 2, perKey: 2 });
  for (let i = 1; i <= 5; i++) void begin('many', `many ${i}`);
  void begin('one', 'one');
  void begin('other', 'other');
  await settle();
  expect(begun).toEqual(['many 1', 'many 2']);
  await end('many 1');
  await end('many 2');
  await end('many 3');
  expect(begun.slice(2)).toEqual(['many 3', 'one', 'other']);
});

test('keys that go first do, and every fourth place is given in the order of all', async () => {
  const { begin, begun, end, settle } = startTracked({ parallel: 1, perKey: 1, isFirst: (key) => key.startsWith('known') });
  void begin('running', 'running');
  for (const key of ['a', 'b']) void begin(key, key);
  for (let i = 1; i <= 5; i++) void begin(`known ${i}`, `known ${i}`);
  await settle();
  for (let i = 0; i < 8; i++) await end(begun.at(-1) ?? '');
  expect(begun).toEqual(['running', 'known 1', 'known 2', 'known 3', 'a', 'known 4', 'known 5', 'b']);
});

test('a key has at most its places, even if others are free', async () => {
  const { begin, begun, end, settle } = startTracked({ parallel: 4, perKey: 1 });
  void begin('a', 'a 1');
  void begin('a', 'a 2');
  void begin('b', 'b');
  await settle();
  expect(begun).toEqual(['a 1', 'b']);
  await end('a 1');
  expect(begun).toEqual(['a 1', 'b', 'a 2']);
});

test('a full queue refuses with a time to retry, per key and in all, and has room again later', async () => {
  const { begin, begun, end } = startTracked({ parallel: 1, perKey: 1, waiting: 2, waitingPerKey: 1 });
  void begin('a', 'a 1');
  void begin('a', 'a 2');
  await expect(begin('a', 'a 3')).rejects.toMatchObject({ status: 503, code: 'error:busy', details: { retryAfter: 5 } });
  void begin('b', 'b');
  await expect(begin('c', 'c')).rejects.toMatchObject({ status: 503 });
  await end('a 1');
  void begin('c', 'c again');
  await end('a 2');
  await end('b');
  expect(begun).toEqual(['a 1', 'a 2', 'b', 'c again']);
});

test('who leaves while waiting is dropped, and work that fails gives its place back', async () => {
  const { begin, begun, end } = startTracked({ parallel: 1, perKey: 1 });
  const left = new AbortController();
  void begin('a', 'first');
  const leaving = begin('b', 'left', left.signal);
  left.abort(new Error('left'));
  await expect(leaving).rejects.toThrow('left');
  await end('first');
  const turns = makeTurns({ parallel: 1, perKey: 1 });
  await expect(turns.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await turns.run('b', async () => 'next')).toBe('next');
  expect(begun).toEqual(['first']);
});
