import { describe, expect, test } from 'vitest';
import { at, decision, guarded, limit, now, plain, trace } from '../../../../../tests/support/edgeSample.ts';
import type { EdgeConfig } from './config.ts';
import type { Challenge } from './protection.ts';
import type { EdgeRequest, Outcome } from './types.ts';

/** How a request ends for each reason of these layers; all others forward it. */
const ends: Record<string, [Outcome, status: number | null]> = {
  ddosChallenge: ['challenged', 403],
  underAttack: ['challenged', 403],
  rateChallenge: ['challenged', 403],
  rateExceeded: ['blocked', 429],
  rateBlocked: ['blocked', 429],
  // L3/4 drops packets: there is no HTTP answer.
  rateDropped: ['blocked', null],
};
type Case = [sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, reason: string];
function expectReason([, config, request, reason]: Case, area: 'ddos' | 'rateLimit'): void {
  const result = trace(config, request);
  expect(decision(result, area).reason).toBe(reason);
  expect([result.outcome, result.status]).toEqual(ends[reason] ?? ['forwarded', null]);
}
const passed = (type: Challenge, secondsAgo: number) => ({ seen: { passed: [{ type, at: now - secondsAgo * 1000 }] } });
const on = (challengeType: Challenge, part: Partial<EdgeConfig['ddos']> = {}) => guarded({ enabled: true, challengeType, ...part });

describe('DDoS challenges', () => {
  test.each<Case>([
    // Product rule: "Challenge types: CAPTCHA, JS, cookie, L3/4."
    ['off', plain, {}, 'ddosOff'],
    ['CAPTCHA', on('captcha'), {}, 'ddosChallenge'],
    ['JS', on('js'), {}, 'ddosChallenge'],
    ['cookie', on('cookie'), {}, 'ddosChallenge'],
    ['L3/4 works below HTTP', on('l34'), {}, 'ddosNetwork'],
    // API: passTime
    ['passed', on('js'), passed('js', 10), 'challengePassed'],
    ['passed, last moment', on('js'), passed('js', 1799), 'challengePassed'],
    ['passed too long ago', on('js'), passed('js', 1800), 'ddosChallenge'],
    ['passed at an edge whose clock is ahead', on('js'), passed('js', -60), 'challengePassed'],
    ['passed in the future', on('js'), passed('js', -61), 'ddosChallenge'],
    ['a harder one passed', on('cookie'), passed('captcha', 10), 'challengePassed'],
    ['an easier one passed', on('captcha'), passed('js', 10), 'ddosChallenge'],
    ['L3/4 proves nothing', on('cookie'), passed('l34', 10), 'ddosChallenge'],
    // API: exceptions
    ['exception: address', on('js', { exceptions: ['198.51.100.7'] }), {}, 'ddosException'],
    ['exception: range', on('js', { exceptions: ['198.51.100.0/24'] }), {}, 'ddosException'],
    ['exception: path', on('js', { exceptions: ['/api/*'] }), { url: '/api/v1' }, 'ddosException'],
    ['exception: another path', on('js', { exceptions: ['/api/*'] }), { url: '/shop' }, 'ddosChallenge'],
    ['exception: nothing', on('js', { exceptions: [''] }), {}, 'ddosChallenge'],
    // API: underAttack "turns itself off"
    ['under attack', guarded({ underAttackUntil: at(60) }), {}, 'underAttack'],
    ['under attack, over', guarded({ underAttackUntil: at(0) }), {}, 'ddosOff'],
    ['under attack with L3/4', guarded({ underAttackUntil: at(60), challengeType: 'l34' }), {}, 'underAttack'],
    ['under attack, passed', guarded({ underAttackUntil: at(60) }), passed('js', 5), 'challengePassed'],
    ['under attack, exception', guarded({ underAttackUntil: at(60), exceptions: ['/'] }), {}, 'ddosException'],
    ['after an attack, challenges that were on stay', on('js', { underAttackUntil: at(-1) }), {}, 'ddosChallenge'],
  ])('%s', (...row) => expectReason(row, 'ddos'));
});

