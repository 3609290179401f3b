import type { AnyCall } from '../../lib/contract/call.ts';

/** The URL of a call, with the input of a read in its query string. A prefetching page must use exactly the same URL. */
export function callUrl(call: Pick<AnyCall, 'path' | 'method'>, input: Record<string, unknown>): string {
  const url = `/api${call.path}`;
  if (call.method !== 'GET') return url;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) if (value !== undefined && value !== null) params.set(name, String(value));
  return params.size > 0 ? `${url}?${params}` : url;
}
