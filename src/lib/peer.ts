import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Normalizes an address: an IPv4 address mapped to IPv6 becomes the IPv4 address. Invalid ones don't change. */
export function normaliseIp(address: string): string {
  try {
    return ipaddr.process(address).toString();
  } catch {
    return address;
  }
}

/** Whether an address is one of the proxies or ranges of `TRUSTED_PROXIES`. */
export function makeIsTrusted(trusted: readonly string[]): (ip: string) => boolean {
  const networks = trusted.map((entry): Network => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
  return (ip) => {
    if (!ipaddr.isValid(ip)) return false;
    const address = ipaddr.process(ip);
    return networks.some(([network, bits]) => address.kind() === network.kind() && address.match(network as never, bits)); // same kind, checked
  };
}

/**
 * Determines the client's address. `X-Forwarded-For` is used only as far as trusted proxies wrote it: it is read from the end,
 * and the first address that isn't a trusted proxy is the client.
 */
export function makeClientIp(trusted: readonly string[]): (peer: string, forwardedFor: string | null) => string {
  const isTrusted = makeIsTrusted(trusted);
  return (peer, forwardedFor) => {
    let ip = normaliseIp(peer);
    const hops = (forwardedFor ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter(Boolean);
    while (isTrusted(ip)) {
      const hop = hops.pop();
      if (hop === undefined || !ipaddr.isValid(hop)) break;
      ip = normaliseIp(hop);
    }
    return ip;
  };
}
