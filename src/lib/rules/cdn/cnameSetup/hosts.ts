import { absolute } from '../../core/dnsName.ts';

/** The name at the edge that all hosts of a domain point to. `shop.example` → `shop.example.edge.nasim.example` */
export const cnameTarget = (domain: string, edgeZone: string): string => `${domain}.${edgeZone}`;

/** Hosts that go through the CDN, without duplicates: the domain itself first, then by name. @param names of its records, relative */
export function setupHosts(names: readonly string[], domain: string): string[] {
  const hosts = new Set(names.map((name) => absolute(name, domain)));
  return [...hosts].sort((a, b) => (a === domain ? -1 : b === domain ? 1 : a < b ? -1 : 1));
}

/**
 * Whether a host points to its target; null: unknown. A CNAME isn't allowed at the domain itself (RFC 1034 section 3.6.2),
 * so its provider returns addresses there.
 * @param observed the CNAME that was found; null: none. Undefined: not checked yet, or no response
 */
export const isRight = (host: string, domain: string, target: string, observed: string | null | undefined): boolean | null =>
  host === domain || observed === undefined ? null : observed === target;
