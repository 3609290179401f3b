import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { type Condition, type FilterField, type FilterOperator, parseFilter } from '../../../lib/rules/cdn/dns/filter.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { proxyText } from './dnsCells.tsx';
import { ttlText } from './ttlText.ts';

export function fieldText(field: FilterField): string {
  if (field === 'comment') return t('dns:field.comment');
  return field === 'tag' ? t('dns:filter.tag') : t(`dns:column.${field}`);
}

const operatorKeys = {
  '=': 'dns:filter.is',
  '!=': 'dns:filter.isNot',
  '~': 'dns:filter.contains',
  '!~': 'dns:filter.containsNot',
  '<': 'dns:filter.less',
  '>': 'dns:filter.more',
} as const satisfies Record<FilterOperator, string>;
export const operatorText = (operator: FilterOperator): string => t(operatorKeys[operator]);

function valueText({ field, value }: Condition): string {
  if (value === '') return t('dns:filter.none');
  if (field === 'proxy') return proxyText(value === 'on');
  if (field !== 'ttl') return value;
  return value === 'auto' ? ttlText('auto') : formatNumber(Number(value), currentLocale());
}

/** A filter in words, in the language of the page. */
export function filterText(text: string): string {
  const filter = parseFilter(text);
  if (isFault(filter)) return t('dns:filter.unreadable');
  const formatCondition = (one: Condition) =>
    t('dns:filter.says', { field: fieldText(one.field), operator: operatorText(one.operator), value: valueText(one) });
  return filter.map((group) => group.map(formatCondition).join(` ${t('dns:filter.and')} `)).join(` ${t('dns:filter.or')} `);
}
