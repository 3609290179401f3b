import { expect, test } from 'vitest';
import { domain } from '../lib/contract/cdn/domain.ts';
import { wallet } from '../lib/contract/core/wallet.ts';
import { makeReader } from './reads.ts';
import type { Upstream } from './upstream.ts';

const about = { token: 'token', tokenHeader: 'x-access-token', locale: 'en', ip: '127.0.0.1', userAgent: '', waitMs: 50 } as const;

test('a page does not wait for a read longer than it may, and makes each read once', async () => {
  let requests = 0;
  const slow: Upstream = ({ signal }) => {
    requests++;
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const read = makeReader(slow, about);
  const [answer, isMissing] = await Promise.all([read(domain.list, {}), read.isMissing(domain.list, {})]);
  expect(answer).toBeNull();
  // Late isn't missing: the page must not respond with 404.
  expect(isMissing).toBe(false);
  expect(requests).toBe(1);
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

test('a read that the role in the account acted for doesn’t cover isn’t made', async () => {
  const paths: string[] = [];
  const upstream: Upstream = async ({ path }) => {
    paths.push(path);
    return Response.json({ domains: [] });
  };
  // It becomes known after the first read of a page.
  const acting: Parameters<typeof makeReader>[1] = { ...about };
  const read = makeReader(upstream, acting);
  acting.access = { domains: 'read', finance: 'none' };
  expect(await read(wallet.balance, {})).toBeNull();
  expect(await read.isMissing(wallet.balance, {})).toBe(false);
  expect(await read(domain.list, {})).toEqual({ domains: [] });
  expect(paths).toEqual([domain.list.path]);
});
