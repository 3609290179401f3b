/*
 * Hosts of URLs as a server's HTTP client reads them: IPv4 in decimal, octal, hexadecimal and short notations (inet_aton; WHATWG URL,
 * IPv4 parser), IPv6 with an IPv4 inside, and names that always resolve to this machine.
 */

export type HostKind = 'metadata' | 'hidden' | 'internal' | 'address' | 'callback' | 'name';

function parseNumber(part: string): number | null {
  if (/^0x[0-9a-f]{0,8}$/.test(part)) return Number.parseInt(part.slice(2) || '0', 16);
  if (/^0[0-7]{1,11}$/.test(part)) return Number.parseInt(part, 8);
  return /^(?:0|[1-9]\d{0,9})$/.test(part) ? Number(part) : null;
}

/** @returns the number, and whether its notation is other than four decimal numbers; null: no IPv4 */
export function parseIPv4(host: string): { address: number; isOdd: boolean } | null {
  const parts = host.replace(/\.$/, '').split('.');
  if (parts.length > 4) return null;
  const numbers = parts.map(parseNumber);
  const last = numbers.at(-1);
  if (last === null || last === undefined) return null;
  let address = 0;
  for (const [place, number] of numbers.slice(0, -1).entries()) {
    if (number === null || number > 255) return null;
    address += number * 256 ** (3 - place);
  }
  if (last >= 256 ** (5 - parts.length)) return null;
  return { address: address + last, isOdd: parts.length < 4 || parts.some((part) => part.length > 1 && part[0] === '0') };
}

const within = (address: number, base: number, bits: number): boolean =>
  Math.floor(address / 2 ** (32 - bits)) === Math.floor(base / 2 ** (32 - bits));
const quad = (a: number, b: number, c: number, d: number): number => a * 2 ** 24 + b * 2 ** 16 + c * 256 + d;
const isMetadata = (address: number): boolean =>
  within(address, quad(169, 254, 0, 0), 16) ||
  address === quad(100, 100, 100, 200) ||
  address === quad(192, 0, 0, 192) ||
  address === quad(168, 63, 129, 16);
const isInternal = (address: number): boolean =>
  within(address, quad(127, 0, 0, 0), 8) ||
  within(address, 0, 8) ||
  within(address, quad(10, 0, 0, 0), 8) ||
  within(address, quad(172, 16, 0, 0), 12) ||
  within(address, quad(192, 168, 0, 0), 16) ||
  within(address, quad(100, 64, 0, 0), 10);

const metadataNames: ReadonlySet<string> = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'metadata',
  'instance-data',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.service.consul',
  'rancher-metadata',
  'metadata.nicob.net',
]); // prettier-ignore
const localName =
  /^(?:(?:[\w-]{1,40}\.){0,4}localhost\d?(?:\.localdomain\d?)?|(?:ip6|ipv6)-(?:localhost|loopback)|localdomain|broadcasthost|(?:host|gateway|kubernetes|vm)\.docker\.internal|(?:host|gateway)\.containers\.internal|kubernetes(?:\.default(?:\.svc(?:\.cluster\.local)?)?)?|[\w.-]{1,80}\.svc\.cluster\.local)$/;
/** Names that resolve to the address in them, or to this machine. */
const rebinding =
  /(?:^|\.)(?:nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|fbi\.com|1u\.ms|rbndr\.us|rebind\.network|yoogle\.com|spoofed\.burpcollaborator\.net|localdomain\.pw|sslip\.com|traefik\.me|backname\.io|ip\.addr\.tools)$/;
/** Names that tell an attacker about every request they get. */
const callback =
  /(?:^|\.)(?:burpcollaborator\.net|oastify\.com|oast\.(?:pro|live|site|online|fun|me)|interact\.sh|interactsh\.com|dnslog\.cn|ceye\.io|requestbin\.net|canarytokens\.com|pipedream\.net|webhook\.site|dnslog\.(?:link|store|org)|bxss\.me|xss\.ht|ngrok\.io|ngrok-free\.app|requestrepo\.com|requestcatcher\.com)$/;

function ipv6Kind(host: string): HostKind {
  const mapped = /(?:^|:)(?:ffff:|0{0,4}:)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(host)?.[1];
  const words = /^(?:0{0,4}:){1,6}(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  const inner = mapped
    ? parseIPv4(mapped)?.address
    : words
      ? Number.parseInt(words[1] ?? '', 16) * 65536 + Number.parseInt(words[2] ?? '', 16)
      : undefined;
  if (inner !== undefined && isMetadata(inner)) return 'metadata';
  if (inner !== undefined && (isInternal(inner) || inner === 1)) return 'hidden';
  if (/^fd00:ec2::254$|^fe80:/.test(host)) return 'metadata';
  if (/^(?:0{0,4}:){2,7}0{0,3}[01]?$|^f[cd][0-9a-f]{2}:/.test(host)) return 'hidden';
  return 'address';
}

/** @param host in lower case, without a port; IPv6 in brackets */
export function hostKind(host: string): HostKind {
  if (host.startsWith('[')) return ipv6Kind(host.slice(1, host.indexOf(']') < 0 ? undefined : host.indexOf(']')));
  const number = parseIPv4(host);
  if (number) {
    if (isMetadata(number.address)) return 'metadata';
    if (isInternal(number.address)) return number.isOdd ? 'hidden' : 'internal';
    return number.isOdd && /^(?:0x|\d{8,10}$)/.test(host) ? 'hidden' : number.isOdd ? 'name' : 'address';
  }
  const name = host.replace(/\.$/, '');
  if (metadataNames.has(name)) return 'metadata';
  if (rebinding.test(name)) return 'hidden';
  if (callback.test(name)) return 'callback';
  return localName.test(name) ? 'internal' : 'name';
}
