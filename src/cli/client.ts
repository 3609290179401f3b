import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '../lib/contract/operations.ts';
import { exitOf, exits, Failure, type Refused } from './failure.ts';
import type { Context } from './settings.ts';

/** Time for an answer; the server answers within 18 s, or with 504. */
const ANSWER_MS = 60_000;
/** A file may take longer. */
const FILE_MS = 600_000;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
/** A longer wait is left to the caller. */
const LONGEST_WAIT_S = 60;

export interface Sending {
  method: string;
  /** Below `/api`. */
  path: string;
  query?: Readonly<Record<string, unknown>>;
  body?: string | FormData;
  headers?: Readonly<Record<string, string>>;
  /** Whether it may be sent again when no answer came. */
  isRepeatable: boolean;
}

/** Sends calls with the key, and again where that has the effect of once. */
export class Client {
  readonly context: Context;
  readonly language: string;
  /** @param onWait called before a call is sent again, with the reason and the seconds until then */
  readonly onWait: (reason: string, seconds: number) => void;
  constructor(context: Context, language: string, onWait: (reason: string, seconds: number) => void = () => {}) {
    this.context = context;
    this.language = language;
    this.onWait = onWait;
  }

  /**
   * Calls an operation.
   * @param options.file the part `file` of an upload
   * @param options.key the idempotency key of a call that moves money; generated if absent
   * @throws Failure when it is refused, or no answer came
   */
  async call(operation: Operation, input: Readonly<Record<string, unknown>>, options: { file?: File; key?: string } = {}): Promise<Answer> {
    const { method, path, body, money, idempotent, safe } = operation;
    const key = money ? (options.key ?? randomUUID()) : null;
    const sending: Sending = { method, path, isRepeatable: idempotent || safe || money };
    if (method === 'GET') sending.query = input;
    else if (body === 'multipart') sending.body = toForm(input, options.file);
    else sending.body = JSON.stringify(input);
    if (key !== null) sending.headers = { 'idempotency-key': key };
    try {
      const response = await this.send(sending);
      return (await response.json()) as Answer; // every answer of a call is an object
    } catch (error) {
      if (key !== null && error instanceof Failure && error.exit === exits.unavailable)
        throw new Failure(
          error.exit,
          `${error.message}\nWhether it was executed isn’t known. To find out without a second charge, run it again with --idempotency-key ${key}`,
          error.refused,
        );
      throw error;
    }
  }

  /**
   * Sends a request, and again where possible.
   * @throws Failure when there is no answer, or one of another status than 2xx
   */
  async send(sending: Sending): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const { response, reason } = await this.attempt(sending);
      if (response?.ok) return response;
      const failure = response ? await refusal(response) : new Failure(exits.unavailable, reason);
      // What was refused as too often wasn't executed.
      const mayRepeat = failure.exit === exits.limited || (failure.exit === exits.unavailable && sending.isRepeatable);
      const seconds = failure.refused?.retryAfter ?? (FIRST_WAIT_MS * 2 ** (attempt - 1)) / 1000;
      if (!mayRepeat || attempt === ATTEMPTS || seconds > LONGEST_WAIT_S) throw failure;
      this.onWait(failure.message, seconds);
      await sleep(seconds * 1000);
    }
  }

  private async attempt({ method, path, query = {}, body, headers }: Sending): Promise<{ response: Response | null; reason: string }> {
    const { url, key } = this.context;
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
    try {
      const response = await fetch(`${url}/api${path}${search && `?${search}`}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json',
          'accept-language': this.language,
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        // The key is for this address only.
        redirect: 'manual',
        signal: AbortSignal.timeout(body instanceof FormData ? FILE_MS : ANSWER_MS),
      });
      if (response.status >= 300 && response.status < 400)
        throw new Failure(
          exits.unavailable,
          `${url} redirects to ${response.headers.get('location') ?? 'another address'}. Sign in with that address.`,
        );
      return { response, reason: '' };
    } catch (error) {
      if (error instanceof Failure) throw error;
      return { response: null, reason: `${url} can’t be reached: ${reasonOf(error)}.` };
    }
  }
}

export type Answer = Record<string, unknown>;

function toForm(input: Readonly<Record<string, unknown>>, file: File | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.append(name, String(value));
  if (file) form.append('file', file);
  return form;
}

/** The refusal in a response. A response that isn't of the API, as of a proxy, has no message of its own. */
async function refusal(response: Response): Promise<Failure> {
  const text = await response.text().catch(() => '');
  let refused: Refused;
  try {
    const parsed = JSON.parse(text) as Partial<Refused> | null;
    if (typeof parsed?.code !== 'string' || typeof parsed.message !== 'string') throw new TypeError();
    refused = { ...parsed, code: parsed.code, message: parsed.message };
  } catch {
    refused = { code: 'unknown', message: `The server answered with status ${response.status} and no reason. Check the URL.` };
  }
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(seconds)) refused.retryAfter ??= seconds;
  return new Failure(exitOf(response.status, refused.code), refused.message, refused);
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: { message?: string; code?: string } };
  if (name === 'TimeoutError') return 'no answer in time';
  return cause?.message || cause?.code || message;
}
