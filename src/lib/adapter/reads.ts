import type { Input, NamedCall, Output } from '../contract/call.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Upstream } from './upstream.ts';

/** A page does not wait longer for its data; the island then fetches it itself (design.md section 2). */
const WAIT_MS = 500;
/** Rows that a page carries at most. */
export const READ_ROWS = 200;

/** The answer of a read, or null when it was refused, failed or took too long. */
export type Reader = <C extends NamedCall>(call: C, input: Input<C>) => Promise<Output<C> | null>;

/** Makes the reader of one page request: it speaks for the session of that request, and asks nothing twice. */
export function makeReader(upstream: Upstream, about: { token: string; locale: Locale; ip: string; userAgent: string }): Reader {
  const asked = new Map<string, Promise<unknown>>();
  return (call, input) => {
    const key = JSON.stringify([call.id, input]);
    const answer = asked.get(key) ?? ask(call, input);
    asked.set(key, answer);
    return answer as Promise<Output<typeof call> | null>; // what this call was asked
  };

  async function ask<C extends NamedCall>(call: C, input: Input<C>): Promise<Output<C> | null> {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(input as Record<string, unknown>)) if (value !== undefined) params.set(name, String(value)); // inputs are objects
    try {
      const response = await upstream({
        method: 'GET',
        path: call.path,
        search: params.size > 0 ? `?${params}` : '',
        headers: {
          authorization: `Bearer ${about.token}`,
          'x-access-token': about.token,
          'accept-language': about.locale,
          'user-agent': about.userAgent,
        },
        body: null,
        ip: about.ip,
        signal: AbortSignal.timeout(WAIT_MS),
      });
      return response.ok ? ((await response.json()) as Output<C>) : null; // the provider's answer, checked by its schema there
    } catch {
      return null;
    }
  }
}
