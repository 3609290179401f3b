import { challengeName, hasPassed } from './challenge.ts';
import { matchesRule } from './pattern.ts';
import type { RateLimit, RateLimitData } from './protection.ts';
import { durationSeconds, type Passage, type RequestCounts, step, type Verdict } from './types.ts';
import type { Visit } from './visit.ts';

/** Requests of a client in the window of a rule, without the one that is decided on. `blockedUntil`: epoch ms, once it exceeded the limit. */
export interface RateCount {
  requests: number;
  blockedUntil?: number | undefined;
}

const currentCount = ({ id }: RateLimit, observed: RequestCounts): RateCount =>
  (observed.byRule && Object.hasOwn(observed.byRule, id) ? observed.byRule[id] : undefined) ?? { requests: observed.requests ?? 0 };

/** The rule that counts a request: the first whose path matches. */
export const matchRateRule = ({ config, visit }: Passage): RateLimit | undefined =>
  config.rateLimits.find((rule) => !rule.path || matchesRule(rule, visit));

const challengeFor = (rule: RateLimit) => (rule.action === 'block' ? null : (rule.challengeType ?? 'js'));

export const isWithinLimit = ({ requestCount }: RateLimit, { requests, blockedUntil = 0 }: RateCount, now: number): boolean =>
  blockedUntil <= now && requests < requestCount;

/** Whether the visitor has passed the challenge of a rule, so that its limit stops nothing. */
export function isExempt(rule: RateLimit, visit: Visit): boolean {
  const type = challengeFor(rule);
  return type !== null && type !== 'l34' && hasPassed(type, durationSeconds(rule.blockTime), visit);
}

/** The name of a rule: its title, else its path, else its limit in signs that every language reads, such as `/* (100 / 1m)`. */
export const titleOfLimit = ({
  title,
  path,
  requestCount,
  time,
}: Pick<RateLimitData, 'title' | 'path' | 'requestCount' | 'time'>): string =>
  title || path || `/* (${requestCount} / ${time.value}${time.unit})`;

/**
 * Only the first rule whose path matches counts, so that a generous rule above a strict one makes an exception.
 * `requestCount` requests of one client pass in each `time`; the next one starts the block time.
 * An L3/4 challenge drops the client's packets for the block time: there is no response that could contain a challenge.
 */
export function rateLimit(passage: Passage): Verdict {
  const { visit } = passage;
  const counts = visit.request.seen ?? {};
  const rule = matchRateRule(passage);
  if (!rule) return { steps: [step('rateLimit', 'skip', 'rateNone')] };
  const item = { id: rule.id, title: titleOfLimit(rule) };
  const time = { seconds: durationSeconds(rule.time) };
  const block = durationSeconds(rule.blockTime);
  const count = currentCount(rule, counts);
  const { requests, blockedUntil = 0 } = count;
  const isBlocked = blockedUntil > visit.now;
  const limit = rule.requestCount;
  if (isWithinLimit(rule, count, visit.now))
    return { steps: [step('rateLimit', 'pass', 'rateUnder', { request: requests + 1, limit, time }, { item })] };
  const type = challengeFor(rule);
  if (type !== null && type !== 'l34') {
    const challenge = challengeName(type);
    if (isExempt(rule, visit))
      return { steps: [step('rateLimit', 'pass', 'challengePassed', { challenge, time: { seconds: block } }, { item })] };
    return {
      steps: [step('rateLimit', 'challenge', 'rateChallenge', { limit, time, challenge }, { item })],
      end: { outcome: 'challenged', status: 403 },
    };
  }
  const wait = isBlocked ? Math.ceil((blockedUntil - visit.now) / 1000) : block;
  if (type === 'l34')
    return {
      steps: [step('rateLimit', 'block', 'rateDropped', { limit, time, wait: { seconds: wait } }, { item })],
      end: { outcome: 'blocked', status: null },
    };
  const effect = [{ name: 'retryAfter', value: wait, from: 'rule' as const }];
  const one = isBlocked
    ? step('rateLimit', 'block', 'rateBlocked', { wait: { seconds: wait } }, { item, effect })
    : step('rateLimit', 'block', 'rateExceeded', { limit, time, wait: { seconds: wait } }, { item, effect });
  return { steps: [one], end: { outcome: 'blocked', status: 429 } };
}
