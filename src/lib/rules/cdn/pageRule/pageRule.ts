import { type Fault, fault, isFault } from '../../core/fault.ts';
import { hostName } from '../../core/hostName.ts';
import { capturesIn, countWildcards } from '../edge/captures.ts';
import type { PageRuleData, PathSettings } from '../edge/config.ts';
import { pathFault } from '../edge/pathFault.ts';
import { matchesPath, normalPath } from '../edge/pattern.ts';
import { redirectTarget, rewriteTarget, targetAuthority } from '../edge/target.ts';
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

/** A request that matches the path, with `x` for each wildcard; one to the domain if its host can't be one. */
function exampleVisit(path: string, domain: string) {
  const text = path.replaceAll('*', 'x');
  const example = `https://${text.startsWith('/') ? domain : ''}${text}`;
  const url = new URL(URL.canParse(example) ? example : `https://${domain}/`);
  return { url, host: url.hostname, path: normalPath(url.pathname), query: url.search.slice(1) };
}

/** Whether a target refers to a wildcard that the path doesn't have, or to a part of the path in its host. */
function captureFault(target: string, path: string): Fault | null {
  const wildcards = countWildcards(path);
  const missing = capturesIn(target).find((capture) => capture === 0 || capture > wildcards.all);
  if (missing !== undefined) return fault('pageRule:error.capture', { capture: `$${missing}`, path });
  const inHost = capturesIn(targetAuthority(target)).find((capture) => capture > wildcards.host);
  return inHost === undefined ? null : fault('pageRule:error.captureHost', { capture: `$${inHost}` });
}

/** The redirect target: a web address, or a path. One that the rule itself matches would cause a loop. */
export function redirectFault(settings: Pick<PathSettings, 'redirectUrl' | 'redirectQuery'>, path: string, domain: string): Fault | null {
  const { redirectUrl = '' } = settings;
  if (/\s/u.test(redirectUrl) || !/^(?:https?:\/\/[^/]|\/(?!\/))/i.test(redirectUrl)) return fault('pageRule:error.redirectUrl');
  if (pathFault(path, domain)) return null;
  const wrong = captureFault(redirectUrl, path);
  if (wrong) return wrong;
  const to = redirectTarget(settings, path, exampleVisit(path, domain));
  if (!to) return fault('pageRule:error.redirectUrl');
  if (to.hostname !== domain && !to.hostname.endsWith(`.${domain}`)) return null;
  const place = { host: to.hostname, path: normalPath(to.pathname), query: to.search.slice(1) };
  return matchesPath(path, place) ? fault('pageRule:error.redirectLoop', { path, url: redirectUrl }) : null;
}

/** The path for the origin: one that every server reads alike, whatever its wildcards stand for. */
export function rewriteFault(rewriteUrl: string, path: string, domain: string): Fault | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (!/^\/(?!\/)[^\s#\\\u0000-\u001f\u007f]*$/u.test(rewriteUrl)) return fault('pageRule:error.rewriteUrl');
  if (pathFault(path, domain)) return null;
  const visit = { ...exampleVisit(path, domain), raw: { path: '/', query: '' } };
  return captureFault(rewriteUrl, path) ?? (rewriteTarget(rewriteUrl, path, visit) === null ? fault('pageRule:error.rewriteUrl') : null);
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
  const report = (name: keyof PathSettings, match: Fault | null) => match && problems.push({ field: `settings.${name}`, ...match });
  const { redirectUrl, redirectStatus, redirectQuery, rewriteUrl } = settings;
  for (const name of cacheTimeSettings) {
    const time = settings[name];
    if (time && minTtl !== null && durationSeconds(time) < minTtl) report(name, tooShort(minTtl));
  }
  if (settings.cacheTtl && settings.defaultTtl) report('defaultTtl', fault('pageRule:error.defaultTtl'));
  // Without a target they would have no effect.
  if ((redirectUrl ?? redirectStatus ?? redirectQuery) !== undefined) report('redirectUrl', redirectFault(settings, path, domain));
  if (rewriteUrl !== undefined) report('rewriteUrl', rewriteFault(rewriteUrl, path, domain));
  return problems;
};

/** The errors of a rule that depend on its domain; the contract validates its shape. */
export function pathProblems({ path, settings }: Pick<PageRuleData, 'path' | 'settings'>, limits: PathLimits): PathProblem[] {
  const found = path.trim() === '' ? fault('pageRule:error.pathRequired', { zone: limits.domain }) : pathFault(path, limits.domain);
  return [...(found ? [{ field: 'path', ...found }] : []), ...settingFaults(settings, path, limits)];
}
