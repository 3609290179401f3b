import { expect, test } from 'vitest';
import { domain } from '../contract/cdn/domain.ts';
import { makeReader } from './reads.ts';
import type { Upstream } from './upstream.ts';

const about = { token: 'token', tokenHeader: 'x-access-token', locale: 'en', ip: '127.0.0.1', userAgent: '', waitMs: 50 } as const;

test('a page does not wait for a read longer than it may, and makes each read once', async () => {
  let asked = 0;
  const slow: Upstream = ({ signal }) => {
    asked++;
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const read = makeReader(slow, about);
  const [answer, isMissing] = await Promise.all([read(domain.list, {}), read.isMissing(domain.list, {})]);
  expect(answer).toBeNull();
  // Late isn't missing: the page must not respond with 404.
  expect(isMissing).toBe(false);
  expect(asked).toBe(1);
});

test.each([
  [200, false],
  [404, true],
  [500, false],
])('a read with status %i', async (status, isMissing) => {
  const read = makeReader(async () => Response.json({ domains: [] }, { status }), about);
  expect(await read(domain.list, {})).toEqual(status === 200 ? { domains: [] } : null);
  expect(await read.isMissing(domain.list, {})).toBe(isMissing);
});
