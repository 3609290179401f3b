import type { TKey } from '../../../i18n/keys.ts';
import { covers, parseNetwork } from '../../core/network.ts';
import type { EdgeConfig, PageRule } from './config.ts';
import { decideFirewall, titleOfRule } from './firewall.ts';
import { redirectTarget } from './pageRules.ts';
import { coversPath, isPath, matchesPath, normalPath, type Place } from './pattern.ts';
import { type FirewallRule, partsOf, type RateLimit, type WafRule } from './protection.ts';
import { titleOfLimit } from './rateLimit.ts';
import { configOf, rulesOf } from './source.ts';
import { type LayerName, type Param, timeOf } from './types.ts';
import { readVisit } from './visit.ts';

type Item = { id: string; title: string };
/** A warning about a configuration. It blocks nothing: calls refuse invalid input. */
export interface LintFinding {
  code: 'covered' | 'loop' | 'blocksYou' | 'expired' | 'groupMissing' | 'samePriority' | 'badPath' | 'noServer';
  area: LayerName;
  item?: Item;
  /** The rule above that matches everything this one does. */
  by?: Item;
  reasonKey: Extract<TKey, `edge:finding.${string}`>;
  params: Record<string, Param>;
}

const said = (code: LintFinding['code'], area: LayerName, item?: Item, by?: Item, params: Record<string, Param> = {}): LintFinding => ({
  code,
  area,
  ...(item && { item }),
  ...(by && { by }),
  reasonKey: `edge:finding.${code}`,
  params: { ...(item && { rule: item.title }), ...(by && { by: by.title }), ...params },
});

const titled = {
  rateLimit: (rule: RateLimit): Item => ({ id: rule.id, title: titleOfLimit(rule) }),
  waf: ({ id, title }: WafRule): Item => ({ id, title }),
  pageRules: ({ id, title }: PageRule): Item => ({ id, title }),
};

/** Compares each rule of a list of up to some hundred with those above it. Rules that don't decide (`log`) cover nothing. */
function covered<T>(
  list: readonly T[],
  area: LayerName,
  itemOf: (one: T) => Item,
  doesCover: (above: T, below: T) => boolean,
): LintFinding[] {
  return list.flatMap((below, place) => {
    const above = list.slice(0, place).find((one) => doesCover(one, below));
    return above ? [said('covered', area, itemOf(below), itemOf(above))] : [];
  });
}

function coversRule(above: FirewallRule, below: FirewallRule, groups: EdgeConfig['firewall']['groups']): boolean {
  // A rule that expires before the other doesn't cover it.
  if ((timeOf(above.expiresAt) ?? Infinity) < (timeOf(below.expiresAt) ?? Infinity)) return false;
  const named = (rule: FirewallRule) => partsOf(rule).map((one) => one.toUpperCase().replace(/^(?:AS)?\s*(?=\d+$)/, ''));
  if (above.kind === below.kind && named(below).every((one) => named(above).includes(one))) return true;
  const networks = (rule: FirewallRule) =>
    rule.kind === 'ip' ? partsOf(rule) : rule.kind === 'group' ? (groups.find(({ id }) => id === rule.value)?.ipAddresses ?? []) : [];
  const outer = networks(above).flatMap((text) => parseNetwork(text) ?? []);
  const inner = networks(below).map(parseNetwork);
  return inner.length > 0 && inner.every((one) => one !== null && outer.some((net) => covers(net, one)));
}

function coversWaf(above: WafRule, below: WafRule): boolean {
  if (above.action === 'log' || (above.conditions?.length ?? 0) > 0) return false;
  if (above.path && !(below.path && coversPath(above.path, below.path))) return false;
  if (above.modules.includes('custom') || above.action === 'allow') return true;
  // An exception ends the list even if its modules find nothing, and exempts the request from the rules below it.
  return below.action !== 'allow' && below.modules.length > 0 && below.modules.every((one) => above.modules.includes(one));
}

