import { absolute } from '../../core/dnsName.ts';

/** The name at the edge that all hosts of a domain point to. `shop.example` → `shop.example.edge.nasim.example` */
export const targetOf = (domain: string, edgeZone: string): string => `${domain}.${edgeZone}`;

/** Hosts that go through the CDN, each once: the domain itself first, then by name. @param names of its records, relative */
export function hostsOf(names: readonly string[], domain: string): string[] {
  const hosts = new Set(names.map((name) => absolute(name, domain)));
  return [...hosts].sort((a, b) => (a === domain ? -1 : b === domain ? 1 : a < b ? -1 : 1));
}

/**
 * Whether a host points where it should; null: it can’t be told. At the domain itself no CNAME may stand (RFC 1034 section 3.6.2),
 * and what its provider answers instead are addresses.
 * @param seen the CNAME that was found; null: none. Undefined: nobody has looked yet, or nobody answered
 */
export const isRight = (host: string, domain: string, target: string, seen: string | null | undefined): boolean | null =>
  host === domain || seen === undefined ? null : seen === target;
