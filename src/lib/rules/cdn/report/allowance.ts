import { knownPatterns } from '../waf/patterns.ts';

/** What lets requests like a stopped one through: the visitor's address at the firewall, or WAF signatures on the request's path. */
export type Allowance = { kind: 'address'; ip: string } | { kind: 'signatures'; path: string; patterns: string[] };

interface Stopped {
  layer: string;
  reason: string;
  ip: string;
  path: string;
  findings: readonly string[];
}

/** Reasons of the firewall; a rule for the address precedes all of them. */
const atFirewall: ReadonlySet<string> = new Set(['firewallDeny', 'firewallDefaultDeny', 'countryUnknown', 'countryNotListed']);
/** Reasons of the WAF’s modules. A custom rule stops a request whatever the exceptions are. */
const byModules: ReadonlySet<string> = new Set(['wafBlock', 'wafChallenge', 'wafUnreadBlock']);

/**
 * The narrowest change that lets requests like a logged one through; null: only its rule or setting can be changed, or nothing stopped it.
 * A path with `*` has none, because an exception would read it as a pattern.
 */
export function allowanceFor({ layer, reason, ip, path, findings }: Stopped): Allowance | null {
  if (layer === 'firewall' && atFirewall.has(reason)) return { kind: 'address', ip };
  if (layer !== 'waf' || !byModules.has(reason) || path.includes('*')) return null;
  const patterns = findings.filter((one) => knownPatterns.has(one));
  return patterns.length > 0 ? { kind: 'signatures', path, patterns } : null;
}
