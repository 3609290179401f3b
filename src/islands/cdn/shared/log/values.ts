import { countryName } from '../../../../lib/format/country.ts';
import { currentLocale } from '../../../../lib/i18n/react.tsx';
import type { Translate } from '../../../../lib/i18n/translator.ts';
import { type LayerName, layerNames } from '../../../../lib/rules/cdn/edge/types.ts';
import { lateId, partialId } from '../../../../lib/rules/cdn/edge/waf/body/reading.ts';
import type { LogFilterName } from './types.ts';

const modules = ['sqli', 'xss', 'lfi', 'rce', 'scanner', 'protocol'] as const;

export const layerName = (t: Translate, layer: string): string =>
  layerNames.includes(layer as LayerName) ? t(`edge:area.${layer as LayerName}`) : layer; // checked before

/** A WAF pattern: its module and its own name, as in "SQL injection (sqli-union)". */
export function patternName(t: Translate, pattern: string): string {
  if (pattern === partialId) return t('edge:partial');
  if (pattern === lateId) return t('edge:late');
  const module = modules.find((one) => pattern === one || pattern.startsWith(`${one}-`));
  return module ? `${t(`edge:module.${module}`)} (${pattern})` : pattern;
}

/** A value of a log as it is shown. */
export function valueText(t: Translate, field: LogFilterName, value: string): string {
  if (field === 'country') return value === '' ? t('report:unknown') : countryName(value, currentLocale());
  return field === 'layer' ? layerName(t, value) : value;
}
