import { auth } from '../../src/lib/contract/account/auth.ts';
import type { NamedCall } from '../../src/lib/contract/call.ts';
import type { Locale } from '../../src/lib/i18n/locales.ts';

/** A provider under test, over HTTP or in this process. */
export interface Target {
  /** Sends a request below the provider's URL. */
  send(request: Request): Promise<Response>;
  /** Waits for so many milliseconds. */
  wait(ms: number): Promise<void>;
  /** URL of the provider, without a slash at its end. */
  url: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The body in JSON; undefined: it isn't JSON. */
  body: unknown;
  text: string;
}

export interface Sending {
  /** Null: no session. */
  token: string | null;
  locale?: Locale;
  file?: File;
  idempotencyKey?: string;
  method?: string;
}

/** A call may be refused with 429 this often in a row, for at most this many seconds each. */
const REPEATS = 5;
const LONGEST_PAUSE = 900;
/** For a response, in milliseconds: the adapter waits as long. */
const PATIENCE_MS = 18_000;

/** The request of a call, as the adapter sends it to a provider. @param tokenHeader see `TOKEN_HEADER` */
function requestOf(url: string, call: NamedCall, input: unknown, sending: Sending, tokenHeader: string): Request {
  const { token, locale = 'en', file, idempotencyKey, method = call.method } = sending;
  const values = Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined); // every input is an object
  const headers = new Headers({ 'accept-language': locale, 'user-agent': 'nasim-conformance' });
  if (token !== null && call.id.join('.') === 'auth.refresh') headers.set('lt', token);
  else if (token !== null) {
    headers.set('authorization', `Bearer ${token}`);
    headers.set(tokenHeader, token);
  }
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  let search = '';
  let body: string | FormData | null = null;
  if (method === 'GET') {
    const params = new URLSearchParams(values.map(([name, value]) => [name, String(value)]));
    search = params.size > 0 ? `?${params}` : '';
  } else if (call.body === 'multipart') {
    body = new FormData();
    for (const [name, value] of values) body.append(name, String(value));
    if (file) body.append('file', file);
  } else {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(input);
  }
  return new Request(`${url}${call.path}${search}`, { method, headers, body, redirect: 'manual' });
}

/** Sends the calls of a run. Rejects when there is no answer. */
export class ProviderClient {
  readonly target: Target;
  readonly tokenHeader: string;
  /** Requests so far. */
  sent = 0;

  constructor(target: Target, tokenHeader = 'x-access-token') {
    this.target = target;
    this.tokenHeader = tokenHeader;
  }

  /** The response as it arrives, for streams and files. A call that is refused as too frequent is sent again. */
  async open(call: NamedCall, input: unknown, sending: Sending): Promise<Response> {
    for (let round = 1; ; round++) {
      this.sent++;
      const response = await this.#within(this.target.send(requestOf(this.target.url, call, input, sending, this.tokenHeader)));
      const pause = Number(response.headers.get('retry-after') ?? Number.NaN);
      if (response.status !== 429 || round > REPEATS || !(pause <= LONGEST_PAUSE)) return response;
      await response.body?.cancel();
      await this.target.wait((pause + 1) * 1000);
    }
  }

  async send(call: NamedCall, input: unknown, sending: Sending): Promise<Answer> {
    const response = await this.open(call, input, sending);
    const text = response.headers.get('content-type')?.startsWith('text/event-stream')
      ? ((await response.body?.cancel()) ?? '')
      : await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text), text };
  }

  /** @throws Error when the provider doesn't return a token, for example because the account has a second step. */
  async signIn(username: string, password: string): Promise<string> {
    const answer = await this.send(auth.login as NamedCall, { username, password }, { token: null });
    const token = (answer.body as { token?: unknown } | undefined)?.token;
    if (typeof token !== 'string')
      throw new Error(`${auth.login.path} answered ${answer.status} without a token: ${answer.text.slice(0, 200)}`);
    return token;
  }

  async #within(answer: Promise<Response>): Promise<Response> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
