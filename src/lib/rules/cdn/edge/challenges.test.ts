import { describe, expect, test } from 'vitest';
import type { EdgeConfig } from './config.ts';
import type { Challenge } from './protection.ts';
import { at, decision, guarded, limit, now, plain, trace } from './sample.ts';
import type { EdgeRequest, Outcome } from './types.ts';

type Case = [sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, outcome: Outcome, reason: string];
const passed = (type: Challenge, secondsAgo: number) => ({ seen: { passed: [{ type, at: now - secondsAgo * 1000 }] } });
const on = (challengeType: Challenge, part: Partial<EdgeConfig['ddos']> = {}) => guarded({ enabled: true, challengeType, ...part });

describe('DDoS challenges', () => {
  test.each<Case>([
    // Product rule: "Challenge types: CAPTCHA, JS, cookie, L3/4."
    ['off', plain, {}, 'forwarded', 'ddosOff'],
    ['CAPTCHA', on('captcha'), {}, 'challenged', 'ddosChallenge'],
    ['JS', on('js'), {}, 'challenged', 'ddosChallenge'],
    ['cookie', on('cookie'), {}, 'challenged', 'ddosChallenge'],
    ['L3/4 works below HTTP', on('l34'), {}, 'forwarded', 'ddosNetwork'],
    // API: passTime
    ['passed', on('js'), passed('js', 10), 'forwarded', 'challengePassed'],
    ['passed, last moment', on('js'), passed('js', 1799), 'forwarded', 'challengePassed'],
    ['passed too long ago', on('js'), passed('js', 1800), 'challenged', 'ddosChallenge'],
    ['passed in the future', on('js'), passed('js', -1), 'challenged', 'ddosChallenge'],
    ['a harder one passed', on('cookie'), passed('captcha', 10), 'forwarded', 'challengePassed'],
    ['an easier one passed', on('captcha'), passed('js', 10), 'challenged', 'ddosChallenge'],
    ['L3/4 proves nothing', on('cookie'), passed('l34', 10), 'challenged', 'ddosChallenge'],
    // API: exceptions
    ['exception: address', on('js', { exceptions: ['198.51.100.7'] }), {}, 'forwarded', 'ddosException'],
    ['exception: range', on('js', { exceptions: ['198.51.100.0/24'] }), {}, 'forwarded', 'ddosException'],
    ['exception: path', on('js', { exceptions: ['/api/*'] }), { url: '/api/v1' }, 'forwarded', 'ddosException'],
    ['exception: another path', on('js', { exceptions: ['/api/*'] }), { url: '/shop' }, 'challenged', 'ddosChallenge'],
    ['exception: nothing', on('js', { exceptions: [''] }), {}, 'challenged', 'ddosChallenge'],
    // API: underAttack "turns itself off"
    ['under attack', guarded({ underAttackUntil: at(60) }), {}, 'challenged', 'underAttack'],
    ['under attack, over', guarded({ underAttackUntil: at(0) }), {}, 'forwarded', 'ddosOff'],
    ['under attack with L3/4', guarded({ underAttackUntil: at(60), challengeType: 'l34' }), {}, 'challenged', 'underAttack'],
    ['under attack, passed', guarded({ underAttackUntil: at(60) }), passed('js', 5), 'forwarded', 'challengePassed'],
    ['under attack, exception', guarded({ underAttackUntil: at(60), exceptions: ['/'] }), {}, 'forwarded', 'ddosException'],
    ['after an attack, challenges that were on stay', on('js', { underAttackUntil: at(-1) }), {}, 'challenged', 'ddosChallenge'],
  ])('%s', (_, config, request, outcome, reason) => {
    const result = trace(config, request);
    expect([result.outcome, decision(result, 'ddos').reason]).toEqual([outcome, reason]);
  });
});

const limited = (...rateLimits: EdgeConfig['rateLimits']): EdgeConfig => ({ ...plain, rateLimits });
const seen = (requests: number) => ({ seen: { requests } });

