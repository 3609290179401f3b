import { randomUUID } from 'node:crypto';
import pino, { type Logger } from 'pino';
import { type Env, publicOrigin, type Secrets } from '../config/env.ts';
import { BROWSER_HEADER, DEVICE_HEADER, limitText, type NamedCall } from '../lib/contract/call.ts';
import { contract } from '../lib/contract/index.ts';
import type { TKey } from '../lib/i18n/keys.ts';
import { negotiateLocale } from '../lib/i18n/locales.ts';
import { translator } from '../lib/i18n/server.ts';
import type { RecordCall } from '../lib/node/callMetrics.ts';
import { makeClientIp, makeIsTrusted } from '../lib/node/peer.ts';
import { edgeCalls, edgeHeaders } from '../lib/rules/core/edgeCalls.ts';
import { readRequestId } from '../lib/rules/core/requestId.ts';
import { makeBrowserBox, makeDeviceBox } from './device.ts';
import { BodyTooLarge, type Incoming } from './received.ts';
import { makeSessionBox, type SessionBox } from './session.ts';
import { Streams, toStream } from './streams.ts';
import type { Upstream } from './upstream.ts';

/** A request with the ID that its log entries and its response have. */
type Identified = Incoming & {
  requestId: string;
  /** How long the provider took, in ms; null: it wasn't called, or didn't answer. */
  upstreamMs: number | null;
};

/** Where the adapter reports what it does. */
export interface Reporting {
  log: Logger;
  recordCall: RecordCall;
}
const unreported: Reporting = { log: pino({ level: 'silent' }), recordCall() {} };

export interface Adapter {
  answer(incoming: Incoming): Promise<Response>;
  /** Ends open streams and rejects new ones: the process is about to stop. */
  drain(): void;
  /** Whether the request comes from a page of this portal. */
  isOwnOrigin(origin: string | undefined): boolean;
  box: SessionBox;
  clientIp: ReturnType<typeof makeClientIp>;
  /** The ID of a request: that of a trusted proxy, else a new one. @param peer remote address of the socket */
  requestId(peer: string, header: string | null): string;
}

/** The Model Context Protocol, below `/api` (docs/decisions/0071). */
const AGENT_PATH = '/mcp';
const CALL_MS = 18_000;
/** For the body of a call to arrive; an upload has `CALL_MS` for each piece. */
const BODY_MS = 10_000;
const REFRESH_MS = 10_000;
/** An edge waits up to 25 s for changes. */
const EDGE_MS = 40_000;
/** Fields and boundaries beside a file. */
const FIELDS_LIMIT = 64 * 1024;
/** The headers that a client may send to the provider. All others are dropped. */
const passedOn = ['content-type', 'accept-language', 'idempotency-key', 'user-agent', 'stripe-signature', 'x-account'];

