import { hasPort } from './ipText.ts';
import { parseAddress } from './network.ts';

/** A name server, by its address. */
export interface DnsServer {
  address: string;
  port: number;
}

const DNS_PORT = 53;

/** `192.0.2.1`, `192.0.2.1:5300`, `2001:db8::1`, `[2001:db8::1]:5300` → a server; null for anything else. */
export function toServer(text: string): DnsServer | null {
  const [, bracketed, port] = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text) ?? (hasPort(text) ? /^(.+):(\d{1,5})$/.exec(text) : null) ?? [];
  const address = bracketed ?? text;
  const number = port === undefined ? DNS_PORT : Number(port);
  // The system's resolvers may be link-local, with a zone ID (RFC 4007).
  const isAddress = parseAddress(address.replace(/%[\w.-]+$/, '')) !== null;
  return isAddress && number > 0 && number < 65_536 ? { address, port: number } : null;
}

/** `Example DNS=192.0.2.1` → a server with a label to show; null for anything else. */
export function toNamedServer(text: string): { label: string; server: DnsServer } | null {
  const [, label = '', address = ''] = /^([^=]{1,40})=(.+)$/.exec(text) ?? [];
  const server = toServer(address.trim());
  return server && label.trim() !== '' ? { label: label.trim(), server } : null;
}