describe('rate limits', () => {
  test.each<[...Case, status?: number | null]>([
    // Product rule: "Rate limit rule: request count, time and time unit, block time, action (block or challenge), challenge type."
    ['no rule', plain, seen(1e6), 'forwarded', 'rateNone'],
    ['the first request', limited(limit()), seen(0), 'forwarded', 'rateUnder'],
    ['the last that is allowed', limited(limit()), seen(9), 'forwarded', 'rateUnder'],
    ['one more', limited(limit()), seen(10), 'blocked', 'rateExceeded', 429],
    ['many more', limited(limit()), seen(1e9), 'blocked', 'rateExceeded', 429],
    ['nothing known of the client', limited(limit()), {}, 'forwarded', 'rateUnder'],
    [
      'blocked from before, window empty',
      limited(limit()),
      { seen: { byRule: { 'limit 1': { requests: 0, blockedUntil: now + 1 } } } },
      'blocked',
      'rateBlocked',
      429,
    ],
    [
      'block time over',
      limited(limit()),
      { seen: { byRule: { 'limit 1': { requests: 0, blockedUntil: now } } } },
      'forwarded',
      'rateUnder',
    ],
    [
      'count of the rule before the general one',
      limited(limit()),
      { seen: { requests: 99, byRule: { 'limit 1': { requests: 1 } } } },
      'forwarded',
      'rateUnder',
    ],
    ['count of another rule', limited(limit()), { seen: { byRule: { other: { requests: 99 } } } }, 'forwarded', 'rateUnder'],
    ['challenge', limited(limit({ action: 'challenge', challengeType: 'captcha' })), seen(10), 'challenged', 'rateChallenge', 403],
    [
      'challenge, passed',
      limited(limit({ action: 'challenge', challengeType: 'captcha' })),
      { seen: { requests: 10, ...passed('captcha', 10).seen } },
      'forwarded',
      'challengePassed',
    ],
    [
      'challenge, passed before the block time',
      limited(limit({ action: 'challenge', challengeType: 'captcha' })),
      { seen: { requests: 10, ...passed('captcha', 300).seen } },
      'challenged',
      'rateChallenge',
      403,
    ],
    [
      'challenge without a type is JS',
      limited(limit({ action: 'challenge' })),
      { seen: { requests: 10, ...passed('js', 1).seen } },
      'forwarded',
      'challengePassed',
    ],
    [
      'L3/4 drops packets: there is no HTTP answer',
      limited(limit({ action: 'challenge', challengeType: 'l34' })),
      seen(10),
      'blocked',
      'rateDropped',
      null,
    ],
    [
      'a passed challenge is no way round a block',
      limited(limit()),
      { seen: { requests: 10, ...passed('captcha', 1).seen } },
      'blocked',
      'rateExceeded',
      429,
    ],
    // API: RateLimit.path
    ['path', limited(limit({ path: '/login' })), { url: '/login', ...seen(10) }, 'blocked', 'rateExceeded', 429],
    ['path in another spelling', limited(limit({ path: '/login' })), { url: '/%6Cogin?x=1', ...seen(10) }, 'blocked', 'rateExceeded', 429],
    ['another path', limited(limit({ path: '/login' })), { url: '/about', ...seen(10) }, 'forwarded', 'rateNone'],
    // API: "Higher in the list wins."
    [
      'a generous rule above is an exception',
      limited(limit({ priority: 2 }), limit({ path: '/health', requestCount: 1000, priority: 1 })),
      { url: '/health', ...seen(50) },
      'forwarded',
      'rateUnder',
    ],
    [
      'the other paths have the strict one',
      limited(limit({ priority: 2 }), limit({ path: '/health', requestCount: 1000, priority: 1 })),
      { url: '/shop', ...seen(50) },
      'blocked',
      'rateExceeded',
      429,
    ],
    ['saved is not deployed', limited(limit({ deploy: false })), seen(10), 'forwarded', 'rateNone'],
    ['a limit of zero lets nobody through', limited(limit({ requestCount: 0 })), {}, 'blocked', 'rateExceeded', 429],
  ])('%s', (_, config, request, outcome, reason, status) => {
    const result = trace(config, request);
    expect([result.outcome, decision(result, 'rateLimit').reason]).toEqual([outcome, reason]);
    if (status !== undefined) expect(result.status).toBe(status);
  });

  test.each([
    ['s', 30],
    ['m', 1800],
    ['h', 108_000],
    ['d', 2_592_000],
    ['M', 77_760_000],
  ] as const)('30 %s are %i seconds to wait', (unit, seconds) => {
    const result = trace(limited(limit({ blockTime: { value: 30, unit } })), seen(10));
    expect(decision(result, 'rateLimit').effect).toEqual([{ name: 'retryAfter', value: seconds, from: 'rule' }]);
  });
});
