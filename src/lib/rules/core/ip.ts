import { type Fault, fault } from './fault.ts';
import { canonicalIpv6, hasPort, looksLikeIpv4, plainIpv4 } from './ipText.ts';

const ordinal = ['dns:error.ipv4First', 'dns:error.ipv4Second', 'dns:error.ipv4Third', 'dns:error.ipv4Last'] as const;

/** Four decimal numbers 0-255 without leading zeros (RFC 6943 section 3.1.1, "strict"), or an error. */
export function checkIpv4(text: string): string | Fault {
  if (plainIpv4(text)) return text;
  if (text === '') return fault('dns:error.ipv4Required');
  if (hasPort(text)) return fault('address:error.port');
  if (text.includes(':')) return fault('dns:error.ipv4IsIpv6');
  if (text.includes('/')) return fault('dns:error.ipv6Prefix');
  const parts = text.split('.');
  if (parts.some((part) => !/^\d+$/.test(part))) return fault('dns:error.ipv4', { value: text });
  if (parts.length !== 4) return fault('dns:error.ipv4Parts', { value: text, count: parts.length });
  const large = parts.findIndex((part) => Number(part) > 255);
  const name = ordinal[large];
  if (name) return fault(name, { part: parts[large] ?? '' });
  return fault('dns:error.ipv4Zero', { part: parts.find((part) => /^0\d/.test(part)) ?? text });
}

/** IPv6 in any form of RFC 4291 section 2.2 → the form of RFC 5952, or an error. */
export function checkIpv6(text: string): string | Fault {
  const canonical = canonicalIpv6(text);
  if (canonical !== null) return canonical;
  if (text === '') return fault('dns:error.ipv6Required');
  if (hasPort(text)) return fault('address:error.port');
  if (looksLikeIpv4(text)) return fault('dns:error.ipv6IsIpv4');
  if (text.includes('%')) return fault('dns:error.ipv6Scope');
  if (text.includes('/')) return fault('dns:error.ipv6Prefix');
  return fault('dns:error.ipv6', { value: text });
}
