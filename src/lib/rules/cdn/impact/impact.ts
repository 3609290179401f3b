import type { EdgeLogEntry } from '../edge/bundle.ts';
import { type EdgeConfig, tlsVersions } from '../edge/config.ts';
import { RateCounter } from '../edge/rateCounter.ts';
import { isExempt, matchRateRule } from '../edge/rateLimit.ts';
import { orderedLists, ruleLists } from '../edge/ruleLists.ts';
import { passLayers, startPassage } from '../edge/trace.ts';
import { type EdgeRequest, layerNames, type Outcome, type Passage, type Step } from '../edge/types.ts';

/** What a rule would have done to requests that an edge has logged. */
export interface Impact {
  /** Requests that were compared. */
  requests: number;
  /** Requests to which the rule applies, whether or not anything changes for them. */
  matched: number;
  /** Requests that would end differently, by how they end now and with the rule. */
  changes: { before: Outcome; after: Outcome; requests: number }[];
  /** Some of those that would end differently; if there are none, some of those that match. In the order of `lines`. */
  samples: { line: EdgeLogEntry; before: Outcome; after: Outcome }[];
}

const maxSamples = 10;
/** The layers that rules take effect in, in their order. Challenges of the domain come between, but no rule changes them. */
const decisive = layerNames.filter((name) => name === 'https' || orderedLists.some((list) => ruleLists[list].layer === name));
const counting = decisive.indexOf('rateLimit');
const [beforeCounting, afterCounting] = [decisive.slice(0, counting), decisive.slice(counting + 1)];

/** A logged request as the engine takes it. The log has no cookies, no body and only two headers. */
const toEdgeRequest = (line: EdgeLogEntry, now: number): EdgeRequest => ({
  url: `${line.tls === null ? 'http' : 'https'}://${line.host}${line.path}${line.query && `?${line.query}`}`,
  method: line.method,
  ip: line.ip,
  country: line.country,
  asn: line.asn ?? undefined,
  headers: { ...(line.userAgent && { 'user-agent': line.userAgent }), ...(line.referer && { referer: line.referer }) },
  tlsVersion: tlsVersions.find((version) => line.tls?.endsWith(version)),
  now,
});

/** Decides about requests with one configuration, in the order of their times. */
class Replay {
  readonly #config: EdgeConfig;
  readonly #counter = new RateCounter(new Map());

  /** @param config as `configFromSource` returns it */
  constructor(config: EdgeConfig) {
    this.#config = config;
  }

  decide(request: EdgeRequest, at: number): { outcome: Outcome; steps: Step[] } {
    const start = startPassage(this.#config, request);
    if (!start) return { outcome: 'failed', steps: [] };
    const first = passLayers(start, beforeCounting);
    const second = first.end ? first : this.#count(first.passage, at);
    const last = second.end ? second : passLayers(second.passage, afterCounting);
    const steps = [...new Set([...first.steps, ...second.steps, ...last.steps])];
    return { outcome: last.end?.outcome ?? 'forwarded', steps };
  }

  /** The rate limit, as at an edge that has counted the earlier requests. */
  #count(passage: Passage, at: number) {
    const rule = matchRateRule(passage);
    const visit = { ...passage.visit, now: at };
    const byRule = rule && { [rule.id]: this.#counter.count('', rule, visit.ip, at, isExempt(rule, visit)) };
    const counted = passLayers({ ...passage, visit: { ...visit, request: { ...visit.request, seen: { byRule } } } }, ['rateLimit']);
    return { ...counted, passage };
  }
}

/**
 * Compares two configurations on logged requests, with the engine that the edge itself uses.
 * @param before the configuration in effect, and `after` the one with the rule; both as `configFromSource` returns them
 * @param lines oldest first: rate limits count
 * @param now epoch ms, for rules with an end
 */
export function assessImpact(before: EdgeConfig, after: EdgeConfig, ruleId: string, lines: readonly EdgeLogEntry[], now: number): Impact {
  const old = new Replay(before);
  const next = new Replay(after);
  const changes = new Map<string, Impact['changes'][number]>();
  const changed: Impact['samples'] = [];
  const matching: Impact['samples'] = [];
  let matched = 0;
  for (const line of lines) {
    const request = toEdgeRequest(line, now);
    const then = old.decide(request, line.at).outcome;
    const { outcome, steps } = next.decide(request, line.at);
    const sample = { line, before: then, after: outcome };
    if (steps.some(({ item, action }) => item?.id === ruleId && action !== 'skip')) {
      matched++;
      addSample(matching, sample);
    }
    if (then === outcome) continue;
    addSample(changed, sample);
    const key = `${then} ${outcome}`;
    const change = changes.get(key) ?? { before: then, after: outcome, requests: 0 };
    change.requests++;
    changes.set(key, change);
  }
  return {
    requests: lines.length,
    matched,
    changes: [...changes.values()].sort((a, b) => b.requests - a.requests),
    samples: changed.length > 0 ? changed : matching,
  };
}

/** Keeps the latest ones. */
function addSample(samples: Impact['samples'], sample: Impact['samples'][number]): void {
  samples.push(sample);
  if (samples.length > maxSamples) samples.shift();
}
