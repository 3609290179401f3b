import { type Input, limitText, type NamedCall, type Output } from '../../lib/contract/call.ts';
import type { Incoming } from '../received.ts';

/** A call that was refused, or not answered. The message is for the caller. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Makes calls of the contract with the key of a request. @throws CallRefused */
export type Send = <C extends NamedCall>(call: C, input: Input<C>) => Promise<Output<C>>;

/** Headers of the request that its calls have too. */
const passedOn = new Set(['authorization', 'accept-language', 'user-agent', 'x-forwarded-for']);

/**
 * Calls of the contract as if the client of a request had sent them: with its key, address and language, so that the same checks and
 * limits apply.
 * @param answer the adapter
 */
export const makeSend =
  (received: Incoming, answer: (incoming: Incoming) => Promise<Response>): Send =>
  async (call, input) => {
    const fields = input as Record<string, unknown>; // inputs of the contract are objects
    const isGet = call.method === 'GET';
    const query = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
    ).toString();
    const body = new TextEncoder().encode(JSON.stringify(fields));
    const response = await answer({
      method: call.method,
      path: call.path,
      search: isGet && query ? `?${query}` : '',
      header: (name) => (passedOn.has(name) ? received.header(name) : name === 'content-type' && !isGet ? 'application/json' : null),
      async bytes(limit) {
        if (body.length > limit) throw new CallRefused(413, 'error:tooLarge', `The input is larger than ${limitText(limit)}.`);
        return body;
      },
      stream: () => new ReadableStream({ start: (controller) => controller.close() }),
      peer: received.peer,
      signal: received.signal,
    });
    const answered = (await response.json()) as Record<string, unknown>; // every answer of a call is an object
    if (response.ok) return answered as Output<typeof call>; // checked by the provider
    throw new CallRefused(response.status, String(answered.code), refusalText(answered));
  };

/** The message of a refusal with those of its fields. */
function refusalText({ message, fields = {}, requestId }: Record<string, unknown>): string {
  const faults = Object.entries(fields as Record<string, string>).map(([field, text]) => `${field}: ${text}`); // as the contract says
  return [String(message), ...faults.filter((text) => !text.endsWith(String(message))), `(request ${String(requestId)})`].join('\n');
}
