/** Ranges that aren't reachable on the internet (IANA special-purpose registries); documentation ranges are allowed, for examples. */
const closed4: readonly (readonly [bits: number, network: number])[] = (
  [
    [8, '0.0.0.0'],
    [8, '10.0.0.0'],
    [10, '100.64.0.0'],
    [8, '127.0.0.0'],
    [16, '169.254.0.0'],
    [12, '172.16.0.0'],
    [24, '192.0.0.0'],
    [16, '192.168.0.0'],
    [15, '198.18.0.0'],
    [3, '224.0.0.0'],
  ] as const
).map(([bits, network]) => [bits, number4(network)] as const);

function number4(address: string): number {
  return address.split('.').reduce((value, part) => value * 256 + Number(part), 0);
}
const isClosed4 = (address: string): boolean => {
  const value = number4(address);
  return closed4.some(([bits, network]) => Math.floor(value / 2 ** (32 - bits)) === Math.floor(network / 2 ** (32 - bits)));
};
/** `::`, `::1`, IPv4-mapped, unique local, link-local and multicast. */
const isClosed6 = (address: string): boolean => /^(?:::1?$|::ffff:|f[cd]|fe[89ab]|ff)/.test(address) || !/^[23]/.test(address);

/** Whether an address is publicly reachable. @param address as returned by `checkIpv4` or `checkIpv6` */
export const isPublic = (address: string): boolean => !(address.includes(':') ? isClosed6(address) : isClosed4(address));
