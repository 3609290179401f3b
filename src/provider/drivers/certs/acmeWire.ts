import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent, type Dispatcher, request } from 'undici';

/** An error document of an authority (RFC 8555 section 6.7). */
export class AcmeProblem extends Error {
  /** The type without its prefix, such as `rateLimited`. */
  readonly type: string;
  /** Of the header Retry-After; null: it gave none. */
  readonly retryAfterMs: number | null;
  constructor(status: number, type: string, detail: string, retryAfterMs: number | null) {
    super(`the authority answered with ${status} ${type}: ${detail}`);
    this.type = type;
    this.retryAfterMs = retryAfterMs;
  }
}

interface Call {
  signal: AbortSignal;
  dispatcher: Dispatcher;
}
const calls = new AsyncLocalStorage<Call>();
const REQUEST_MS = 20_000;
/** Bytes; a directory or a certificate with its chain has some thousands. */
const MAX_ANSWER = 1_048_576;

export const newDispatcher = (ca?: string): Dispatcher =>
  new Agent({ connect: { timeout: 10_000, ...(ca && { ca }) }, headersTimeout: REQUEST_MS, bodyTimeout: REQUEST_MS, connections: 8 });

/** The type of an error without the prefix that all have (RFC 8555 section 6.7). */
export const shortType = (type: unknown): string => String(type ?? '').replace('urn:ietf:params:acme:error:', '');

/** @returns ms from now; null: not given or unreadable (RFC 9110 section 10.2.3) */
export function readRetryAfter(header: unknown, now: number): number | null {
  if (typeof header !== 'string' || header === '') return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

async function readAll(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = chunk as Buffer; // undici reads bytes
    size += bytes.length;
    if (size > MAX_ANSWER) throw new Error('the answer of the authority is too large');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString();
}

/** What axios gives an adapter, as far as it is needed. */
interface Config {
  url: string;
  method: string;
  data?: string;
  headers: { toJSON(): Record<string, string> };
}

/** Sends a request of acme-client. Its own way retries for minutes inside a call and knows neither a signal nor the type of an error. */
async function send(config: Config) {
  const call = calls.getStore();
  if (!call) throw new Error('a request to the authority outside of a call');
  const { signal, dispatcher } = call;
  const answer = await request(config.url, {
    dispatcher,
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
    method: config.method.toUpperCase() as Dispatcher.HttpMethod, // acme-client uses HEAD, GET and POST
    headers: config.headers.toJSON(),
    body: config.data ?? null,
  });
  const data = await readAll(answer.body);
  const { statusCode: status, headers } = answer;
  if (status >= 400) {
    const { type, detail } = problemIn(data);
    // acme-client tries again with the nonce of this answer (RFC 8555 section 6.5).
    if (type !== 'badNonce') throw new AcmeProblem(status, type, detail, readRetryAfter(headers['retry-after'], Date.now()));
  }
  return { status, statusText: '', data, headers, config, request: null };
}

function problemIn(text: string): { type: string; detail: string } {
  try {
    const { type, detail } = JSON.parse(text) as { type?: unknown; detail?: unknown }; // both are read as unknown
    return { type: shortType(type), detail: String(detail ?? '').slice(0, 500) };
  } catch {
    return { type: '', detail: '' };
  }
}

let loaded: Promise<typeof import('acme-client')> | undefined;
/** Loaded when first needed: an installation without it doesn't pay for it. */
export const loadAcme = () => {
  loaded ??= import('acme-client').then((acme) => {
    acme.axios.defaults.adapter = send as unknown as NonNullable<typeof acme.axios.defaults.adapter>; // axios's types want its own classes
    return acme;
  });
  return loaded;
};

/** Runs work whose requests to an authority end with the signal. */
export const calling = <T>(call: Call, work: () => Promise<T>): Promise<T> => calls.run(call, work);
