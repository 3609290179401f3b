import { expect, test } from 'vitest';
import type { Report } from '../../../lib/contract/cdn/report.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { stats } from './figures.ts';

const totals = (requests: number, cachedRequests: number): Report['totals'] => ({
  requests,
  cachedRequests,
  bytes: 0,
  cachedBytes: 0,
  originBytes: 0,
  c1xx: 0,
  visitors: 0,
  ms: 0,
  waf: 0,
  blocked: 0,
  challenged: 0,
  c2xx: 0,
  c3xx: 0,
  c4xx: 0,
  c5xx: 0,
});
const hitRate = (now: number, before: number) => {
  const report = { totals: totals(10_000, now), previous: totals(10_000, before), comparable: true } as Report; // the part that is read
  return stats(translator('en'), report, ['hitRate'])[0]?.delta;
};

test('a change is shown from the digit on that is shown', () => {
  expect(hitRate(8240, 8244)).toBeUndefined();
  expect(hitRate(8240, 8246)).toEqual({ text: '0.1%', way: 'down', meaning: 'bad' });
});
