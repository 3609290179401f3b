import type { NamedCall } from '../../src/lib/contract/call.ts';
import type { Answer } from './provider.ts';

/** Refusals that every call may return, because they are about its caller or the form of the request (docs/product.md, Calls and errors). */
const general: ReadonlySet<string> = new Set([
  'error:validation',
  'error:invalid',
  'error:choice',
  'error:required',
  'error:malformed',
  'error:mediaType',
  'error:tooLarge',
  'error:fileTooLarge',
  'error:tooManyRequests',
  'error:idempotency',
  'error:notFound',
  'error:unauthorized',
  'error:expired',
  'error:role',
  'error:sessionOnly',
  'error:otherAccount',
  'apiKey:error.area',
  'apiKey:error.readOnly',
  'apiKey:error.limited',
  'apiKey:error.limitedServers',
  'apiKey:error.ip',
  'team:error.ownOnly',
  'allowedIp:error.blocked',
  'auth:error.closed',
  'auth:error.ipBlocked',
  'plan:required',
  'plan:requiredTop',
]);

/** The code of a refusal that the contract doesn't list for its call, so that clients and the API reference don't know it; undefined: there is none. */
export function undeclared(call: NamedCall, { status, body: { code } }: Pick<Answer, 'status' | 'body'>): string | undefined {
  if (status < 400 || status >= 500 || code === undefined || general.has(code) || call.errors.some((one) => one === code)) return undefined;
  return code;
}
