import type { LoggedMatch } from '../edge/bundle.ts';
import { maxMatches } from '../edge/waf/logMatches.ts';
import { knownPatterns } from '../waf/patterns.ts';

/** What lets requests like a stopped one through: the visitor's address at the firewall, or WAF signatures on the request's path. */
export type Allowance =
  | { kind: 'address'; ip: string }
  | { kind: 'signatures'; path: string; exceptions: { patterns: string[]; argument?: string }[] };

interface Stopped {
  layer: string;
  reason: string;
  ip: string;
  path: string;
  findings: readonly string[];
  matches?: readonly Pick<LoggedMatch, 'pattern' | 'name'>[] | null | undefined;
}

/** Reasons of the firewall; a rule for the address precedes all of them. */
const atFirewall: ReadonlySet<string> = new Set(['firewallDeny', 'firewallDefaultDeny', 'countryUnknown', 'countryNotListed']);
/** Reasons of the WAF’s modules. A custom rule stops a request whatever the exceptions are. */
const byModules: ReadonlySet<string> = new Set(['wafBlock', 'wafChallenge', 'wafUnreadBlock']);

/** Names that an exception can have (contract `wafExceptionData`); one of 100 characters may have been cut by the log. */
const isArgument = (name: string): boolean => /^\S{1,99}$/.test(name);

/**
 * One exception for each parameter, header or cookie, and one for what has no name: each pattern is ignored only where it matched.
 * @param matches all of them, or none if the log doesn't have all
 */
function narrowest(
  patterns: readonly string[],
  matches: readonly Pick<LoggedMatch, 'pattern' | 'name'>[],
): { patterns: string[]; argument?: string }[] {
  const argument = (name: string) => (isArgument(name) ? name : '');
  const places = patterns.flatMap((pattern) => {
    const names = matches.filter((one) => one.pattern === pattern).map(({ name }) => argument(name));
    return (names.length > 0 ? names : ['']).map((name) => ({ pattern, name }));
  });
  return [...Map.groupBy(places, ({ name }) => name)].map(([name, those]) => ({
    patterns: [...new Set(those.map(({ pattern }) => pattern))],
    ...(name && { argument: name }),
  }));
}

/**
 * The narrowest change that lets requests like a logged one through; null: only its rule or setting can be changed, or nothing stopped it.
 * A path with `*` has none, because an exception would read it as a pattern.
 */
export function allowanceFor({ layer, reason, ip, path, findings, matches }: Stopped): Allowance | null {
  if (layer === 'firewall' && atFirewall.has(reason)) return { kind: 'address', ip };
  if (layer !== 'waf' || !byModules.has(reason) || path.includes('*')) return null;
  const patterns = findings.filter((one) => knownPatterns.has(one));
  return patterns.length > 0
    ? { kind: 'signatures', path, exceptions: narrowest(patterns, matches && matches.length < maxMatches ? matches : []) }
    : null;
}
