import type { AnyCall, BrowserCall, Input, Output } from '../../lib/contract/call.ts';
import type { TKey } from '../../lib/i18n/keys.ts';
import { currentLocale, t } from '../../lib/i18n/react.tsx';
import { navigate } from '../navigate.ts';
import { $account, clearSession } from '../stores/session.ts';
import { dismiss, notify } from '../stores/snackbars.ts';
import { ApiError } from './errors.ts';
import { rememberFailed } from './failed.ts';
import { clientHints } from './hints.ts';
import { refresh } from './refresh.ts';
import { uploadFile } from './upload.ts';
import { callUrl } from './url.ts';

export interface SendOptions {
  signal?: AbortSignal;
  /** `none`: no snackbar. `form`: a refusal with fields is shown at the fields instead. Otherwise success and failure are shown. */
  notices?: 'all' | 'form' | 'none';
  /** `none`: the caller reports success itself, for example with Undo; a failure is still shown. */
  success?: 'none';
  /** Money calls: the same key for the same intent, however often it is sent. */
  idempotencyKey?: string;
  /** Multipart calls. */
  file?: File;
  /** 0 to 1. */
  onProgress?: (part: number) => void;
  /** Title of the snackbar of a failure, instead of a general one. */
  failed?: string;
  /** Sends it again, where that is safe: offered when no answer came or the provider failed. */
  retry?: () => void;
  /** Called with the id of a request that succeeded: live events name it as the cause of a change. */
  answered?: (requestId: string) => void;
}

/** A call without the name that a group gives it. */
type Sent = Omit<BrowserCall, 'id'>;

const TIMEOUT_MS = 18_000;
const REPEAT_MS = 60_000;
const EXPIRED_MS = 5_000;

/**
 * Sends one call of the contract and returns its response. It handles the time-out, one refresh and one retry after a 401, sign-out
 * after a 403, error texts, at most one error per URL in 60 s, and "successfully done".
 * @throws {ApiError}
 */
export async function send<C extends AnyCall>(call: C, input: Input<C>, options: SendOptions = {}): Promise<Output<C>> {
  // Page routes aren't API calls.
  if (/^\/(dashboard|public)(\/|$)/.test(call.path)) throw new Error(`${call.path} is a page, not a call`);
  try {
    const answer = await attempt(call, input, options).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401 || call.access === 'public') throw error;
      await refresh();
      return attempt(call, input, options);
    });
    if (call.success && options.notices !== 'none' && options.success !== 'none')
      notify({ type: 'success', title: t(call.success as TKey) });
    return answer as Output<C>;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const failure = error instanceof ApiError ? error : new ApiError('error:unexpected', 0, t('error:unexpected'));
    rememberFailed(call.path, failure);
    report(call, failure, options);
    throw failure;
  }
}

async function attempt(call: Sent, input: unknown, options: SendOptions): Promise<unknown> {
  const body = input as Record<string, unknown>; // inputs are objects
  const url = callUrl(call, body);
  const headers = headersFor(call, options);
  if (call.body === 'multipart') return read(await uploadFile(url, body, headers, options));
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(options.signal ? [options.signal] : [])];
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: call.method,
      headers,
      credentials: 'same-origin',
      signal: AbortSignal.any(signals),
      ...(call.method === 'POST' && { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    const key = isTimeout ? 'error:timeout' : 'error:network';
    throw new ApiError(key, 0, t(key));
  }
  if (response.ok) options.answered?.(response.headers.get('x-request-id') ?? '');
  return read({ status: response.status, text });
}

function headersFor(call: Sent, { idempotencyKey }: SendOptions): Record<string, string> {
  // The texts are fetched without headers.
  if (call.path === '/translations/all') return {};
  const account = call.access === 'session' ? $account.get() : null;
  return {
    'accept-language': currentLocale(),
    ...(account && { 'x-account': account }),
    ...clientHints(),
    ...(call.body === 'json' && { 'content-type': 'application/json' }),
    ...(call.money && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
  };
}

/** The response, or the error that it represents, with its text. */
function read({ status, text }: { status: number; text: string }): unknown {
  let body: Record<string, unknown> | undefined;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Not JSON: handled below like a response without a message.
  }
  if (status >= 200 && status < 300) {
    if (body !== undefined) return body;
    throw new ApiError('error:unknown', status, t('error:unknown'));
  }
  const fixed: TKey | null =
    status === 504
      ? 'error:timeout'
      : status === 403
        ? 'error:expired'
        : status === 404
          ? 'error:notFound'
          : status >= 500
            ? 'error:server'
            : null;
  const message = fixed ? t(fixed) : typeof body?.message === 'string' ? body.message : t('error:unknown');
  throw new ApiError((typeof body?.code === 'string' ? body.code : (fixed ?? 'error:unknown')) as TKey, status, message, body); // codes are keys
}

const visibleRefusals = new Map<string, number>();
let expiredAt = Number.NEGATIVE_INFINITY;

function report(call: Sent, error: ApiError, { notices = 'all', retry, failed }: SendOptions): void {
  const now = performance.now();
  if (error.status === 403 || (error.status === 401 && call.access === 'session')) {
    error.shown = true;
    clearSession();
    if (now - expiredAt < EXPIRED_MS) return;
    expiredAt = now;
    notify({ type: 'error', title: t('error:title'), description: t('error:expired') });
    return;
  }
  if (error.code === 'error:otherAccount') {
    error.shown = true;
    announceAccountChange();
    return;
  }
  // What the role of a member doesn't cover is missing from the page, which says so itself.
  if (error.code === 'error:role' && call.method === 'GET') return;
  if (notices === 'none' || (notices === 'form' && isForForm(error))) return;
  const last = visibleRefusals.get(call.path);
  if (last !== undefined && now - last < REPEAT_MS) return;
  visibleRefusals.set(call.path, now);
  error.shown = true;
  const note = notify({
    type: 'error',
    title: failed ?? t('error:title'),
    description: error.message,
    ...(retry &&
      (error.status === 0 || error.status >= 500) && {
        action: {
          label: t('common:retry'),
          run() {
            dismiss(note);
            // If it fails again, that is news.
            visibleRefusals.delete(call.path);
            retry();
          },
        },
      }),
  });
}

let isAccountChangeAnnounced = false;
/** Another window has switched the account: this one is notified once, so that what was typed isn't lost. */
export function announceAccountChange(): void {
  if (isAccountChangeAnnounced) return;
  isAccountChangeAnnounced = true;
  notify({
    type: 'message',
    title: t('error:otherAccountTitle'),
    description: t('error:otherAccount'),
    action: { label: t('error:reload'), run: () => navigate.leave('/dashboard') },
  });
}

/** Errors that a form shows itself: refusals of its input, with a message at the field or above the buttons. */
export const isForForm = (error: ApiError): boolean =>
  error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 403 && error.status !== 404;

/** Forgets which errors were shown. @internal only for tests */
export const clearRefusals = (): void => {
  isAccountChangeAnnounced = false;
  visibleRefusals.clear();
  expiredAt = Number.NEGATIVE_INFINITY;
};
