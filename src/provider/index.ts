import { randomUUID } from 'node:crypto';
import pino, { type Logger } from 'pino';
import type { z } from 'zod';
import { toIssue } from '../lib/contract/issue.ts';
import { type Env, readEnv, readSecrets } from '../lib/env.ts';
import type { TKey, TParams } from '../lib/i18n/keys.ts';
import { negotiateLocale } from '../lib/i18n/locales.ts';
import { translator } from '../lib/i18n/server.ts';
import type { Translate } from '../lib/i18n/translator.ts';
import { Answers, Ready } from './answers.ts';
import { identify } from './auth/identify.ts';
import { fieldWithNul, readJson, readMultipart } from './body.ts';
import { type Change, writeChange } from './changes.ts';
import { databaseFault, openStore, type Store } from './db/open.ts';
import { seed } from './db/seeds/seed.ts';
import { type CertDriver, makeCertDriver } from './drivers/certs/certs.ts';
import { type Drivers, makeDrivers } from './drivers/drivers.ts';
import { makeResolver } from './drivers/resolver/resolver.ts';
import { once, onceKey, Replay } from './idempotency.ts';
import { uuidv7 } from './ids.ts';
import { type Ctx, type ItemFault, Refusal, type UploadedFile } from './implement.ts';
import { makeJobs } from './jobs/jobs.ts';
import { makeLive } from './live/live.ts';
import { forwardWhenChanged } from './logForward/due.ts';
import { type Letter, newestLetters } from './outbox.ts';
import { type Route, routes } from './routes.ts';
import type { Services } from './services.ts';

export interface ProviderOptions {
  env?: Env;
  store?: Store;
  /** Epoch milliseconds; tests move the clock. */
  clock?: () => number;
  /** Engines in place of those that the environment names. */
  drivers?: Drivers;
  /** An authority in place of the one that the environment names. */
  certs?: CertDriver;
  log?: Logger;
}

/** Where a request comes from, as the process that took it knows it. */
export interface Caller {
  /** Address of the client, after trusted proxies. */
  ip: string;
}

