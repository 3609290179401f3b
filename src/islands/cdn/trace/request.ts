import type { Input } from '../../../lib/contract/call.ts';
import type { trace } from '../../../lib/contract/cdn/trace.ts';
import { type TlsVersion, tlsVersions } from '../../../lib/rules/cdn/edge/config.ts';
import { parseAsn } from '../../../lib/rules/core/network.ts';

/** A request as stored in the address; headers as lines. */
export const nothing = { url: '', method: 'GET', headers: '', body: '', ip: '', country: '', asn: '', tls: '' };
export type TraceQuery = typeof nothing;

/** `Accept: image/webp` on each line → names and values; or the number of the first invalid line, from 1. */
export function readHeaders(text: string): Record<string, string> | { line: number } {
  const headers: [string, string][] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const cut = line.indexOf(':');
    const name = line.slice(0, cut).trim();
    if (cut < 1 || !/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) return { line: index + 1 };
    headers.push([name, line.slice(cut + 1).trim()]);
  }
  return Object.fromEntries(headers);
}
const isFault = (headers: Record<string, string> | { line: number }): headers is { line: number } => typeof headers.line === 'number';

const isTls = (text: string): text is TlsVersion => tlsVersions.some((one) => one === text);

/** Whether what was typed as an AS number is one: `AS64511` or `64511`; empty is none. */
export const isAsn = (text: string): boolean => text.trim() === '' || parseAsn(text) !== null;

/** The call's input; a number: the invalid header line. */
export function traceInput({
  url,
  method,
  headers: text,
  body,
  ip,
  country,
  asn,
  tls,
}: TraceQuery): Omit<Input<typeof trace.run>, 'domainId'> | number {
  const headers = readHeaders(text);
  if (isFault(headers)) return headers.line;
  const number = asn.trim() === '' ? null : parseAsn(asn);
  return {
    url,
    method,
    headers,
    ip,
    country,
    ...(body !== '' && { body }),
    ...(number !== null && { asn: number }),
    ...(isTls(tls) && { tlsVersion: tls }),
  };
}
