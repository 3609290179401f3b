import { randomUUID } from 'node:crypto';
import type { FileAnswer } from '../lib/contract/call.ts';
import { toIssue } from '../lib/contract/issue.ts';
import { queryValue } from '../lib/format/digits.ts';
import { type Locale, negotiateLocale } from '../lib/i18n/locales.ts';
import { translator } from '../lib/i18n/server.ts';
import type { Translate } from '../lib/i18n/translator.ts';
import { portalReleaseHeader } from '../lib/rules/core/edgeRelease.ts';
import { deniedWhileSuspended } from '../lib/rules/core/suspension.ts';
import { fieldWithNul, readJson } from './core/body.ts';
import { type Change, writeChange } from './core/changes.ts';
import { identifyEdge, portalRelease } from './core/edgeKeys.ts';
import { idempotencyKey, storedResponse, storeResponse } from './core/idempotency.ts';
import type { Around, CallCtx } from './core/implement.ts';
import { spendByKey } from './core/ledger/keySpending.ts';
import { ipNetwork } from './core/limits.ts';
import { setCallRegion, userRegion } from './core/region.ts';
import type { EdgeEndpoint } from './core/registry.ts';
import { events, failure, fileResponse, invalid, itemFaults, json, respond } from './core/responses.ts';
import { Serialized } from './core/serialized.ts';
import type { Services } from './core/services.ts';
import {
  ACCOUNT_HEADER,
  type Identity,
  requireNotSuspended,
  requireReachOfRole,
  requireStaffRole,
  resolveAccount,
} from './core/session/acting.ts';
import { requireAccess, requireDirect, requireReach } from './core/session/apiKeys.ts';
import { identifyCaller, requireStillAllowed, type UsedKey } from './core/session/identify.ts';
import { type Received, receiveMultipart } from './core/upload/receive.ts';
import type { Tx } from './db/schema.ts';
import { type Caller, databaseTime, setCurrentCustomer } from './kernel/caller.ts';
import { uuidv7 } from './kernel/ids.ts';
import { Refusal } from './kernel/refusal.ts';
import { registry } from './manifests.ts';
import { type Route, routeOf, routes } from './routes.ts';

/** Everything about a request but its body. */
interface AnswerContext {
  services: Services;
  /** Epoch ms at which it arrived. */
  now: number;
  request: Request;
  url: URL;
  caller: Caller;
  requestId: string;
  locale: Locale;
  t: Translate;
  /** The account that the call is for; null: none, or not known yet. */
  accountId: string | null;
}

/** Milliseconds in tenths: with whole ones a call whose statements took 0.4 ms would seem to have had none. */
const inTenths = (ms: number): number => Math.round(ms * 10) / 10;

/** Answers a request: the call at its path, or an error. Never throws. */
export async function answer(services: Services, clock: () => number, request: Request, caller: Caller): Promise<Response> {
  const requestId = caller.requestId ?? randomUUID();
  const began = performance.now();
  const locale = negotiateLocale(request.headers.get('accept-language'));
  const t = translator(locale);
  const url = new URL(request.url);
  const context: AnswerContext = { services, now: clock(), request, url, caller, requestId, locale, t, accountId: null };
  const route = routes.get(`${request.method} ${url.pathname}`);
  const used: UsedKey = { id: null };
  const response = await respondTo();
  if (!route) {
    if (registry.endpoints[`${request.method} ${url.pathname}`]) response.headers.set(portalReleaseHeader, portalRelease);
    return response;
  }
  const call = route.call.id.join('.');
  if (used.id !== null) services.keyCalls.note({ keyId: used.id, time: clock(), call, status: response.status, ip: caller.ip });
  const durationMs = performance.now() - began;
  const { log, env } = services;
  const isSlow = durationMs >= env.SLOW_CALL_MS;
  if (isSlow || log.isLevelEnabled('debug')) {
    const { accountId } = context;
    const times = { durationMs: inTenths(durationMs), databaseMs: inTenths(databaseTime()) };
    const entry = { requestId, call, status: response.status, ...times, ...(accountId && { accountId }) };
    if (isSlow) log.warn(entry, 'slow call');
    else log.debug(entry, 'call');
  }
  return response;

  async function respondTo(): Promise<Response> {
    try {
      const endpoint = registry.endpoints[`${request.method} ${url.pathname}`];
      if (endpoint) return await forEdge(endpoint, context);
      if (!route) throw new Refusal(404, 'error:notFound');
      return await run(context, route, used);
    } catch (error) {
      // Its caller has left a queue, or has received a timeout.
      if (isOver(request.signal) || (request.signal.aborted && error === request.signal.reason))
        return json(503, { code: 'error:timeout', message: t('error:timeout'), requestId }, requestId);
      return failure(error, services, { requestId, call: route?.call.id.join('.'), accountId: context.accountId }, t);
    }
  }
}

