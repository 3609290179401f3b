import { auth } from '../../src/lib/contract/account/auth.ts';
import type { AnyCall, Input, Output } from '../../src/lib/contract/call.ts';
import { demo } from '../../src/lib/contract/fields.ts';

export interface ClientAnswer<T> {
  status: number;
  body: T;
  headers: Headers;
}

/** An HTTP client of a running portal that behaves like a browser. It keeps the session cookie and sends its origin. */
export class Client {
  readonly url: string;
  readonly headers: Record<string, string>;
  /** `name=value` of the session, or empty. */
  cookie = '';
  /** `name=value` of a trusted browser, or empty. */
  device = '';
  /** The cookie of a browser that has signed in. */
  browser = '';

  /** @param headers sent with every call */
  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url;
    this.headers = headers;
  }

  /** Sends a call of the contract and returns any response. Rejects when there is none. */
  async send<C extends AnyCall>(
    call: C,
    input: Input<C>,
    options: { file?: File; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<ClientAnswer<Output<C>>> {
    const values = Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined); // every input is an object
    const headers: Record<string, string> = {
      origin: this.url,
      'accept-language': 'en',
      ...((this.cookie || this.device || this.browser) && { cookie: [this.cookie, this.device, this.browser].filter(Boolean).join('; ') }),
      ...this.headers,
      ...options.headers,
    };
    let search = '';
    let body: string | FormData | null = null;
    if (call.method === 'GET') search = `?${new URLSearchParams(values.map(([name, value]) => [name, String(value)]))}`;
    else if (call.body === 'multipart') {
      body = new FormData();
      for (const [name, value] of values) body.append(name, String(value));
      if (options.file) body.append('file', options.file);
    } else {
      body = JSON.stringify(input);
      headers['content-type'] = 'application/json';
    }
    const response = await fetch(`${this.url}/api${call.path}${search}`, {
      method: call.method,
      headers,
      body,
      redirect: 'error',
      ...(options.signal && { signal: options.signal }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      this[/-device=/.test(pair) ? 'device' : /-browser=/.test(pair) ? 'browser' : 'cookie'] = line.includes('Max-Age=0') ? '' : pair;
    }
    return { status: response.status, headers: response.headers, body: (await response.json()) as Output<C> }; // checked by the call's schema in the provider
  }

  /** Sends a call that must succeed. */
  async ok<C extends AnyCall>(
    call: C,
    input: Input<C>,
    options: { file?: File; headers?: Record<string, string> } = {},
  ): Promise<Output<C>> {
    const answer = await this.send(call, input, options);
    if (answer.status !== 200) throw new Error(`${call.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  signIn(username: string = demo.email, password: string = demo.password) {
    return this.ok(auth.login, { username, password });
  }
}
