import { ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { cached } from '../../../tests/support/edgeSample.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';

const { get, push } = sharedEdge((_, response) => void response.setHeader('cache-control', 'max-age=60').end('hello'));

test('a copy in memory is answered in the turn of its request, with at most six calls of the edge on the stack', async () => {
  await push(cached({ ttl: null, minTtl: null }));
  await get('/');
  const stacks: string[] = [];
  const { writeHead } = ServerResponse.prototype;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  const spy = vi.spyOn(ServerResponse.prototype, 'writeHead').mockImplementation(function (this: ServerResponse, ...input: unknown[]) {
    stacks.push(new Error('here').stack ?? '');
    return Reflect.apply(writeHead, this, input);
  });
  const answer = await get('/');
  spy.mockRestore();
  Error.stackTraceLimit = limit;
  expect(answer.headers['x-cache']).toBe('HIT');
  const frames =
    stacks[0]?.split('\n').filter((line) => /src\/edge\/(?!base\/|[^/]*\.test\.)/.test(line) && !line.includes('answer.test')) ?? [];
  expect(stacks).toHaveLength(1);
  // The handler of the server is among them: nothing was waited for in between.
  expect(frames.at(-1)).toContain('listen/servers.ts');
  expect(frames.length, frames.join('\n')).toBeLessThanOrEqual(6);
});