export interface Provider {
  /** The whole provider: a request in, a response out. Never throws. Knows nothing of Astro. */
  answer(request: Request, caller: Caller): Promise<Response>;
  services: Services;
  /** The newest mails of the outbox, newest first: for the mailbox of a demo. */
  mailbox(): Promise<Letter[]>;
  /** Runs the jobs, from now until `stop`. */
  start(): void;
  /** Ends the streams, which would otherwise hold a server open. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export async function makeProvider(options: ProviderOptions = {}): Promise<Provider> {
  const env = options.env ?? readEnv();
  const clock = options.clock ?? Date.now;
  const log = options.log ?? pino({ name: 'provider', level: env.LOG_LEVEL });
  const store = options.store ?? (await openStore({ databaseUrl: env.DATABASE_URL, file: `${env.DATA_DIR}/nasim.sqlite` }));
  const secrets = readSecrets(env);
  const drivers = options.drivers ?? makeDrivers(env);
  const resolver = makeResolver(env, clock);
  const certs = options.certs ?? makeCertDriver(env, store, secrets);
  const jobs = makeJobs({ store, clock, log, env, drivers, resolver, certs, secrets });
  const live = makeLive({ store, clock, log });
  const services: Services = { env, secrets, store, jobs, drivers, certs, live, log, resolver, answers: new Answers() };
  await seed(services, clock());
  const stopForwarding = forwardWhenChanged(store, jobs, (error) =>
    log.error({ err: error }, 'the forwarding of logs could not be asked for'),
  );

  return {
    services,
    answer: (request, caller) => answer(services, clock, request, caller),
    mailbox: () => newestLetters(store.reader),
    start() {
      jobs.start();
      // What changed while no process ran, or while another engine was connected.
      void store
        .write('jobs', async (tx) => {
          await jobs.ask(tx, 'reconcile.sweep', { key: 'reconcile.sweep:start', payload: { isStart: true } });
          await jobs.ask(tx, 'status.check');
          await jobs.ask(tx, 'cluster.check');
        })
        .then(jobs.wake, (error: unknown) => log.error({ err: error }, 'the engines could not be looked at'));
    },
    drain: live.drain,
    async stop() {
      await live.drain();
      stopForwarding();
      await jobs.stop();
      await store.close();
    },
  };
}

async function answer(services: Services, clock: () => number, request: Request, caller: Caller): Promise<Response> {
  const requestId = randomUUID();
  const t = translator(negotiateLocale(request.headers.get('accept-language')));
  try {
    const url = new URL(request.url);
    const route = routes.get(`${request.method} ${url.pathname}`);
    if (!route) throw new Refusal(404, 'error:notFound');
    return await run(services, clock(), route, request, url, caller, requestId, t);
  } catch (error) {
    return failure(error, services, requestId, t);
  }
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
): Promise<Response> {
  const { call, handler } = route;
  const who = await identify(services, request.headers, caller, now);
  if (call.access === 'session' && !who) throw new Refusal(401, 'error:unauthorized');

  const upload: { fields: Record<string, string>; file: File } | null = call.body === 'multipart' ? await readMultipart(request) : null;
  const raw = upload ? upload.fields : call.body === 'json' ? await readJson(request) : Object.fromEntries(url.searchParams);
  const nul = fieldWithNul(raw);
  if (nul !== null) throw invalid([{ field: nul, key: 'error:invalid', params: {} }]);
  const parsed = call.input.safeParse(raw);
  if (!parsed.success) throw invalid(parsed.error.issues.map(toIssue), itemFaults(parsed.error.issues));

  const key = call.money && who ? onceKey(request.headers.get('idempotency-key'), who.user.id, call, parsed.data) : null;
  let logged = !call.changes;
  let holds: string | null = null;
  const ctx: Ctx = {
    db: services.store.reader,
    async write(work, lock) {
      const result = await services.store.write(lock ?? `user:${who?.user.id ?? caller.ip}`, (tx) => {
        const log = async (change: Change) => {
          await writeChange(tx, ctx, call, change);
          logged = true;
        };
        return key ? once(tx, key, now, () => work({ tx, log })) : work({ tx, log });
      });
      services.jobs.wake();
      return result;
    },
    changedNothing() {
      logged = true;
    },
    holdsFor(version) {
      holds = `${call.id.join('.')} ${version} ${JSON.stringify(parsed.data)}`;
      const text = services.answers.get(holds);
      if (text !== undefined) throw new Ready(text);
    },
    user: who?.user ?? null,
    session: who?.session ?? null,
    sessionEndsAt: who?.expiresAt ?? 0,
    now,
    newId: () => uuidv7(now),
    locale: negotiateLocale(request.headers.get('accept-language')),
    t,
    ip: caller.ip,
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 500),
    requestId,
    headers: request.headers,
    signal: request.signal,
    services,
  };
  try {
    const result = await handler(ctx, parsed.data, upload as UploadedFile | null);
    if (!logged) throw new Error(`${call.id.join('.')} changed state and wrote no entry in the change log`);
    if (call.events) return events(result as ReadableStream, requestId); // what a handler of a stream returns
    const text = JSON.stringify(call.output.parse(result));
    if (holds !== null) services.answers.set(holds, text);
    return respond(200, text, requestId);
  } catch (error) {
    if (error instanceof Ready) return respond(200, error.text, requestId);
    if (error instanceof Replay) return json(200, error.answer, requestId);
    throw error;
  }
}

/** The refusal of an input: the message names the first field, `fields` holds all. */
function invalid(issues: readonly { field: string; key: TKey; params: TParams }[], items: readonly ItemFault[] = []): Refusal {
  const fields: Record<string, { key: TKey; params: TParams }> = {};
  for (const { field, key, params } of issues) fields[field || 'input'] ??= { key, params };
  return new Refusal(422, 'error:validation', { fields, ...(items.length > 0 && { items }) });
}

/** Faults inside of lists, by list and place. */
const itemFaults = (issues: readonly z.core.$ZodIssue[]): ItemFault[] =>
  issues.flatMap((issue) => {
    const [list, index, ...rest] = issue.path;
    if (typeof list !== 'string' || typeof index !== 'number') return [];
    const { key, params } = toIssue(issue);
    return [{ list, index, ...(rest.length > 0 && { field: rest.map(String).join('.') }), key, params }];
  });

function failure(error: unknown, services: Services, requestId: string, t: Translate): Response {
  if (error instanceof Refusal) {
    const { params, items, fields = items && fieldsOfItems(items), extra, retryAfter } = error.details;
    const told = fields && Object.fromEntries(Object.entries(fields).map(([name, { key, params }]) => [name, t(key, params)]));
    const [first] = Object.entries(told ?? {});
    const message =
      error.code === 'error:validation' && first ? t('error:validation', { field: first[0], message: first[1] }) : t(error.code, params);
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
  // Two parallel calls can both find a name free; the unique index lets one pass and the other is told so.
  if (fault === 'duplicate') return json(409, { code: 'error:versionConflict', message: t('error:versionConflict'), requestId }, requestId);
  if (fault === 'readOnly') return json(503, { code: 'error:readOnly', message: t('error:readOnly'), requestId }, requestId);
  return json(500, { code: 'error:server', message: t('error:server'), requestId }, requestId);
}

/** No proxy on the way may hold events back, keep them, or pack them. */
const events = (stream: ReadableStream, requestId: string): Response =>
  new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': requestId,
    },
  });

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
