import type { Input, NamedCall, Output } from '../lib/contract/call.ts';
import type { Locale } from '../lib/i18n/locales.ts';
import type { Access } from '../lib/routes/access.ts';
import { isReadDenied } from '../lib/rules/core/roles.ts';
import type { Upstream } from './upstream.ts';

/** Maximum number of rows embedded in a page. */
export const READ_ROWS = 200;

export interface Reader {
  /** The response to a read, or null if it was refused, failed or took too long. */
  <C extends NamedCall>(call: C, input: Input<C>): Promise<Output<C> | null>;
  /** Whether a read was refused with 404: the caller can't access the item. */
  isMissing<C extends NamedCall>(call: C, input: Input<C>): Promise<boolean>;
}

/**
 * Creates the reader of one page request: it uses the session of that request and makes each read once.
 * @param about `waitMs`: how long each read may take; after that, the island fetches the data. `access`: that of the role in the account
 * acted for; a read that it doesn't cover isn't made. It is set once it is known
 */
export function makeReader(
  upstream: Upstream,
  about: {
    token: string;
    tokenHeader: string;
    locale: Locale;
    ip: string;
    userAgent: string;
    requestId?: string;
    waitMs: number;
    access?: Access | null;
  },
): Reader {
  const answers = new Map<string, ReturnType<typeof fetchAnswer>>();
  const once = <C extends NamedCall>(call: C, input: Input<C>) => {
    const key = JSON.stringify([call.id, input]);
    const answer = answers.get(key) ?? fetchAnswer(call, input);
    answers.set(key, answer);
    return answer;
  };
  return Object.assign(
    async <C extends NamedCall>(call: C, input: Input<C>) => (await once(call, input)).output as Output<C> | null, // the response to this very call
    { isMissing: async <C extends NamedCall>(call: C, input: Input<C>) => (await once(call, input)).status === 404 },
  );

  /** `status` null: no response in time. */
  async function fetchAnswer<C extends NamedCall>(call: C, input: Input<C>): Promise<{ status: number | null; output: unknown }> {
    if (about.access && call.access !== 'public' && isReadDenied(about.access, call)) return { status: null, output: null };
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(input as Record<string, unknown>)) if (value !== undefined) params.set(name, String(value)); // inputs are objects
    try {
      const response = await upstream({
        method: 'GET',
        path: call.path,
        search: params.size > 0 ? `?${params}` : '',
        headers: {
          authorization: `Bearer ${about.token}`,
          [about.tokenHeader]: about.token,
          'accept-language': about.locale,
          'user-agent': about.userAgent,
        },
        body: null,
        ip: about.ip,
        requestId: about.requestId,
        page: answers,
        signal: AbortSignal.timeout(about.waitMs),
      });
      // The provider's response, validated by its schema there.
      return { status: response.status, output: response.ok ? await response.json() : null };
    } catch {
      return { status: null, output: null };
    }
  }
}
