import { type AlarmRule, type AlarmState, meetsCondition } from '../core/alarm.ts';

/** The metrics of alarms, in the units of their thresholds: percent, or MB (1,048,576 bytes) a second. */
export const alarmMetrics = ['cpu', 'ram', 'diskRead', 'diskWrite', 'netIn', 'netOut'] as const;
export type AlarmMetric = (typeof alarmMetrics)[number];
/** How long the condition must be met, in minutes. */
export const alarmMinutes = [1, 5, 10, 15, 30, 60] as const;
export const alarmChannels = ['panel', 'email'] as const;
export type AlarmChannel = (typeof alarmChannels)[number];

export const alarmsPerServer = 20;

const MB = 1_048_576;
const GB = 1_073_741_824;

export const isShare = (metric: AlarmMetric): boolean => metric === 'cpu' || metric === 'ram';
/** Limits of the threshold. */
export const alarmValues = (metric: AlarmMetric): { min: number; max: number } =>
  isShare(metric) ? { min: 1, max: 100 } : { min: 1, max: 100_000 };

/**
 * A measured value in the unit of its alarm.
 * @param value of the driver: cpu 0 to 1, ram in bytes, the others in bytes a second
 * @param ram GB of the server
 */
export const inAlarmUnit = (metric: AlarmMetric, value: number, ram: number): number =>
  metric === 'cpu' ? value * 100 : metric === 'ram' ? (value / (ram * GB)) * 100 : value / MB;

/** Share of the minutes that must have data: a gap must neither raise an alarm nor hide one. */
const ENOUGH = 0.8;

/**
 * The state from the values of the last minutes: `ok` if one of them doesn’t meet the condition, `alarm` if all do, `noData` if too few were
 * measured.
 * @param values in the unit of the alarm, oldest first; null: not measured
 * @returns the state and the last measured value
 */
export function evaluateAlarm(rule: AlarmRule, values: readonly (number | null)[]): { state: AlarmState; last: number | null } {
  const measured = values.filter((one) => one !== null);
  const last = measured.at(-1) ?? null;
  if (measured.some((one) => !meetsCondition(rule, one))) return { state: 'ok', last };
  return { state: last === null || measured.length < values.length * ENOUGH ? 'noData' : 'alarm', last };
}

/** Only alarms and their end are worth a notification. */
export const isNotified = (before: AlarmState, after: AlarmState): boolean => before !== after && (after === 'alarm' || before === 'alarm');
