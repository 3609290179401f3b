import { maxUrl } from './delivery.ts';
import { type Fault, fault } from './fault.ts';
import type { Network } from './network.ts';
import { closedTo, isHost, isLocalName } from './serverAddress.ts';

/** The normalized URL of a customer's receiver (WHATWG URL). */
export interface TargetUrl {
  href: string;
  protocol: 'http' | 'https';
  /** An address without brackets, or a host name in ASCII. */
  host: string;
  port: number;
  /** Path and query. */
  path: string;
}

/**
 * Validates the URL of a target as typed. Only the format and literal addresses are checked: where a name resolves, and
 * whether plain http is allowed there, is checked when it is saved and again on each connection.
 * @param allow networks allowed by the operator; null: unknown, as in the browser
 */
export function checkTarget(input: string, allow: readonly Network[] | null): TargetUrl | Fault {
  const text = input.trim();
  if (text === '') return fault('target:error.urlRequired');
  if (text.length > maxUrl) return fault('target:error.urlLong', { max: maxUrl });
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:\/\//i.test(text)) return fault('target:error.url');
  if (url.username || url.password) return fault('target:error.urlUser');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const protocol = url.protocol === 'https:' ? 'https' : 'http';
  if (isHost(host)) {
    if (!host.includes('.') || isLocalName(host)) return fault('target:error.hostLocal', { host });
  } else if (allow && closedTo(host, allow)) return fault('target:error.closed', { address: host });
  url.hash = '';
  return { href: url.href, protocol, host, port: Number(url.port) || (protocol === 'https' ? 443 : 80), path: url.pathname + url.search };
}

/** The host and port of a stored URL, for places with other readers: its path or query can contain a key. */
export const linkHost = (href: string): string => new URL(href).host;
