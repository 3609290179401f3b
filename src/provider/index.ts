import { randomUUID } from 'node:crypto';
import pino, { type Logger } from 'pino';
import { toIssue } from '../lib/contract/issue.ts';
import { type Env, readEnv, readSecrets } from '../lib/env.ts';
import type { TKey, TParams } from '../lib/i18n/keys.ts';
import { negotiateLocale } from '../lib/i18n/locales.ts';
import { translator } from '../lib/i18n/server.ts';
import type { Translate } from '../lib/i18n/translator.ts';
import { identify } from './auth/identify.ts';
import { fieldWithNul, readJson, readMultipart } from './body.ts';
import { type Change, writeChange } from './changes.ts';
import { databaseFault, openStore, type Store } from './db/open.ts';
import { seed } from './db/seeds/seed.ts';
import { once, onceKey, Replay } from './idempotency.ts';
import { uuidv7 } from './ids.ts';
import { type Ctx, Refusal, type UploadedFile } from './implement.ts';
import { makeJobs } from './jobs/jobs.ts';
import { type Letter, newestLetters } from './outbox.ts';
import { type Route, routes } from './routes.ts';
import type { Services } from './services.ts';

export interface ProviderOptions {
  env?: Env;
  store?: Store;
  /** Epoch milliseconds; tests move the clock. */
  clock?: () => number;
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
  stop(): Promise<void>;
}

export async function makeProvider(options: ProviderOptions = {}): Promise<Provider> {
  const env = options.env ?? readEnv();
  const clock = options.clock ?? Date.now;
  const log = options.log ?? pino({ name: 'provider', level: env.LOG_LEVEL });
  const store = options.store ?? (await openStore({ databaseUrl: env.DATABASE_URL, file: `${env.DATA_DIR}/nasim.sqlite` }));
  const secrets = readSecrets(env);
  const jobs = makeJobs({ store, clock, log, env });
  const services: Services = { env, secrets, store, jobs, log };
  await seed(services, clock());

  return {
    services,
    answer: (request, caller) => answer(services, clock, request, caller),
    mailbox: () => newestLetters(store.reader),
    start: jobs.start,
    async stop() {
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
  if (!parsed.success) throw invalid(parsed.error.issues.map(toIssue));

  const key = call.money && who ? onceKey(request.headers.get('idempotency-key'), who.user.id, call, parsed.data) : null;
  let logged = !call.changes;
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
    user: who?.user ?? null,
    session: who?.session ?? null,
    now,
    newId: () => uuidv7(now),
    locale: negotiateLocale(request.headers.get('accept-language')),
    t,
    ip: caller.ip,
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 500),
    requestId,
    headers: request.headers,
    services,
  };
  try {
    const result = await handler(ctx, parsed.data, upload as UploadedFile | null);
    if (!logged) throw new Error(`${call.id.join('.')} changed state and wrote no entry in the change log`);
    return json(200, call.output.parse(result), requestId);
  } catch (error) {
    if (error instanceof Replay) return json(200, error.answer, requestId);
    throw error;
  }
}

/** The refusal of an input: the message names the first field, `fields` holds all. */
function invalid(issues: readonly { field: string; key: TKey; params: TParams }[]): Refusal {
  const fields: Record<string, { key: TKey; params: TParams }> = {};
  for (const { field, key, params } of issues) fields[field || 'input'] ??= { key, params };
  return new Refusal(422, 'error:validation', { fields });
}

function failure(error: unknown, services: Services, requestId: string, t: Translate): Response {
  if (error instanceof Refusal) {
    const { params, fields, extra, retryAfter } = error.details;
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

const json = (status: number, body: unknown, requestId: string, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-request-id': requestId, ...headers },
  });
