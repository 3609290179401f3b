import { type AlarmRule, type AlarmState, meetsCondition } from '../../core/alarm.ts';

/**
 * What alarms of a domain watch. `errorRate`: share of the responses with status 5xx. `hitRate`: share of the requests answered from the
 * cache. `originDown`: requests to which no server responded. `attack`: requests that were blocked or challenged.
 */
export const domainAlarmMetrics = ['errorRate', 'hitRate', 'originDown', 'attack'] as const;
export type DomainAlarmMetric = (typeof domainAlarmMetrics)[number];
/** The minutes that a value is measured over. */
export const domainAlarmMinutes = [5, 10, 15, 30, 60] as const;
/** Minutes in which an alarm notifies once at most. */
export const domainAlarmPauses = [15, 30, 60, 240, 1440] as const;
export const alarmsPerDomain = 10;

/** A share is measured from so many requests on: one error among three requests isn't a rate. */
export const minAlarmRequests = 20;

export const isShareMetric = (metric: DomainAlarmMetric): boolean => metric === 'errorRate' || metric === 'hitRate';
/** Limits of the threshold: percent, or requests within the minutes. */
export const domainAlarmValues = (metric: DomainAlarmMetric): { min: number; max: number } =>
  isShareMetric(metric) ? { min: 0, max: 100 } : { min: 0, max: 10_000_000 };

/** Sums of the requests within the minutes of an alarm. */
export interface DomainAlarmSums {
  requests: number;
  errors: number;
  hits: number;
  unanswered: number;
  stopped: number;
}

function measure(metric: DomainAlarmMetric, { requests, errors, hits, unanswered, stopped }: DomainAlarmSums): number | null {
  if (metric === 'originDown') return unanswered;
  if (metric === 'attack') return stopped;
  if (requests < minAlarmRequests) return null;
  return Math.round(((metric === 'errorRate' ? errors : hits) / requests) * 1000) / 10;
}

/** @returns the state by the requests within the minutes of the alarm, and the measured value; null: too few requests */
export function evaluateDomainAlarm(
  rule: AlarmRule & { metric: DomainAlarmMetric },
  sums: DomainAlarmSums,
): { state: AlarmState; last: number | null } {
  const last = measure(rule.metric, sums);
  return { state: last === null ? 'noData' : meetsCondition(rule, last) ? 'alarm' : 'ok', last };
}
