import { isolate } from '../../../format/isolate.ts';
import { formatList } from '../../../format/list.ts';
import type { TKey } from '../../../i18n/keys.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Translate } from '../../../i18n/translator.ts';
import type { WafExceptionData, WafRuleData } from '../edge/protection.ts';
import { type ConditionField, detectable, needsValue, type Operator, readField } from './conditions.ts';

const fieldKeys = {
  ip: 'waf:field.ip',
  country: 'waf:field.country',
  asn: 'waf:field.asn',
  host: 'waf:field.host',
  path: 'waf:field.path',
  query: 'waf:field.query',
  method: 'waf:field.method',
  body: 'waf:field.body',
  tlsVersion: 'waf:field.tlsVersion',
  'query:': 'waf:field.namedQuery',
  'header:': 'waf:field.namedHeader',
  'cookie:': 'waf:field.namedCookie',
} as const satisfies Record<ConditionField, TKey>;
export const fieldName = (t: Translate, kind: ConditionField): string => t(fieldKeys[kind]);

/** The name of a field inside a sentence: "Country" is lower-cased, "IP address" isn't. */
const lowercaseInSentence = (name: string): string => name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

/** A condition, possibly incomplete. */
export interface ConditionText {
  field: string;
  operator: Operator;
  value?: string | undefined;
}

/** `header User-Agent contains curl`. */
export function describeCondition({ field, operator, value = '' }: ConditionText, t: Translate): string {
  const read = readField(field);
  const name = read ? [lowercaseInSentence(fieldName(t, read.kind)), read.name && isolate(read.name)].filter(Boolean).join(' ') : field;
  const module = operator === 'detectedAs' ? detectable.find((one) => one === value) : undefined;
  const wanted = module ? t(`edge:module.${module}`) : isolate(value);
  return [name, t(`waf:operator.${operator}`), needsValue(operator) ? wanted : ''].filter(Boolean).join(' ');
}

/** Where and when a rule acts, in one line. */
export function describeRule(
  { path, conditions = [], modules }: Pick<WafRuleData, 'path' | 'modules'> & { conditions?: readonly ConditionText[] | undefined },
  t: Translate,
  locale: Locale,
): string {
  const finds = modules.includes('custom')
    ? ''
    : t('waf:rule.finds', {
        modules: formatList(
          modules.map((id) => t(`edge:module.${id}`)),
          locale,
        ),
      });
  const when =
    conditions.length > 0
      ? t('waf:rule.when', { conditions: conditions.map((one) => describeCondition(one, t)).join(t('waf:rule.and')) })
      : '';
  return [path ? isolate(path) : t('waf:rule.everything'), when, finds].filter(Boolean).join(' · ');
}

/** The scope of an exception, in one line. */
export function describeException(
  { path, modules = [], patterns = [], argument }: Pick<WafExceptionData, 'path' | 'modules' | 'patterns' | 'argument'>,
  t: Translate,
  locale: Locale,
): string {
  const what = [...modules.map((id) => t(`edge:module.${id}`)), ...patterns.map(isolate)];
  return [
    what.length > 0 ? formatList(what, locale) : t('waf:exception.all'),
    path ? t('waf:exception.inPath', { path }) : '',
    argument ? t('waf:exception.inArgument', { argument }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
