import { type Fault, fault, isFault } from '../../core/fault.ts';
import { hostName } from '../../core/hostName.ts';
import type { PageRuleData, PathSettings } from '../edge/config.ts';
import { redirectTarget } from '../edge/pageRules.ts';
import { pathFault } from '../edge/pathFault.ts';
import { matchesPath, normalPath } from '../edge/pattern.ts';
import { durationSeconds } from '../edge/types.ts';

/** Times of a page rule in seconds: the cache TTL within the limits of the plan; at most five minutes for the server timeout. */
export const maxCacheTtl = 365 * 86_400;
export const maxConnectionTimeout = 300;

/** Settings with a cache time. */
const cacheTimeSettings = ['cacheTtl', 'defaultTtl'] as const;
type CacheTimeSetting = (typeof cacheTimeSettings)[number];
export const isCacheTime = (name: keyof PathSettings): name is CacheTimeSetting => cacheTimeSettings.some((one) => one === name);

/** The properties of a domain that decide which settings a page rule can have. */
export interface PathLimits {
  /** Lower-case ASCII. */
  domain: string;
  /** Minimum of the plan, in seconds; null: by contract. */
  minTtl: number | null;
}

export type PathProblem = Fault & { field: string };

/** A URL that matches the path, to resolve a relative redirect. */
function ruleUrl(path: string, domain: string): URL {
  const host = path.startsWith('/') ? domain : (path.split(/[/?]/, 1)[0] ?? domain);
  return new URL(`https://${host.replaceAll('*', 'x')}/`);
}

/** The redirect target: a web address, or a path. One that the rule itself matches would cause a loop. */
export function redirectFault(redirectUrl: string, path: string, domain: string): Fault | null {
  if (/\s/u.test(redirectUrl) || !/^(?:https?:\/\/[^/]|\/(?!\/))/i.test(redirectUrl)) return fault('pageRule:error.redirectUrl');
  if (pathFault(path, domain)) return null;
  const to = redirectTarget(redirectUrl, ruleUrl(path, domain));
  if (!to) return fault('pageRule:error.redirectUrl');
  if (to.hostname !== domain && !to.hostname.endsWith(`.${domain}`)) return null;
  const place = { host: to.hostname, path: normalPath(to.pathname), query: to.search.slice(1) };
  return matchesPath(path, place) ? fault('pageRule:error.redirectLoop', { path, url: redirectUrl }) : null;
}

/** The Host header for the origin, without port. */
export const isHostHeader = (text: string): boolean =>
  /^[^\s@]+\.[^\s@]+$/.test(text) && !isFault(hostName(text, { zone: '', type: 'MX' })) && !text.endsWith('.');

/**
 * A Content-Security-Policy as in a header: directives, each with a name and sources (CSP level 3, section 2.2). Names aren't
 * validated: browsers add new ones.
 */
export const isPolicy = (text: string): boolean =>
  /^[\x20-\x7e]+$/.test(text) &&
  text
    .replace(/;\s*$/, '')
    .split(';')
    .every((directive) => /^\s*[a-z][a-z0-9-]*(?:\s+[^\s,;]+)*\s*$/i.test(directive));

const tooShort = (least: number): Fault =>
  least % 60 === 0 ? fault('pageRule:error.cacheTtlMinutes', { min: least / 60 }) : fault('pageRule:error.cacheTtlSeconds', { min: least });

const settingFaults = (settings: PathSettings, path: string, { domain, minTtl }: PathLimits): PathProblem[] => {
  const problems: PathProblem[] = [];
  const say = (name: keyof PathSettings, match: Fault | null) => match && problems.push({ field: `settings.${name}`, ...match });
  const { redirectUrl } = settings;
  for (const name of cacheTimeSettings) {
    const time = settings[name];
    if (time && minTtl !== null && durationSeconds(time) < minTtl) say(name, tooShort(minTtl));
  }
  if (settings.cacheTtl && settings.defaultTtl) say('defaultTtl', fault('pageRule:error.defaultTtl'));
  if (redirectUrl !== undefined) say('redirectUrl', redirectFault(redirectUrl, path, domain));
  return problems;
};

/** The errors of a rule that depend on its domain; the contract validates its shape. */
export function pathProblems({ path, settings }: Pick<PageRuleData, 'path' | 'settings'>, limits: PathLimits): PathProblem[] {
  const found = path.trim() === '' ? fault('pageRule:error.pathRequired', { zone: limits.domain }) : pathFault(path, limits.domain);
  return [...(found ? [{ field: 'path', ...found }] : []), ...settingFaults(settings, path, limits)];
}
