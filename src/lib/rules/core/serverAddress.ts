import { type Fault, fault, isFault } from './fault.ts';
import { hostName } from './hostName.ts';
import { checkIpv4, checkIpv6 } from './ip.ts';
import { hasPort, looksLikeIpv4, looksLikeIpv6, typedAddress } from './ipText.ts';
import { covers, type Network, parseNetwork } from './network.ts';

/** Why an address isn't allowed for a customer's server; each has its own text. */
export type Closed = 'private' | 'loopback' | 'linkLocal' | 'multicast' | 'translated' | 'reserved';

const network = (text: string): Network => {
  const read = parseNetwork(text);
  if (!read) throw new Error(`${text} isn't a network`);
  return read;
};
/**
 * Networks that aren't public (IANA special-purpose address registries, RFC 6890). A check requested by a customer
 * must not reach them: behind them are this machine, its neighbors and the cloud's metadata service (169.254.169.254).
 */
const closed: readonly (readonly [Network, Closed])[] = (
  [
    ['0.0.0.0/8', 'reserved'],
    ['10.0.0.0/8', 'private'],
    ['100.64.0.0/10', 'private'],
    ['127.0.0.0/8', 'loopback'],
    ['169.254.0.0/16', 'linkLocal'],
    ['172.16.0.0/12', 'private'],
    ['192.0.0.0/24', 'reserved'],
    ['192.88.99.0/24', 'translated'],
    ['192.168.0.0/16', 'private'],
    ['198.18.0.0/15', 'reserved'],
    ['224.0.0.0/4', 'multicast'],
    ['240.0.0.0/4', 'reserved'],
    ['::1/128', 'loopback'],
    ['fc00::/7', 'private'],
    ['fe80::/10', 'linkLocal'],
    ['fec0::/10', 'private'],
    ['ff00::/8', 'multicast'],
    ['64:ff9b::/96', 'translated'],
    ['64:ff9b:1::/48', 'translated'],
    ['2002::/16', 'translated'],
    ['2001::/32', 'translated'],
    ['2001::/23', 'reserved'],
  ] as const
).map(([text, kind]) => [network(text), kind] as const);
/** All allocated addresses (RFC 4291 section 2.4). Everything else is closed as well. */
const global6 = network('2000::/3');
const documentation = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'].map(network);

/**
 * Why an address, in any notation, is closed to checks.
 * @param allow networks that the operator has opened (`CHECK_ALLOW`)
 * @returns null: open. Documentation addresses are open too: nothing is behind them.
 */
export function closedTo(address: string, allow: readonly Network[] = []): Closed | null {
  // `parseNetwork` reads `::ffff:127.0.0.1` as 127.0.0.1, so this covers it.
  const one = parseNetwork(address);
  if (!one) return 'reserved';
  if (allow.some((open) => covers(open, one))) return null;
  const found = closed.find(([range]) => covers(range, one));
  if (found) return found[1];
  // `::10.0.0.1`: the deprecated IPv4-compatible form (RFC 4291 section 2.5.5.1) is outside of this too.
  return one.words.length === 8 && !covers(global6, one) ? 'reserved' : null;
}

/** For examples (RFC 5737, RFC 3849, RFC 9637): nothing responds there, and nothing is sent there. */
export function isDocumentation(address: string): boolean {
  const one = parseNetwork(address);
  return one !== null && documentation.some((range) => covers(range, one));
}

const localNames = /(^|\.)(localhost|local|internal|localdomain|home\.arpa|invalid|onion)$/;

/** A name that only resolves inside one network. */
export const isLocalName = (host: string): boolean => localNames.test(host);

/** An address or a host name. */
export const isHost = (address: string): boolean => !address.includes(':') && !looksLikeIpv4(address);

/**
 * Validates the address of a server as typed: IPv4, IPv6 with or without brackets, or a host name with a dot.
 * @param allow closed networks that are allowed; null: only the format is checked, as in the browser, which doesn't know them
 * @returns the canonical address (RFC 5952; a host in ASCII without the final dot), or an error
 */
export function checkAddress(input: string, zone: string, allow: readonly Network[] | null): string | Fault {
  const typed = typedAddress(input);
  // Names of hosts may have these characters (RFC 5891), and are read by the rules of names.
  const isAddress = looksLikeIpv4(typed) || looksLikeIpv6(typed) || hasPort(typed);
  const text = isAddress ? typed : input.trim();
  if (text === '') return fault('cluster:error.addressRequired');
  if (/\s/u.test(text)) return fault('dns:error.hostSpaces');
  if (/^(\[[^\]]*\]|[^:\s/]+):\d*$/.test(text)) return fault('cluster:error.addressPort');
  const [, inner = text] = /^\[([^\]]*)\]$/.exec(text) ?? [];
  if (inner.includes(':') && !inner.includes('/')) {
    const address = checkIpv6(inner);
    if (isFault(address)) return address;
    if (address.startsWith('::ffff:')) return fault('cluster:error.mapped', { address: address.slice(7) });
    return openOr(address, allow);
  }
  if (looksLikeIpv4(text)) {
    const address = checkIpv4(text.replace(/\.$/, ''));
    return isFault(address) ? address : openOr(address, allow);
  }
  if (text !== '@' && !text.includes('.') && !text.includes('/')) return fault('cluster:error.hostShort', { host: text });
  const host = hostName(text, { zone, type: 'A' });
  if (isFault(host)) return host;
  if (host === zone) return fault('cluster:error.hostIsDomain', { host });
  if (isLocalName(host)) return fault('cluster:error.hostLocal', { host });
  return host;
}

function openOr(address: string, allow: readonly Network[] | null): string | Fault {
  const why = allow && closedTo(address, allow);
  return why ? fault(`cluster:error.closed.${why}`, { address }) : address;
}