const limited = (...rateLimits: EdgeConfig['rateLimits']): EdgeConfig => ({ ...plain, rateLimits });
const countedRequests = (requests: number) => ({ seen: { requests } });
const countedByRule = (one: object, requests = 0) => ({ seen: { requests, byRule: { 'limit 1': { requests: 0, ...one } } } });
const countedAndPassed = (...of: Parameters<typeof passed>) => ({ seen: { requests: 10, ...passed(...of).seen } });
const challenging = (challengeType?: Challenge) => limited(limit({ action: 'challenge', ...(challengeType && { challengeType }) }));
const withException = limited(limit({ priority: 2 }), limit({ path: '/health', requestCount: 1000, priority: 1 }));

describe('rate limits', () => {
  test.each<Case>([
    // Product rule: "Rate limit rule: request count, time and time unit, block time, action (block or challenge), challenge type."
    ['no rule', plain, countedRequests(1e6), 'rateNone'],
    ['the first request', limited(limit()), countedRequests(0), 'rateUnder'],
    ['the last that is allowed', limited(limit()), countedRequests(9), 'rateUnder'],
    ['one more', limited(limit()), countedRequests(10), 'rateExceeded'],
    ['many more', limited(limit()), countedRequests(1e9), 'rateExceeded'],
    ['nothing known of the client', limited(limit()), {}, 'rateUnder'],
    ['blocked from before, window empty', limited(limit()), countedByRule({ blockedUntil: now + 1 }), 'rateBlocked'],
    ['block time over', limited(limit()), countedByRule({ blockedUntil: now }), 'rateUnder'],
    ['count of the rule before the general one', limited(limit()), countedByRule({ requests: 1 }, 99), 'rateUnder'],
    ['count of another rule', limited(limit()), { seen: { byRule: { other: { requests: 99 } } } }, 'rateUnder'],
    ['challenge', challenging('captcha'), countedRequests(10), 'rateChallenge'],
    ['challenge, passed', challenging('captcha'), countedAndPassed('captcha', 10), 'challengePassed'],
    ['challenge, passed before the block time', challenging('captcha'), countedAndPassed('captcha', 300), 'rateChallenge'],
    ['challenge without a type is JS', challenging(), countedAndPassed('js', 1), 'challengePassed'],
    ['L3/4 drops packets', challenging('l34'), countedRequests(10), 'rateDropped'],
    ['a passed challenge is no way round a block', limited(limit()), countedAndPassed('captcha', 1), 'rateExceeded'],
    // API: RateLimit.path
    ['path', limited(limit({ path: '/login' })), { url: '/login', ...countedRequests(10) }, 'rateExceeded'],
    ['path in another spelling', limited(limit({ path: '/login' })), { url: '/%6Cogin?x=1', ...countedRequests(10) }, 'rateExceeded'],
    ['another path', limited(limit({ path: '/login' })), { url: '/about', ...countedRequests(10) }, 'rateNone'],
    // API: "Higher in the list wins."
    ['a generous rule above is an exception', withException, { url: '/health', ...countedRequests(50) }, 'rateUnder'],
    ['the other paths have the strict one', withException, { url: '/shop', ...countedRequests(50) }, 'rateExceeded'],
    ['saved is not deployed', limited(limit({ deploy: false })), countedRequests(10), 'rateNone'],
    ['a limit of zero lets nobody through', limited(limit({ requestCount: 0 })), {}, 'rateExceeded'],
  ])('%s', (...row) => expectReason(row, 'rateLimit'));

  test.each([
    ['s', 30],
    ['m', 1800],
    ['h', 108_000],
    ['d', 2_592_000],
    ['M', 77_760_000],
  ] as const)('30 %s are %i seconds to wait', (unit, seconds) => {
    const result = trace(limited(limit({ blockTime: { value: 30, unit } })), countedRequests(10));
    expect(decision(result, 'rateLimit').effect).toEqual([{ name: 'retryAfter', value: seconds, from: 'rule' }]);
  });
});
