import ipaddr from 'ipaddr.js';

/** A name server, by its address. */
export interface DnsServer {
  address: string;
  port: number;
}

const DNS_PORT = 53;

/** `192.0.2.1`, `192.0.2.1:5300`, `2001:db8::1`, `[2001:db8::1]:5300` → a server; null for anything else. */
export function toServer(text: string): DnsServer | null {
  const [, bracketed, port] = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text) ?? /^([\d.]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = bracketed ?? text;
  const number = port === undefined ? DNS_PORT : Number(port);
  return ipaddr.isValid(address) && number > 0 && number < 65_536 ? { address, port: number } : null;
}

/** `Example DNS=192.0.2.1` → a server with a label to show; null for anything else. */
export function toNamedServer(text: string): { label: string; server: DnsServer } | null {
  const [, label = '', address = ''] = /^([^=]{1,40})=(.+)$/.exec(text) ?? [];
  const server = toServer(address.trim());
  return server && label.trim() !== '' ? { label: label.trim(), server } : null;
}
