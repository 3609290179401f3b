import type { DomainAlarmMetric } from '../../../../lib/rules/cdn/domainAlarm/domainAlarm.ts';
import type { AlarmOperator, AlarmState } from '../../../../lib/rules/core/alarm.ts';

/** An alarm of a domain. It is deleted with the domain. */
export interface DomainAlarmTable {
  id: string;
  domainId: string;
  metric: DomainAlarmMetric;
  operator: AlarmOperator;
  /** Percent, or requests within the minutes. */
  value: number;
  minutes: number;
  /** Minutes in which it notifies of an alarm once at most. */
  pause: number;
  enabled: boolean;
  state: AlarmState;
  since: number;
  /** The last measurement, in the unit of `value`; null: none. */
  last: number | null;
  /** When it last notified of an alarm; null: never. */
  notifiedAt: number | null;
  version: number;
  createdAt: number;
}