/** The adapter at `/api`: sessions, origin check, time-outs and error texts in front of the provider. */
export function makeAdapter(env: Env, secrets: Secrets, upstream: Upstream, { log, recordCall }: Reporting = unreported): Adapter {
  const origin = publicOrigin(env);
  const origins = new Set([origin]);
  // Without a public origin the portal is local only, under each name of this machine.
  if (!env.ORIGIN) for (const host of ['127.0.0.1', 'localhost', '[::1]']) origins.add(`http://${host}:${env.PORT}`);
  const isSecure = origin.startsWith('https:');
  const box = makeSessionBox(secrets.session, isSecure);
  const devices = makeDeviceBox(secrets.session, isSecure);
  const browsers = makeBrowserBox(secrets.session, isSecure);
  const clientIp = makeClientIp(env.TRUSTED_PROXIES);
  const isTrusted = makeIsTrusted(env.TRUSTED_PROXIES);
  const requestId: Adapter['requestId'] = (peer, header) => (header !== null && isTrusted(peer) && readRequestId(header)) || randomUUID();
  const streams = new Streams();

  const calls = new Map<string, NamedCall>();
  const paths = new Set<string>();
  for (const call of Object.values(contract).flatMap((group) => Object.values(group) as NamedCall[])) {
    calls.set(`${call.method} ${call.path}`, call);
    paths.add(call.path);
  }

  async function answer(received: Incoming): Promise<Response> {
    const began = performance.now();
    const { method, path } = received;
    const incoming: Identified = { ...received, requestId: requestId(received.peer, received.header('x-request-id')), upstreamMs: null };
    const edgeCall = edgeCalls[`${method} ${path}`];
    const call = calls.get(`${method} ${path}`);
    const isAgent = path === AGENT_PATH;
    const response = edgeCall
      ? await forEdge(incoming, edgeCall.limit)
      : isAgent
        ? await forAgent(incoming, received)
        : await forCaller(incoming, call);
    // That of a provider elsewhere may be another one; its error bodies contain it.
    if (!response.headers.has('x-request-id')) response.headers.set('x-request-id', incoming.requestId);
    const ms = performance.now() - began;
    recordCall(edgeCall || isAgent ? path.slice(1) : (call?.id.join('.') ?? 'unknown'), response.status, ms / 1000);
    // The provider in this process logs its calls, with the account.
    if (env.PROVIDER_URL && call && ms >= env.SLOW_CALL_MS) {
      const times = { durationMs: Math.round(ms), upstreamMs: incoming.upstreamMs };
      log.warn({ requestId: incoming.requestId, call: call.id.join('.'), status: response.status, ...times }, 'slow call');
    }
    return response;
  }

  /** A message of an agent, by API key only: a page can't send one with the session of its visitor. */
  async function forAgent(incoming: Identified, received: Incoming): Promise<Response> {
    if (isCrossSite(incoming, false)) return failed(incoming, 400, 'error:crossSite');
    try {
      const { answerAgent } = await import('./mcp/server.ts');
      const withoutCookie = { ...received, header: (name: string) => (name === 'cookie' ? null : received.header(name)) };
      const response = await answerAgent(withoutCookie, answer, (error) =>
        log.error({ requestId: incoming.requestId, err: error }, 'tool of an agent failed'),
      );
      response.headers.set('cache-control', 'no-store');
      return response;
    } catch (error) {
      if (error instanceof BodyTooLarge) return failed(incoming, 413, 'error:tooLarge', { max: limitText(1024 * 1024) });
      log.error({ requestId: incoming.requestId, err: error }, 'message of an agent could not be answered');
      return failed(incoming, 500, 'error:server');
    }
  }

  async function forCaller(incoming: Identified, call: NamedCall | undefined): Promise<Response> {
    if (!call) return paths.has(incoming.path) ? failed(incoming, 405, 'error:notFound') : failed(incoming, 404, 'error:notFound');

    const bearer = incoming.header('authorization');
    const ownBearer = bearer && /^Bearer [\w.~+/-]+=*$/i.test(bearer) ? bearer.slice(7) : null;
    const cookie = incoming.header('cookie');
    const session = ownBearer ? null : await box.open(cookie);
    if (call.method === 'POST' && !ownBearer && isCrossSite(incoming, call.issuesToken || session !== null))
      return failed(incoming, 400, 'error:crossSite');

    const token = ownBearer ?? session?.token;
    const isRefresh = call.id[1] === 'refresh' && call.id[0] === 'auth';
    const headers: Record<string, string> = {};
    for (const name of call.events ? [...passedOn, 'last-event-id'] : passedOn) {
      const value = incoming.header(name);
      if (value !== null) headers[name] = value;
    }
    for (const hint of ['x-ch-ua', 'x-ch-ua-mobile', 'x-ch-ua-platform']) {
      const value = incoming.header(hint);
      if (value !== null) headers[hint] = value;
    }
    // A refresh sends the current token only in `lt`: it may have expired.
    if (token && isRefresh) headers.lt = token;
    else if (token && call.access === 'session') {
      headers.authorization = `Bearer ${token}`;
      headers[env.TOKEN_HEADER] = token;
    }

    // The token of a trusted browser is sent at sign-in only.
    const device = !ownBearer && call.id[0] === 'auth' && call.id[1] === 'login' ? await devices.open(cookie) : null;
    if (device) headers[DEVICE_HEADER] = device;
    const isSignIn = call.method === 'POST' && call.access === 'public' && signInGroups.has(call.id[0]);
    const browser = isSignIn && !ownBearer ? await browsers.open(cookie) : null;
    if (browser) headers[BROWSER_HEADER] = browser;

    const timer = new AbortController();
    // A stream outlives this function and is ended separately.
    const line = call.events ? new AbortController() : null;
    let bodyError: unknown;
    // The reason tells the provider that the caller has been given an answer; a caller who left may still want the change.
    const expire = () => timer.abort(new DOMException('the time limit of the call', 'TimeoutError'));
    let isReading = call.method === 'POST' && call.body !== 'multipart';
    let timeout = setTimeout(expire, isReading ? BODY_MS : isRefresh ? REFRESH_MS : CALL_MS);
    try {
      let body: Uint8Array | ReadableStream<Uint8Array> | null = null;
      if (isReading) {
        body = await within(timer.signal, incoming.bytes(call.bodyLimit));
        isReading = false;
        clearTimeout(timeout);
        timeout = setTimeout(expire, isRefresh ? REFRESH_MS : CALL_MS);
      } else if (call.method === 'POST') {
        body = watched(
          incoming.stream(call.bodyLimit + FIELDS_LIMIT),
          timer.signal,
          () => timeout.refresh(),
          (error) => (bodyError = error),
        );
      }
      const sentAt = performance.now();
      const answered = upstream({
        method: call.method,
        path: call.path,
        search: incoming.search,
        headers,
        body,
        ip: clientIp(incoming.peer, incoming.header('x-forwarded-for')),
        isStream: line !== null,
        isFile: call.downloads,
        requestId: incoming.requestId,
        signal: AbortSignal.any([incoming.signal, timer.signal, ...(line ? [line.signal] : [])]),
      });
      const response = await within(timer.signal, answered, (late) => void late.body?.cancel().catch(() => {}));
      incoming.upstreamMs = Math.round(performance.now() - sentAt);
      // The provider received an incomplete body, and could only report that it can't be read.
      if (bodyError instanceof BodyTooLarge) throw bodyError;
      return await finish(incoming, call, response, line);
    } catch (error) {
      if (isReading && timer.signal.aborted) return closing(failed(incoming, 408, 'error:timeout'));
      if (isLogout(call)) return unconfirmed(incoming);
      if (error instanceof BodyTooLarge || bodyError instanceof BodyTooLarge)
        return call.body === 'multipart'
          ? failed(incoming, 413, 'error:fileTooLarge', { max: String(call.bodyLimit / 1024 / 1024) })
          : failed(incoming, 413, 'error:tooLarge', { max: limitText(call.bodyLimit) });
      const entry = { requestId: incoming.requestId, call: call.id.join('.') };
      if (timer.signal.aborted) {
        log.warn(entry, 'call took too long and was answered with 504');
        return failed(incoming, 504, 'error:timeout');
      }
      // A caller who has left needs no answer.
      if (!incoming.signal.aborted) log.warn({ ...entry, err: error }, 'provider could not be reached; call was answered with 502');
      return failed(incoming, 502, 'error:unavailable');
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Passes on a call of an edge. Never with a session: a page can't make these calls. */
  async function forEdge(incoming: Identified, limit: number): Promise<Response> {
    const headers: Record<string, string> = {};
    for (const name of ['authorization', ...edgeHeaders]) {
      const value = incoming.header(name);
      if (value !== null) headers[name] = value;
    }
    try {
      const response = await upstream({
        method: incoming.method === 'GET' ? 'GET' : 'POST',
        path: incoming.path,
        search: incoming.search,
        headers,
        body: incoming.method === 'GET' ? null : await incoming.bytes(limit),
        ip: clientIp(incoming.peer, incoming.header('x-forwarded-for')),
        requestId: incoming.requestId,
        signal: AbortSignal.any([incoming.signal, AbortSignal.timeout(EDGE_MS)]),
      });
      response.headers.set('cache-control', 'no-store');
      return response;
    } catch (error) {
      if (error instanceof BodyTooLarge) return failed(incoming, 413, 'error:tooLarge', { max: `${limit / 1024 / 1024} MB` });
      return failed(incoming, 502, 'error:unavailable');
    }
  }

  /** Browsers report where a request comes from; a request that relies on the cookie must prove that it comes from this origin. */
  function isCrossSite(incoming: Incoming, needsOrigin: boolean): boolean {
    const from = incoming.header('origin');
    return from === null ? needsOrigin : !origins.has(from);
  }

  async function finish(incoming: Identified, call: NamedCall, response: Response, line: AbortController | null): Promise<Response> {
    // 401: the session had ended before.
    if (isLogout(call)) return response.ok || response.status === 401 ? loggedOut(box) : unconfirmed(incoming);
    const type = response.headers.get('content-type') ?? '';
    const headers = new Headers({ 'cache-control': 'no-store' });
    for (const name of ['content-type', 'content-language', 'retry-after', 'x-request-id', 'content-disposition']) {
      const value = response.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    if (line && response.ok && response.body && type.startsWith('text/event-stream')) {
      headers.set('x-accel-buffering', 'no');
      return new Response(streams.pass(response.body, line), { headers });
    }
    const disposition = response.headers.get('content-disposition');
    if (call.downloads && response.ok && disposition?.startsWith('attachment')) {
      const length = response.headers.get('content-length');
      if (length !== null) headers.set('content-length', length);
      // Uploaded files are downloaded, never displayed or executed on our origin.
      headers.set('x-content-type-options', 'nosniff');
      headers.set('content-security-policy', "default-src 'none'; sandbox");
      return new Response(response.body, { headers });
    }
    const isFault = response.status >= 500 || (response.status >= 300 && response.status < 400);
    if (isFault && env.PROVIDER_URL) return adaptFault(incoming, response, headers);
    if (!type.startsWith('application/json')) {
      // Not awaited: a slow provider must not delay the response.
      void response.body?.cancel().catch(() => {});
      if (response.status === 404) return failed(incoming, 404, 'error:notFound');
      if (response.status === 401 || response.status === 403) return failed(incoming, response.status, 'error:expired');
      if (response.ok || isFault) return failed(incoming, 502, response.status < 400 ? 'error:unavailable' : 'error:server');
      return failed(incoming, response.status, 'error:unknown');
    }
    if (!response.ok || !call.issuesToken) return new Response(response.body, { status: response.status, headers });
    // Tokens are removed from the response and sealed; the browser learns only whose session it is and when it ends.
    const { token, deviceToken, browserToken, ...rest } = (await response.json()) as Record<string, unknown>; // an object, by its type
    if (typeof deviceToken === 'string') headers.append('set-cookie', await devices.seal(deviceToken));
    if (typeof token !== 'string') return Response.json(rest, { headers });
    const { cookie, session } = await box.seal(token);
    headers.append('set-cookie', cookie);
    if (typeof browserToken === 'string') headers.append('set-cookie', await browsers.seal(browserToken));
    return Response.json({ ...rest, session }, { headers });
  }

  /** This browser is signed out, but the session may still be active: the caller must be able to tell. */
  function unconfirmed(incoming: Identified): Response {
    const answer = failed(incoming, 503, 'error:unavailable');
    answer.headers.append('set-cookie', box.clear);
    return answer;
  }

  return {
    answer,
    drain: () => streams.drain(),
    requestId,
    isOwnOrigin: (from) => from !== undefined && origins.has(from),
    box,
    clientIp,
  };
}

/** Groups whose public calls belong to signing in. */
const signInGroups: ReadonlySet<string> = new Set(['auth', 'passkey', 'twoFactor']);
const isLogout = ({ id }: NamedCall): boolean => id[0] === 'auth' && id[1] === 'logout';

/** Outages that a provider of ours announces. Their texts are taken from here. */
const announced: ReadonlySet<string> = new Set(['error:readOnly', 'error:busy'] satisfies TKey[]);

/** A redirect or failure of a provider elsewhere. Its body is not shown: it may be anything, such as a stack trace. */
async function adaptFault(incoming: Identified, response: Response, headers: Headers): Promise<Response> {
  if (response.status === 501) {
    void response.body?.cancel().catch(() => {});
    return failed(incoming, 501, 'error:notImplemented');
  }
  const isAnnounced = response.status === 503;
  const seconds = /^\d{1,5}$/.exec(headers.get('retry-after') ?? '')?.[0];
  let code: TKey = response.status < 500 || isAnnounced ? 'error:unavailable' : 'error:server';
  if (isAnnounced && headers.get('content-type')?.startsWith('application/json')) {
    const error = (await response.json().catch(() => null)) as { code?: unknown } | null; // read as unknown
    if (typeof error?.code === 'string' && announced.has(error.code) && (seconds || error.code !== 'error:busy')) code = error.code as TKey; // one of `announced`
  } else void response.body?.cancel().catch(() => {});
  const answer = failed(incoming, isAnnounced ? 503 : 502, code, seconds === undefined ? undefined : { seconds });
  for (const name of ['retry-after', 'x-request-id']) if (headers.has(name)) answer.headers.set(name, headers.get(name) ?? '');
  return answer;
}

const loggedOut = (box: SessionBox) => Response.json({ done: true }, { headers: { 'cache-control': 'no-store', 'set-cookie': box.clear } });

/**
 * Resolves as `work` does, or rejects with the reason of the signal: the provider in this process can't be cut off like a connection.
 * @param discard called with a result that comes too late
 */
async function within<T>(signal: AbortSignal, work: Promise<T>, discard: (late: T) => void = () => {}): Promise<T> {
  const over = Promise.withResolvers<never>();
  const stop = () => {
    work.then(discard, () => {});
    over.reject(signal.reason);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The rest of the request is no longer wanted. */
function closing(answer: Response): Response {
  answer.headers.set('connection', 'close');
  return answer;
}

/**
 * Streams the body of an upload to the provider. There is no total time limit while bytes arrive: each chunk restarts the timer.
 * @param signal breaks the stream when the client sends nothing for too long
 * @param onError called with the reason when the client's stream breaks, which the provider can't see
 */
function watched(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onChunk: () => void,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  async function* chunks() {
    const reader = stream.getReader();
    try {
      for (let next = await within(signal, reader.read()); !next.done; next = await within(signal, reader.read())) {
        onChunk();
        yield next.value;
      }
    } catch (error) {
      onError(error);
      throw error;
    } finally {
      reader.cancel().catch(() => {});
    }
  }
  return toStream(chunks());
}

/** An error of the adapter itself, with the provider's texts and shape. */
function failed(incoming: Identified, status: number, code: TKey, params?: Record<string, string>): Response {
  const message = translator(negotiateLocale(incoming.header('accept-language')))(code, params);
  return Response.json(
    { code, message, ...(params && { params }), requestId: incoming.requestId },
    { status, headers: { 'cache-control': 'no-store', 'x-request-id': incoming.requestId } },
  );
}
