import type { Alarm } from '../../../lib/contract/cloud/alarm.ts';
import { afterPreposition } from '../../../lib/format/duration.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { type AlarmMetric, isShare } from '../../../lib/rules/cloud/alarm.ts';
import type { AlarmState } from '../../../lib/rules/core/alarm.ts';
import type { StatusKind } from '../../ui/StatusBadge.tsx';

export const metricUnit = (metric: AlarmMetric, t: Translate): string => t(isShare(metric) ? 'alarm:unit.percent' : 'alarm:unit.speed');
/** A value of an alarm with its unit. */
export const valueText = (metric: AlarmMetric, value: number, t: Translate): string =>
  `${formatNumber(value, currentLocale(), { maximumFractionDigits: 1 })}${metricUnit(metric, t)}`;
/** “CPU above 85%”. */
export const conditionText = ({ metric, operator, value }: Pick<Alarm, 'metric' | 'operator' | 'value'>, t: Translate): string =>
  t('alarm:condition', {
    metric: t(`alarm:metric.${metric}`),
    operator: t(`alarm:operator.${operator}`),
    value: formatNumber(value, currentLocale()),
    unit: metricUnit(metric, t),
  });
export const minutesText = (minutes: number, t: Translate): string => t('alarm:minutesText', counted(minutes, currentLocale()));
/** “for 5 minutes”: how long the condition of an alarm has to last. */
export const durationText = ({ minutes }: Pick<Alarm, 'minutes'>, t: Translate): string =>
  t('alarm:conditionFor', { time: afterPreposition(minutesText(minutes, t), currentLocale()) });

const kinds: Record<AlarmState, StatusKind> = { ok: 'ok', alarm: 'failed', noData: 'waiting' };
/** The state as a badge shows it. */
export const stateOfAlarm = ({ enabled, state }: Pick<Alarm, 'enabled' | 'state'>, t: Translate): { kind: StatusKind; text: string } =>
  enabled ? { kind: kinds[state], text: t(`alarm:stateName.${state}`) } : { kind: 'off', text: t('alarm:stateName.off') };
