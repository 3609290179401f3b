import type { DomainAlarm } from '../../../lib/contract/cdn/domainAlarm.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { isShareMetric } from '../../../lib/rules/cdn/domainAlarm/domainAlarm.ts';

type Metric = DomainAlarm['metric'];

export const metricUnit = (metric: Metric, t: Translate): string =>
  t(isShareMetric(metric) ? 'domainAlarm:unit.percent' : 'domainAlarm:unit.requests');
export const minutesText = (minutes: number): string => formatTtl(minutes * 60, currentLocale(), 'long');
export const valueText = (metric: Metric, value: number, t: Translate): string =>
  `${formatNumber(value, currentLocale())}${metricUnit(metric, t)}`;

export const conditionText = ({ metric, operator, value }: Pick<DomainAlarm, 'metric' | 'operator' | 'value'>, t: Translate): string =>
  t('domainAlarm:condition', {
    metric: t(`domainAlarm:metric.${metric}`),
    operator: t(`domainAlarm:operator.${operator}`),
    value: valueText(metric, value, t),
  });
