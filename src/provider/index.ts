import { randomUUID } from 'node:crypto';
import pino, { type Logger } from 'pino';
import type { z } from 'zod';
import { keepAnswering } from '../dns/start.ts';
import type { FileAnswer } from '../lib/contract/call.ts';
import { toIssue } from '../lib/contract/issue.ts';
import { type Env, readEnv, readSecrets } from '../lib/env.ts';
import type { TKey, TParams } from '../lib/i18n/keys.ts';
import { negotiateLocale } from '../lib/i18n/locales.ts';
import { translator } from '../lib/i18n/server.ts';
import type { Translate } from '../lib/i18n/translator.ts';
import { fieldWithNul, readJson } from './core/body.ts';
import { type Change, writeChange } from './core/changes.ts';
import { asCaller, becomeCustomer } from './core/customer.ts';
import { edgeKeys, hasEdgeKey } from './core/edgeKeys.ts';
import { fieldLabel } from './core/fieldLabel.ts';
import { idempotencyKey, storedResponse, storeResponse } from './core/idempotency.ts';
import { uuidv7 } from './core/ids.ts';
import { type Ctx, type ItemFault, Refusal } from './core/implement.ts';
import { networkOf } from './core/limits.ts';
import type { EdgeEndpoint, HealthCheck } from './core/manifest.ts';
import { newestMessages, type OutboxMessage } from './core/outbox.ts';
import { PublicCalls } from './core/publicCalls.ts';
import { answerIn, answering, regionOf } from './core/region.ts';
import { ResponseCache } from './core/responseCache.ts';
import { Serialized } from './core/serialized.ts';
import type { Services } from './core/services.ts';
import { ACCOUNT_HEADER, accountOf, requireReachOfRole } from './core/session/acting.ts';
import { requireAccess, requireReach } from './core/session/apiKeys.ts';
import { identify, type UsedKey } from './core/session/identify.ts';
import { KeyCalls } from './core/session/keyCalls.ts';
import { type SocketLine, type SocketReader, watched } from './core/sockets.ts';
import { makeTurns } from './core/turns.ts';
import { downloadHeaders } from './core/upload/download.ts';
import { type Received, receiveMultipart } from './core/upload/receive.ts';
import { makeWorkerPool } from './core/workers/pool.ts';
import { databaseFault } from './db/faults.ts';
import { openStore, type Store } from './db/open.ts';
import { seed } from './db/seeds/seed.ts';
import { type CertDriver, makeCertDriver } from './drivers/certs/certs.ts';
import { type Drivers, makeDrivers } from './drivers/drivers.ts';
import { sqliteLogs } from './drivers/logs/sqlite/store.ts';
import { keepListening, makeObjectStore, type ObjectStore } from './drivers/objects/objects.ts';
import { makeGateways } from './drivers/payment/gateways.ts';
import type { PaymentGateway } from './drivers/payment/payment.ts';
import { makeResolver } from './drivers/resolver/resolver.ts';
import { makeJobs } from './jobs/jobs.ts';
import { makeLive } from './live/live.ts';
import { registry } from './manifests.ts';
import { type Route, routes } from './routes.ts';

export interface ProviderOptions {
  env?: Env;
  store?: Store;
  /** Epoch milliseconds; tests move the clock. */
  clock?: () => number;
  /** Engines to use instead of those from the environment. */
  drivers?: Drivers;
  /** A certificate authority to use instead of the one from the environment. */
  certs?: CertDriver;
  /** An object store to use instead of the one from the environment. */
  objects?: ObjectStore | null;
  /** Payment gateways to use instead of those from the environment. */
  gateways?: readonly PaymentGateway[];
  log?: Logger;
}

/** The origin of a request, as determined by the process that received it. */
export interface Caller {
  /** Address of the client, after trusted proxies. */
  ip: string;
}

