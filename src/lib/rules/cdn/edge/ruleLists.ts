import type { RouteName } from '../../../routes/index.ts';
import type { EdgeConfig, PageRuleData } from './config.ts';
import type { Deployable, FirewallRuleData, RateLimitData, WafExceptionData, WafRuleData } from './protection.ts';
import type { LayerName } from './types.ts';

/*
 * The lists of rules of a domain. Everything that goes through all lists derives from the tables of this file. What would bring more
 * code to the browser is in tables of the same keys, where the compiler names a missing list: names and fields of rules
 * (`describeRule.ts`), types in the change log (`logTitles.ts`), forms (`ruleForms` of the contract), and the calls that add a rule
 * (`importRules.ts` of the provider).
 */

/** What is saved of a rule, by list. Each rule is saved and deployed separately. */
export interface EdgeItems {
  firewall: FirewallRuleData;
  rateLimit: RateLimitData;
  waf: WafRuleData;
  wafException: WafExceptionData & { priority: number };
  pageRule: PageRuleData;
}
export type ItemGroup = keyof EdgeItems;
/** A list in which the first matching rule counts. The order of exceptions has no meaning. */
export type RuleList = Exclude<ItemGroup, 'wafException'>;

interface ListFacts<G extends ItemGroup> {
  /** The layer that evaluates the rules. */
  layer: LayerName;
  /** The group of calls that returns the rules. */
  calls: RuleList;
  /** The screen of the list. */
  route: RouteName;
  /**
   * Defaults, merged into a stored rule when it is read. A new required field of a rule gets its default here, because rules stored
   * earlier lack it. Identifying fields (a path, a value, a count) have no default.
   */
  defaults: Partial<EdgeItems[G]>;
}

/** In the order in which a request passes them. */
export const ruleLists: { readonly [G in ItemGroup]: ListFacts<G> } = {
  firewall: { layer: 'firewall', calls: 'firewall', route: 'firewall', defaults: {} },
  rateLimit: { layer: 'rateLimit', calls: 'rateLimit', route: 'rateLimit', defaults: { action: 'block' } },
  waf: { layer: 'waf', calls: 'waf', route: 'waf', defaults: {} },
  wafException: { layer: 'waf', calls: 'waf', route: 'waf', defaults: {} },
  pageRule: {
    layer: 'pageRules',
    calls: 'pageRule',
    route: 'pageRules',

    defaults: { mode: 'apply', settings: {} },
  },
};
export const itemGroups = Object.keys(ruleLists) as readonly ItemGroup[]; // the keys of the table
/** The groups of calls that return rules. */
export const ruleCalls: readonly RuleList[] = [...new Set(itemGroups.map((group) => ruleLists[group].calls))];

type Rules<L extends RuleList> = readonly Deployable<EdgeItems[L]>[];
/** Where a configuration has the rules of a list. */
const places: { readonly [L in RuleList]: { get(config: EdgeConfig): Rules<L>; set(config: EdgeConfig, rules: Rules<L>): EdgeConfig } } = {
  firewall: {
    get: ({ firewall }) => firewall.rules,
    set: (config, rules) => ({ ...config, firewall: { ...config.firewall, rules } }),
  },
  rateLimit: { get: ({ rateLimits }) => rateLimits, set: (config, rateLimits) => ({ ...config, rateLimits }) },
  waf: { get: ({ waf }) => waf.rules, set: (config, rules) => ({ ...config, waf: { ...config.waf, rules } }) },
  pageRule: { get: ({ pageRules }) => pageRules, set: (config, pageRules) => ({ ...config, pageRules }) },
};
export const orderedLists = Object.keys(places) as readonly RuleList[]; // the keys of the table

export const rulesIn = <L extends RuleList>(config: EdgeConfig, list: L): Rules<L> => places[list].get(config);
/** The configuration with other rules in one list. */
export const mapRules = <L extends RuleList>(config: EdgeConfig, list: L, change: (rules: Rules<L>) => Rules<L>): EdgeConfig =>
  places[list].set(config, change(rulesIn(config, list)));