/** Follows the redirects of page rules from the first; a chain without a loop can't be longer than the list. */
function loops(pageRules: readonly PageRule[], domain: string): LintFinding[] {
  const first = (place: Place) => pageRules.find(({ path }) => matchesPath(path, place));
  const placeOf = ({ hostname, pathname, search }: URL): Place => ({ host: hostname, path: normalPath(pathname), query: search.slice(1) });
  const isOurs = ({ hostname }: URL) => hostname === domain || hostname.endsWith(`.${domain}`);
  const next = ({ mode, settings }: PageRule, from: URL) =>
    mode === 'apply' && !settings.maintenanceMode && settings.redirectUrl ? redirectTarget(settings.redirectUrl, from) : null;
  return pageRules.flatMap((start) => {
    let url = next(start, new URL(`https://${domain}/`));
    for (let hops = 0; url && isOurs(url) && hops <= pageRules.length; hops++) {
      const here = first(placeOf(url));
      if (here === start) return [said('loop', 'pageRules', titled.pageRules(start), undefined, { url: url.href })];
      url = here ? next(here, url) : null;
    }
    return [];
  });
}

function samePriority<T extends { priority: number }>(list: readonly T[], area: LayerName, itemOf: (one: T) => Item): LintFinding[] {
  return list.flatMap((one, place) => {
    const before = list[place - 1];
    return before?.priority === one.priority ? [said('samePriority', area, itemOf(one), itemOf(before), { priority: one.priority })] : [];
  });
}

/** The customer's own address, as the panel sees it. */
export interface Viewer {
  ip: string;
  country?: string | undefined;
  asn?: number | undefined;
}

function blocksYou(wall: EdgeConfig['firewall'], viewer: Viewer, now: number): LintFinding[] {
  // The firewall uses neither host nor path.
  const visit = readVisit({ url: '/', now, ...viewer }, 'viewer.invalid');
  if (!visit) return [];
  const { steps, end } = decideFirewall(wall, visit);
  return end ? [said('blocksYou', 'firewall', steps[0]?.item, undefined, { ip: viewer.ip })] : [];
}

/** Probably unintended configuration of a firewall alone, as saved. @param now epoch ms */
export function lintFirewall(saved: EdgeConfig['firewall'], viewer: Viewer | null, now: number): LintFinding[] {
  const wall = { ...saved, rules: rulesOf(saved.rules, 'draft') };
  const itemOf = (rule: FirewallRule): Item => ({ id: rule.id, title: titleOfRule(rule, wall.groups) });
  const isOver = ({ expiresAt }: FirewallRule) => (timeOf(expiresAt) ?? Infinity) <= now;
  const live = wall.rules.filter((rule) => !isOver(rule));
  const groups = new Set(wall.groups.map(({ id }) => id));
  return [
    ...covered(live, 'firewall', itemOf, (above, below) => coversRule(above, below, wall.groups)),
    ...(viewer ? blocksYou(wall, viewer, now) : []),
    ...wall.rules.filter(isOver).map((rule) => said('expired', 'firewall', itemOf(rule))),
    ...wall.rules
      .filter(({ kind, value }) => kind === 'group' && !groups.has(value))
      .map((rule) => said('groupMissing', 'firewall', itemOf(rule))),
    ...samePriority(wall.rules, 'firewall', itemOf),
  ];
}

/**
 * Probably unintended configuration in the draft: rules shadowed by one above, page rules that redirect
 * in a loop, a firewall that blocks the customer, and settings without an effect.
 * @param now epoch ms
 */
export function lintConfig(saved: EdgeConfig, viewer: Viewer | null, now: number): LintFinding[] {
  const config = configOf(saved, 'draft');
  const { rateLimits, waf, pageRules, clusters, domain } = config;
  const fits = (path: string | undefined) => !path || isPath(path, domain.name);
  return [
    ...lintFirewall(saved.firewall, viewer, now),
    ...covered(
      rateLimits,
      'rateLimit',
      titled.rateLimit,
      (above, below) => !above.path || (!!below.path && coversPath(above.path, below.path)),
    ),
    ...covered(waf.rules, 'waf', titled.waf, coversWaf),
    ...covered(pageRules, 'pageRules', titled.pageRules, (above, below) => coversPath(above.path, below.path)),
    ...loops(pageRules, domain.name),
    ...samePriority(rateLimits, 'rateLimit', titled.rateLimit),
    ...samePriority(waf.rules, 'waf', titled.waf),
    ...samePriority(pageRules, 'pageRules', titled.pageRules),
    ...pageRules.filter(({ path }) => !fits(path)).map((rule) => said('badPath', 'pageRules', titled.pageRules(rule))),
    ...rateLimits.filter(({ path }) => !fits(path)).map((rule) => said('badPath', 'rateLimit', titled.rateLimit(rule))),
    ...clusters.filter(({ servers }) => servers.length === 0).map(({ id, name }) => said('noServer', 'cluster', { id, title: name })),
  ];
}