export interface Provider {
  /** The entire provider: takes a request, returns a response. Never throws. Doesn't depend on Astro. */
  answer(request: Request, caller: Caller): Promise<Response>;
  services: Services;
  /**
   * Opens the socket at a path for the holder of a ticket.
   * @throws Refusal when there is no such socket or the ticket isn't valid
   */
  openSocket(path: string, ticket: string, reader: SocketReader, caller: Caller): Promise<SocketLine>;
  /** The latest emails of the outbox, newest first: for the mailbox of a demo. */
  mailbox(): Promise<OutboxMessage[]>;
  /** Whether the store responds, and the latest results of the checks of all lines. */
  health(): Promise<{ ok: boolean; details: HealthCheck[] }>;
  /** Runs the jobs until `stop` is called. */
  start(): void;
  /** Ends the streams, which would otherwise keep a server open. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export async function makeProvider(options: ProviderOptions = {}): Promise<Provider> {
  const env = options.env ?? readEnv();
  const clock = options.clock ?? Date.now;
  const log = options.log ?? pino({ name: 'provider', level: env.LOG_LEVEL });
  const store = options.store ?? (await openStore({ databaseUrl: env.DATABASE_URL, file: `${env.DATA_DIR}/nasim.sqlite` }));
  const secrets = readSecrets(env);
  const drivers = options.drivers ?? makeDrivers(env, store, secrets, clock);
  const leaving = new AbortController();
  const resolver = makeResolver(env, clock);
  const certs = options.certs ?? makeCertDriver(env, store, secrets);
  const objects =
    options.objects === undefined
      ? makeObjectStore(env, secrets, clock, (error) => log.error({ err: error }, 'the object store failed'))
      : options.objects;
  const gateways = options.gateways ?? makeGateways(env, store);
  const workers = makeWorkerPool();
  const logs = sqliteLogs(`${env.DATA_DIR}/logs.sqlite`);
  const jobs = makeJobs({ store, clock, log, env, drivers, resolver, certs, objects, logs, gateways, secrets, registry, workers });
  const live = makeLive({ store, clock, log });
  const services: Services = {
    env,
    secrets,
    store,
    jobs,
    drivers,
    certs,
    objects,
    logs,
    edgeKeys: edgeKeys(env, secrets),
    localEdge: { address: null },
    gateways,
    live,
    log,
    resolver,
    registry,
    responses: new ResponseCache(),
    publicCalls: new PublicCalls(),
    keyCalls: new KeyCalls(store, log),
    // Each may hold a file of tens of megabytes, and its parsed form.
    uploads: makeTurns({ parallel: 16, perKey: 3, waiting: 32, waitingPerKey: 8 }),
    workers,
    leaving: leaving.signal,
  };
  await seed(services, clock());
  let stopListening = () => {};
  let stopAnswering = async () => {};
  const detach = registry.lines.flatMap((line) => line.attach?.(services, clock) ?? []);

  return {
    services,
    answer: (request, caller) => asCaller(networkOf(caller.ip), () => answering(() => answer(services, clock, request, caller))),
    async health() {
      try {
        const lines = await Promise.all(registry.lines.map((line) => line.checks?.(store.reader) ?? []));
        const details = [{ name: 'store', ok: true, checkedAt: new Date(clock()).toISOString() }, ...lines.flat()];
        return { ok: details.every((check) => check.ok !== false), details };
      } catch (error) {
        log.error({ err: error }, 'the store does not answer');
        return { ok: false, details: [{ name: 'store', ok: false, checkedAt: new Date(clock()).toISOString() }] };
      }
    },
    async openSocket(path, ticket, reader, { ip }) {
      const handler = registry.lines.map(({ sockets }) => sockets?.[path]).find((one) => one !== undefined);
      if (!handler) throw new Refusal(404, 'error:notFound');
      return watched(services, clock, await handler(services, clock(), ticket, reader, ip), reader, ip);
    },
    mailbox: () => newestMessages(store.reader),
    start() {
      jobs.start();
      if (objects) stopListening = keepListening(objects, log);
      if (drivers.dns?.capabilities.engine === 'node') stopAnswering = keepAnswering(env, log);
    },
    drain() {
      leaving.abort();
      return live.drain();
    },
    async stop() {
      leaving.abort();
      await live.drain();
      await services.workers.close();
      for (const stop of detach) stop();
      await jobs.stop();
      stopListening();
      await stopAnswering();
      await objects?.close();
      await logs.close();
      await services.keyCalls.flush().catch((error) => log.error({ err: error }, 'calls of API keys were not logged'));
      await store.close();
    },
  };
}

/** Seconds after which a call may be repeated that the database couldn't take. */
const RETRY_S = 5;

async function answer(services: Services, clock: () => number, request: Request, caller: Caller): Promise<Response> {
  const requestId = randomUUID();
  const t = translator(negotiateLocale(request.headers.get('accept-language')));
  const url = new URL(request.url);
  const route = routes.get(`${request.method} ${url.pathname}`);
  const used: UsedKey = { id: null };
  const response = await respondTo();
  if (used.id !== null && route) {
    const { id } = route.call;
    services.keyCalls.note({ keyId: used.id, time: clock(), call: id.join('.'), status: response.status, ip: caller.ip });
  }
  return response;

  async function respondTo(): Promise<Response> {
    try {
      const endpoint = registry.endpoints[`${request.method} ${url.pathname}`];
      if (endpoint) return await forEdge(endpoint, services, clock(), request, requestId);
      if (!route) throw new Refusal(404, 'error:notFound');
      return await run(services, clock(), route, request, url, caller, requestId, t, used);
    } catch (error) {
      // Its caller has left a queue, or has been told that the time was over.
      if (isOver(request.signal) || (request.signal.aborted && error === request.signal.reason))
        return json(503, { code: 'error:timeout', message: t('error:timeout'), requestId }, requestId);
      return failure(error, services, requestId, t, route?.call.id[0] ?? '');
    }
  }
}

/** A call of an edge: it has the key of the edges and no session (lib/rules/core/edgeCalls.ts). */
async function forEdge(endpoint: EdgeEndpoint, services: Services, now: number, request: Request, requestId: string): Promise<Response> {
  if (!hasEdgeKey(request.headers.get('authorization'), services.edgeKeys)) throw new Refusal(401, 'error:unauthorized');
  const answered = await endpoint(services, now, request);
  return answered instanceof Response ? answered : json(200, answered, requestId);
}

async function run(
  services: Services,
  now: number,
  route: Route,
  request: Request,
  url: URL,
  caller: Caller,
  requestId: string,
  t: Translate,
  used: UsedKey,
): Promise<Response> {
  if (route.call.access === 'public' && route.call.body === 'json') services.publicCalls.count(caller.ip, now);
  const who = await identify(services, request.headers, caller, now, used);
  if (route.call.access === 'session' && !who) throw new Refusal(401, 'error:unauthorized');
  if (who) {
    answerIn(regionOf(who.user));
    becomeCustomer(who.user.id);
  }
  if (who?.key) requireAccess(who.key, route.call);
  // Before a body is read: the role allows the call at all.
  if (who) accountOf(who, route.call, request.headers.get(ACCOUNT_HEADER), caller.ip);
  if (route.call.body !== 'multipart') return handle(services, now, route, request, url, caller, requestId, t, who, null);
  const receive = async () => {
    const upload = await receiveMultipart(request, services.env, now, route.call.bodyLimit);
    try {
      return await handle(services, now, route, request, url, caller, requestId, t, who, upload);
    } finally {
      await upload.discard();
    }
  };
  return services.uploads.run(who?.user.id ?? networkOf(caller.ip), receive, request.signal);
}

async function handle(
  services: Services,
  now: number,
  { call, handler }: Route,
  request: Request,
  url: URL,
  caller: Caller,
  requestId: string,
  t: Translate,
  who: Awaited<ReturnType<typeof identify>>,
  upload: Received | null,
): Promise<Response> {
  const sent = call.body === 'json' ? await readJson(request, call.bodyLimit) : { text: '', value: Object.fromEntries(url.searchParams) };
  const raw = upload ? upload.fields : sent.value;
  const nul = fieldWithNul(raw);
  if (nul !== null) throw invalid([{ field: nul, key: 'error:invalid', params: {} }]);
  const parsed = call.input.safeParse(raw);
  if (!parsed.success) throw invalid(parsed.error.issues.map(toIssue), itemFaults(parsed.error.issues));

  if (who?.key) requireReach(who.key, call, parsed.data);
  if (who) requireReachOfRole(who, call, parsed.data);
  const account = who && accountOf(who, call, request.headers.get(ACCOUNT_HEADER), caller.ip);

  const name = call.id.join('.');
  const key = call.money && account ? idempotencyKey(request.headers.get('idempotency-key'), account.id, call, parsed.data) : null;
  let accounted = !call.changes;
  const requireEntry = () => {
    if (!accounted) throw new Error(`${name} changed state without an entry in the change log`);
  };
  const serialize = (output: unknown) => new Serialized<never>(JSON.stringify(call.output.parse(output)));
  let wrote = false;
  const ctx: Ctx = {
    db: services.store.reader,
    async write(work, lock) {
      if (wrote) throw new Error(`${name} writes twice: the first transaction would be committed without the second`);
      wrote = true;
      const outcome = await services.store.write(lock ?? `account:${account?.id ?? caller.ip}`, async (tx) => {
        // Its caller has been told that it failed: a change must not appear later.
        if (isOver(request.signal)) throw request.signal.reason;
        const stored = key && (await storedResponse(tx, key, now));
        if (stored) return new Serialized<never>(stored);
        const log = async (change: Change) => {
          await writeChange(tx, ctx, call, change);
          accounted = true;
        };
        const result = await work({ tx, log });
        requireEntry();
        if (result instanceof Refusal) return result;
        const response = serialize(result);
        if (key) await storeResponse(tx, key, now, response.json);
        return response;
      });
      services.jobs.wake();
      if (outcome instanceof Refusal) throw outcome;
      return outcome;
    },
    changedNothing() {
      accounted = true;
    },
    async cached(version, compute) {
      const entry = `${name} ${version} ${JSON.stringify(parsed.data)}`;
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
    locale: negotiateLocale(request.headers.get('accept-language')),
    t,
    ip: caller.ip,
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 500),
    requestId,
    headers: request.headers,
    body: sent.text,
    signal: request.signal,
    services,
  };
  const result = await handler(ctx, parsed.data, upload);
  if (call.downloads) return fileResponse(result as FileAnswer, requestId); // what a handler of a download returns
  if (call.events) return events(result as ReadableStream, requestId); // what a handler of a stream returns
  if (result instanceof Serialized) return respond(200, result.json, requestId);
  if (wrote) throw new Error(`${name} doesn't return the result of its transaction`);
  requireEntry();
  return respond(200, serialize(result).json, requestId);
}

/** Whether the time limit of the call has passed. A caller who merely left may still want the change. */
const isOver = ({ aborted, reason }: AbortSignal): boolean => aborted && reason instanceof Error && reason.name === 'TimeoutError';

/** The refusal of an invalid input: the message is about the first field, `fields` contains all. */
function invalid(issues: readonly { field: string; key: TKey; params: TParams }[], items: readonly ItemFault[] = []): Refusal {
  const fields: Record<string, { key: TKey; params: TParams }> = {};
  for (const { field, key, params } of issues) fields[field || 'input'] ??= { key, params };
  return new Refusal(422, 'error:validation', { fields, ...(items.length > 0 && { items }) });
}

/** Errors of list items, by list and position. */
const itemFaults = (issues: readonly z.core.$ZodIssue[]): ItemFault[] =>
  issues.flatMap((issue) => {
    const [list, index, ...rest] = issue.path;
    if (typeof list !== 'string' || typeof index !== 'number') return [];
    const { key, params } = toIssue(issue);
    return [{ list, index, ...(rest.length > 0 && { field: rest.map(String).join('.') }), key, params }];
  });

function failure(error: unknown, services: Services, requestId: string, t: Translate, group: string): Response {
  if (error instanceof Refusal) {
    const { params, items, fields = items && fieldsOfItems(items), extra, retryAfter } = error.details;
    const told = fields && Object.fromEntries(Object.entries(fields).map(([name, { key, params }]) => [name, t(key, params)]));
    const [first] = Object.entries(told ?? {});
    const message =
      error.code === 'error:validation' && first
        ? t('error:validation', { field: fieldLabel(t, group, first[0]), message: first[1] })
        : t(error.code, params);
    const body = {
      ...extra,
      code: error.code,
      message,
      ...(params && { params }),
      ...(told && { fields: told }),
      ...(items && { errors: items.map(({ key, params, ...place }) => ({ ...place, code: key, message: t(key, params) })) }),
      ...(retryAfter !== undefined && { retryAfter }),
      requestId,
    };
    return json(error.status, body, requestId, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
  }
  const fault = databaseFault(error);
  services.log.error({ err: error, requestId }, 'a call failed');
  // Two parallel calls may both find a name available; the unique index accepts one and the other is refused.
  if (fault === 'duplicate') return json(409, { code: 'error:versionConflict', message: t('error:versionConflict'), requestId }, requestId);
  if (fault === 'readOnly') return json(503, { code: 'error:readOnly', message: t('error:readOnly'), requestId }, requestId);
  const soon = { 'retry-after': String(RETRY_S) };
  if (fault === 'unavailable') return json(503, { code: 'error:unavailable', message: t('error:unavailable'), requestId }, requestId, soon);
  if (fault === 'busy')
    return json(
      503,
      { code: 'error:busy', message: t('error:busy', { seconds: RETRY_S }), retryAfter: RETRY_S, requestId },
      requestId,
      soon,
    );
  return json(500, { code: 'error:server', message: t('error:server'), requestId }, requestId);
}

/** Proxies must not buffer, cache or compress events. */
const events = (stream: ReadableStream, requestId: string): Response =>
  new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': requestId,
    },
  });

const fileResponse = ({ body, ...file }: FileAnswer, requestId: string): Response =>
  new Response(body, { headers: { ...downloadHeaders(file), 'x-request-id': requestId } });

function fieldsOfItems(items: readonly ItemFault[]): Record<string, { key: TKey; params: TParams }> {
  const fields: Record<string, { key: TKey; params: TParams }> = {};
  for (const { list, index, field, key, params = {} } of items)
    fields[[list, index, field].filter((part) => part !== undefined).join('.')] ??= { key, params };
  return fields;
}

const json = (status: number, body: unknown, requestId: string, headers: Record<string, string> = {}): Response =>
  respond(status, JSON.stringify(body), requestId, headers);

const respond = (status: number, text: string, requestId: string, headers: Record<string, string> = {}): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-request-id': requestId, ...headers },
  });