/** A call of an edge: it has a key of edges and no session (lib/rules/core/edgeCalls.ts). One that joins has only a token in its body. */
async function forEdge(endpoint: EdgeEndpoint, { services, now, request, url, caller, requestId }: AnswerContext): Promise<Response> {
  const isJoining = url.pathname === '/edge/join';
  if (isJoining) services.publicCalls.count(caller.ip, now);
  const from = isJoining ? { edgeId: null } : await identifyEdge(services, request.headers.get('authorization'));
  const answered = await endpoint(services, now, request, from);
  return answered instanceof Response ? answered : json(200, answered, requestId);
}

async function run(requested: AnswerContext, route: Route, used: UsedKey): Promise<Response> {
  const { services, now, request, caller } = requested;
  if (route.call.access === 'public' && route.call.body === 'json') services.publicCalls.count(caller.ip, now);
  const who = await identifyCaller(services, request.headers, caller, now, used);
  if (route.call.access === 'session' && !who) throw new Refusal(401, 'error:unauthorized');
  if (who) {
    setCallRegion(userRegion(who.user));
    setCurrentCustomer(who.user.id);
  }
  if (who?.key) {
    requireAccess(who.key, route.call, requested.t);
    requireDirect(who.key, route.call);
  }
  // Before a body is read: the role allows the call at all.
  if (who) requested.accountId = resolveAccount(who, route.call, request.headers.get(ACCOUNT_HEADER), caller.ip)?.id ?? null;
  if (who) requireStaffRole(who.user, route.call);
  if (who) requireNotSuspended((who.acting.holder ?? who.user).suspendedAt, route.call, who.key !== null);
  if (route.call.body !== 'multipart') return handle(requested, route, who, null);
  const receive = async () => {
    const upload = await receiveMultipart(request, services.env, now, route.call.bodyLimit);
    try {
      return await handle(requested, route, who, upload);
    } finally {
      await upload.discard();
    }
  };
  return services.uploads.run(who?.user.id ?? ipNetwork(caller.ip), receive, request.signal);
}

/** The input in a query string; a repeated name has its last value. */
const readQuery = (params: URLSearchParams) => Object.fromEntries([...params].map(([name, value]) => [name, queryValue(value)]));

async function handle(context: AnswerContext, route: Route, who: Identity | null, upload: Received | null): Promise<Response> {
  const { request, url } = context;
  const { call } = route;
  const sent = call.body === 'json' ? await readJson(request, call.bodyLimit) : { text: '', value: readQuery(url.searchParams) };
  const raw = upload ? upload.fields : sent.value;
  return execute(context, route, who, { input: readInput(call, who, raw), body: sent.text, upload });
}

/** The input of a call, checked. @throws Refusal when it isn't valid, or outside what the caller has access to */
function readInput(call: Route['call'], who: Identity | null, raw: unknown): unknown {
  const nul = fieldWithNul(raw);
  if (nul !== null) throw invalid([{ field: nul, key: 'error:invalid', params: {} }]);
  const parsed = call.input.safeParse(raw);
  if (!parsed.success) throw invalid(parsed.error.issues.map(toIssue), itemFaults(parsed.error.issues));
  if (who?.key) requireReach(who.key, call, parsed.data);
  if (who) requireReachOfRole(who, call, parsed.data);
  return parsed.data;
}

/** Of a call that another one makes: what surrounds it, who makes the other one, and how that one logs. */
interface Performed {
  around: Around;
  by: Identity | null;
  log(tx: Tx, change: Change): Promise<void>;
  onWrite(): void;
  /** An ID before those of its entries: they are found by it, without reading the whole change log. */
  since: string;
}

