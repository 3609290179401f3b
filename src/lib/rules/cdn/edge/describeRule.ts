import { formatList } from '../../../format/list.ts';
import { formatNumber } from '../../../format/number.ts';
import { formatTtl } from '../../../format/quantity.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Translate } from '../../../i18n/translator.ts';
import { formatField, labelOfField, ruleFields } from '../firewall/formatRule.ts';
import { settingNames } from '../pageRule/diff.ts';
import { formatValue, settingTitle } from '../pageRule/formatSetting.ts';
import { describeCondition } from '../waf/formatWaf.ts';
import { titleOfRule } from './firewall.ts';
import type { Challenge, FirewallGroup } from './protection.ts';
import { titleOfLimit } from './rateLimit.ts';
import type { EdgeItems, ItemGroup } from './ruleLists.ts';
import { durationSeconds } from './types.ts';

interface Reader {
  t: Translate;
  locale: Locale;
  /** Address groups that firewall rules refer to. */
  groups: readonly FirewallGroup[];
}
type Groups = readonly Pick<FirewallGroup, 'id' | 'title'>[];

/** The name of a rule in its list, in messages and in the change log. */
const titles: { [G in ItemGroup]: (rule: EdgeItems[G], groups: Groups) => string } = {
  firewall: titleOfRule,
  rateLimit: titleOfLimit,
  waf: ({ title }) => title,
  wafException: ({ title = '' }) => title,
  pageRule: ({ title }) => title,
};
/** @param groups address groups that firewall rules refer to */
export const titleOfItem = <G extends ItemGroup>(group: G, rule: EdgeItems[G], groups: Groups): string => titles[group](rule, groups);

type RuleField = readonly [label: string, value: string];

/** How the fields of a rule of each list are labelled and formatted, in the order of its form. An empty value: not set. */
const describe: { [L in ItemGroup]: (rule: EdgeItems[L], reader: Reader) => RuleField[] } = {
  firewall: (rule, { t, locale, groups }) =>
    ruleFields.map((field) => [labelOfField(t, field), formatField(t, rule, field, groups, locale)]),

  rateLimit({ title = '', path, requestCount, time, blockTime, action, challengeType }, { t, locale }) {
    const isBlock = action === 'block';
    return [
      [t('rateLimit:field.title'), title],
      [t('rateLimit:field.path'), path || t('rateLimit:all')],
      [t('rateLimit:field.count'), formatNumber(requestCount, locale)],
      [t('rateLimit:field.time'), formatTtl(durationSeconds(time), locale, 'long')],
      [t('rateLimit:field.action'), t(`rateLimit:action.${action}`)],
      [t('rateLimit:field.challengeType'), challengeOf(t, isBlock ? undefined : challengeType)],
      [t(isBlock ? 'rateLimit:field.blockTime' : 'rateLimit:field.passTime'), formatTtl(durationSeconds(blockTime), locale, 'long')],
    ];
  },

  waf: ({ title, modules, path, conditions = [], action, challengeType, description = '' }, { t, locale }) => [
    [t('waf:rule.title'), title],
    [t('waf:rule.modules'), formatModules(t, modules, locale)],
    [t('waf:rule.path'), path || t('waf:rule.everything')],
    [t('waf:rule.conditions'), conditions.map((one) => describeCondition(one, t)).join(t('waf:rule.and'))],
    [t('waf:rule.action'), t(`waf:action.${action}`)],
    [t('waf:rule.challenge'), challengeOf(t, action === 'challenge' ? challengeType : undefined)],
    [t('waf:rule.description'), description],
  ],

  wafException: ({ title = '', path, modules = [], patterns = [], argument = '' }, { t, locale }) => [
    [t('waf:exception.title'), title],
    [t('waf:exception.path'), path || t('waf:rule.everything')],
    [t('waf:exception.modules'), formatModules(t, modules, locale)],
    [t('waf:exception.patterns'), patterns.join(', ')],
    [t('waf:exception.argument'), argument],
  ],

  pageRule: ({ title, path, mode, description = '', settings }, { t, locale }) => [
    [t('pageRule:field.title'), title],
    [t('pageRule:field.path'), path],
    [t('pageRule:mode.label'), formatValue('mode', mode, t, locale)],
    [t('pageRule:field.description'), description],
    ...settingNames.map((name): RuleField => {
      const value = settings[name];
      return [settingTitle(name, t), value === undefined ? '' : formatValue(name, value, t, locale)];
    }),
  ],
};

const challengeOf = (t: Translate, type: Challenge | undefined): string => (type ? t(`rateLimit:challenge.${type}`) : '');
const formatModules = (t: Translate, modules: EdgeItems['waf']['modules'], locale: Locale): string =>
  formatList(
    modules.map((id) => t(`edge:module.${id}`)),
    locale,
  );

/**
 * The changes that deploying a rule makes at the edge, field by field, in the reader's language.
 * @param before the deployed form; null: none, and every field that is set is a change
 */
export function changesOf<L extends ItemGroup>(list: L, before: EdgeItems[L] | null, after: EdgeItems[L], reader: Reader) {
  const old = new Map(before ? describe[list](before, reader) : []);
  const now = new Map(describe[list](after, reader));
  return [...new Set([...now.keys(), ...old.keys()])]
    .map((label) => ({ label, before: old.get(label) ?? '', after: now.get(label) ?? '' }))
    .filter((change) => change.before !== change.after);
}
