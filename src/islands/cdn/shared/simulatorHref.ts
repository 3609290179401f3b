import { href } from '../../../lib/routes/index.ts';

/** The simulator with a request filled in, which it runs: the address has what differs from a plain visit. Headers: one a line. */
export function simulatorHref(
  domain: string,
  request: { url: string; method?: string; headers?: string; body?: string; ip?: string; country?: string; asn?: string },
): string {
  return `${href('trace', { domain })}?${new URLSearchParams(request)}`;
}
