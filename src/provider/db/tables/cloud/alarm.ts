import type { AlarmChannel, AlarmMetric } from '../../../../lib/rules/cloud/alarm.ts';
import type { AlarmOperator, AlarmState } from '../../../../lib/rules/core/alarm.ts';

export interface ServerAlarmTable {
  id: string;
  accountId: string;
  serverId: string;
  metric: AlarmMetric;
  operator: AlarmOperator;
  /** Percent, or MB a second. */
  value: number;
  minutes: number;
  channels: AlarmChannel[];
  enabled: boolean;
  state: AlarmState;
  since: number;
  /** The last measurement, in the unit of `value`; null: none. */
  last: number | null;
  version: number;
  createdAt: number;
}

/** A change of an alarm's state. */
export interface ServerAlarmEventTable {
  id: string;
  alarmId: string;
  time: number;
  state: AlarmState;
  value: number | null;
}
