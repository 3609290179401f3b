import { addressText, covers, parseAddress, parseNetwork } from '../rules/core/network.ts';

/** Normalizes an address: an IPv4 address mapped to IPv6 becomes the IPv4 address. Invalid ones don't change. */
export function normalizeIp(address: string): string {
  const one = parseAddress(address);
  return one ? addressText(one.words) : address;
}

/**
 * Whether an address is one of the proxies or ranges of `TRUSTED_PROXIES`.
 * @throws Error when one of them is neither
 */
export function makeIsTrusted(trusted: readonly string[]): (ip: string) => boolean {
  const networks = trusted.map((entry) => {
    const network = parseNetwork(entry);
    if (!network) throw new Error(`TRUSTED_PROXIES: ${entry} isn't an address or a range.`);
    return network;
  });
  return (ip) => {
    // The peer of a link-local connection has a zone ID (RFC 4007).
    const address = parseAddress(ip.replace(/%.*$/, ''));
    return address !== null && networks.some((network) => covers(network, address));
  };
}

/**
 * Determines the client's address. `X-Forwarded-For` is used only as far as trusted proxies wrote it: it is read from the end,
 * and the first address that isn't a trusted proxy is the client.
 */
export function makeClientIp(trusted: readonly string[]): (peer: string, forwardedFor: string | null) => string {
  const isTrusted = makeIsTrusted(trusted);
  return (peer, forwardedFor) => {
    let ip = normalizeIp(peer);
    const hops = (forwardedFor ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter(Boolean);
    while (isTrusted(ip)) {
      const hop = hops.pop();
      if (hop === undefined || !parseAddress(hop)) break;
      ip = normalizeIp(hop);
    }
    return ip;
  };
}