async function execute(
  context: AnswerContext,
  { call, handler }: Route,
  who: Identity | null,
  { input, body, upload, performed }: { input: unknown; body: string; upload: Received | null; performed?: Performed },
): Promise<Response> {
  const { services, now, request, caller, requestId, locale, t } = context;
  const account = who && resolveAccount(who, call, performed ? null : request.headers.get(ACCOUNT_HEADER), caller.ip);

  const name = call.id.join('.');
  const key = call.money && account && !performed ? idempotencyKey(request.headers.get('idempotency-key'), account.id, call, input) : null;
  let accounted = !call.changes;
  const requireEntry = () => {
    if (!accounted) throw new Error(`${name} changed state without an entry in the audit log`);
  };
  const serialize = (output: unknown) => new Serialized<never>(JSON.stringify(call.output.parse(output)));
  let wrote = false;
  const ctx: CallCtx = {
    db: services.store.reader,
    async write(work, lock) {
      if (wrote) throw new Error(`${name} writes twice: the first transaction would be committed without the second`);
      wrote = true;
      const outcome = await services.store.write(lock ?? `account:${account?.id ?? caller.ip}`, async (tx) => {
        // Its caller has received an error: a change must not appear later.
        if (isOver(request.signal)) throw request.signal.reason;
        const present = performed ? performed.by : who;
        if (present && call.access === 'session') await requireStillAllowed(services, present, caller.ip, now, tx);
        if (who && account && deniedWhileSuspended(call, who.key !== null)) {
          const row = await tx.selectFrom('user').select('suspendedAt').where('id', '=', account.id).executeTakeFirst();
          requireNotSuspended(row?.suspendedAt ?? null, call, who.key !== null);
        }
        await performed?.around.before?.(tx, (change) => performed.log(tx, change));
        if (who?.key) spendByKey(tx, who.key, locale);
        const stored = key && (await storedResponse(tx, key, now));
        if (stored) return new Serialized<never>(stored);
        const log = async (change: Change) => {
          await writeChange(tx, ctx, call, change);
          accounted = true;
        };
        const result = await work({ tx, log });
        requireEntry();
        if (result instanceof Refusal) {
          if (performed) throw result;
          return result;
        }
        const response = serialize(result);
        await performed?.around.after(tx, () =>
          tx
            .selectFrom('changeLog')
            .selectAll()
            .where('id', '>', performed.since)
            .where('requestId', '=', requestId)
            .orderBy('id')
            .execute(),
        );
        if (key) await storeResponse(tx, key, now, response.json);
        return response;
      });
      services.jobs.wake();
      performed?.onWrite();
      if (outcome instanceof Refusal) throw outcome;
      return outcome;
    },
    async perform(other, id, raw, around) {
      const route = routeOf(id);
      if (!route) throw new Refusal(404, 'error:notFound');
      requireAccess(other.key, route.call, t);
      let wasWritten = false;
      // Another ID: the window that asks for it reads what the other call has changed.
      await execute({ ...context, requestId: randomUUID() }, route, other, {
        input: readInput(route.call, other, raw),
        body: '',
        upload: null,
        performed: {
          around,
          since: uuidv7(now),
          by: who,
          log: (tx, change) => writeChange(tx, ctx, call, change),
          onWrite() {
            wasWritten = true;
          },
        },
      });
      accounted ||= wasWritten;
      return wasWritten;
    },
    changedNothing() {
      accounted = true;
    },
    async cached(version, compute) {
      const entry = `${name} ${version} ${JSON.stringify(input)}`;
      const known = services.responses.get(entry);
      if (known !== undefined) return new Serialized<never>(known);
      const response = serialize(await compute());
      services.responses.set(entry, response.json);
      return response;
    },
    account,
    user: who?.user ?? null,
    acting: who?.acting ?? null,
    session: who?.session ?? null,
    key: who?.key ?? null,
    sessionEndsAt: who?.expiresAt ?? 0,
    now,
    newId: () => uuidv7(now),
    locale,
    t,
    ip: caller.ip,
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 500),
    requestId,
    headers: request.headers,
    body,
    signal: request.signal,
    services,
  };
  const result = await handler(ctx, input, upload);
  if (call.downloads) return fileResponse(result as FileAnswer, requestId); // what a handler of a download returns
  if (call.events) return events(result as ReadableStream, requestId); // what a handler of a stream returns
  if (result instanceof Serialized) return respond(200, result.json, requestId);
  if (wrote) throw new Error(`${name} doesn't return the result of its transaction`);
  requireEntry();
  return respond(200, serialize(result).json, requestId);
}

/** Whether the time limit of the call has passed. A caller who merely left may still want the change. */
const isOver = ({ aborted, reason }: AbortSignal): boolean => aborted && reason instanceof Error && reason.name === 'TimeoutError';
