import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino, { type Logger } from 'pino';
import { expect, inject, onTestFinished } from 'vitest';
import type { Env } from '../../src/config/env.ts';
import type { AnyCall, Input, Output } from '../../src/lib/contract/call.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import type { Locale } from '../../src/lib/i18n/locales.ts';
import type { Metrics } from '../../src/lib/node/metrics.ts';
import { openStore, type Store } from '../../src/provider/db/open.ts';
import type { CertDriver } from '../../src/provider/drivers/certs/certs.ts';
import type { Drivers } from '../../src/provider/drivers/drivers.ts';
import type { PaymentGateway } from '../../src/provider/drivers/payment/payment.ts';
import { makeProvider, type Provider } from '../../src/provider/index.ts';
import { dropDatabase } from './postgres.ts';
import { copyTemplate, SEEDED_AT, testEnv } from './template.ts';

export interface TestProvider {
  provider: Provider;
  store: Store;
  env: Env;
  /** URL of PostgreSQL; otherwise the store is a file. */
  databaseUrl: string | undefined;
  /** Epoch milliseconds; tests move it. */
  clock: { now: number };
  /** Sends a request unchanged, signed in with `token` if given. */
  request(
    method: string,
    path: string,
    options?: {
      token?: string | undefined;
      body?: unknown;
      raw?: BodyInit;
      headers?: Record<string, string>;
      locale?: Locale;
      ip?: string;
    },
  ): Promise<Answer>;
  /** Sends a call of the contract and expects it to succeed. */
  ok<C extends AnyCall>(
    call: C,
    input: Input<C>,
    options?: { token?: string; file?: File; headers?: Record<string, string> },
  ): Promise<Output<C>>;
  /** Sends a call of the contract and returns any response. */
  try(
    call: AnyCall,
    input: unknown,
    options?: { token?: string | undefined; file?: File; headers?: Record<string, string>; locale?: Locale; ip?: string },
  ): Promise<Answer>;
  /** Signs in, by default as the demo customer. */
  signIn(email?: string, password?: string): Promise<string>;
  /** Signs in as the demo operator, with the random password replaced by the customers'. */
  signInOperator(): Promise<string>;
  /** The newest email to an address, after delivering the outbox. */
  lastMail(to: string): Promise<{ subject: string; body: string } | undefined>;
}

export interface Answer {
  status: number;
  body: Record<string, unknown> & { code?: string; message?: string; fields?: Record<string, string> };
  headers: Headers;
}

/** Settings that affect the seed: a test that sets one seeds its own store. */
const seedReads = ['NAME_SERVERS', 'CAA_ISSUER', 'CERT_DRIVER', 'DNS_DRIVER', 'PASSWORD_COST'];

/** The real provider on its own store, with the demo data unless `demo: false`. It stops with the test unless `onEnd` is given. */
export async function startProvider(
  options: {
    demo?: boolean;
    env?: Record<string, string>;
    drivers?: Drivers;
    certs?: CertDriver;
    gateways?: readonly PaymentGateway[];
    log?: Logger;
    metrics?: Metrics;
    /** Called with the stop function, for a provider that several tests share. */
    onEnd?: (stop: () => Promise<void>) => void;
  } = {},
): Promise<TestProvider> {
  // In the folder of the run, which is removed with it: a shared provider may still be running when its worker ends.
  const folder = mkdtempSync(join(inject('templates'), 'store-'));
  const clock = { now: SEEDED_AT };
  const demoData = options.demo !== false;
  const seedsItself = options.drivers || options.certs || seedReads.some((name) => options.env?.[name] !== undefined);
  const databaseUrl = await copyTemplate(folder, demoData && !seedsItself);
  const env = testEnv(folder, demoData, { ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...options.env });
  const store = await openStore({ file: join(folder, 'nasim.sqlite'), databaseUrl, durable: false });
  const { log, faults } = recordingLog();
  const provider = await makeProvider({
    env,
    store,
    clock: () => clock.now,
    ...(options.drivers && { drivers: options.drivers }),
    ...(options.certs && { certs: options.certs }),
    ...(options.gateways && { gateways: options.gateways }),
    log: options.log ?? log,
    ...(options.metrics && { metrics: options.metrics }),
  });
  (options.onEnd ?? onTestFinished)(async () => {
    await provider.stop();
    if (databaseUrl) await dropDatabase(databaseUrl);
    rmSync(folder, { recursive: true, force: true });
  });

  return asTestProvider({ provider, store, env, databaseUrl, clock }, faults);
}

/** A second process: another provider on the database of `p`, with its clock and its folder. It stops with the test. */
export async function startSecond(p: TestProvider): Promise<TestProvider> {
  const { env, databaseUrl, clock } = p;
  const store = await openStore({ file: join(env.DATA_DIR, 'nasim.sqlite'), databaseUrl, durable: false });
  const { log, faults } = recordingLog();
  const provider = await makeProvider({ env, store, clock: () => clock.now, log });
  onTestFinished(() => provider.stop());
  return asTestProvider({ provider, store, env, databaseUrl, clock }, faults);
}

/** Waits until so many processes listen to the channel of a database on PostgreSQL, besides those of `without`. @returns their numbers there */
export async function listeningProcesses({ store }: Pick<TestProvider, 'store'>, count: number, without: readonly number[] = []) {
  const find = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'nasim channel' and state = 'idle' and query <> ''`.execute(store.reader);
    return rows.map(({ pid }) => pid).filter((pid) => !without.includes(pid));
  };
  await expect.poll(async () => (await find()).length, { timeout: 10_000 }).toBe(count);
  return find();
}

/** A log that stores the stacks of failed calls by the ID of the request. */
function recordingLog() {
  const faults = new Map<string, string>();
  const write = (entry: string) => {
    const { requestId, err } = JSON.parse(entry) as { requestId?: string; err?: { stack?: string } };
    if (requestId && err?.stack) faults.set(requestId, err.stack);
  };
  return { log: pino({ level: 'error' }, { write }), faults };
}

function asTestProvider(
  running: Pick<TestProvider, 'provider' | 'store' | 'env' | 'databaseUrl' | 'clock'>,
  faults: ReadonlyMap<string, string>,
): TestProvider {
  const { provider, store } = running;
  const request: TestProvider['request'] = async (method, path, { token, body, raw, headers = {}, locale, ip = '192.0.2.1' } = {}) => {
    const response = await provider.answer(
      new Request(`http://provider${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(locale && { 'accept-language': locale }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(raw !== undefined && { body: raw, duplex: 'half' }),
      }),
      { ip },
    );
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    // A stream doesn't end, so its events have to be read separately (tests/support/events.ts).
    if (isStream) await response.body?.cancel();
    const isFile = response.headers.has('content-disposition');
    const answered = isStream ? {} : isFile ? { text: await response.text() } : ((await response.json()) as Answer['body']);
    const fault = response.status === 500 && faults.get(String(answered.requestId));
    // A test that fails on it prints the cause.
    return { status: response.status, body: fault ? { ...answered, fault } : answered, headers: response.headers };
  };
  const attempt: TestProvider['try'] = (call, input, { file, ...rest } = {}) => {
    const values = Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined);
    if (call.method === 'GET') {
      const params = new URLSearchParams(values.map(([name, value]) => [name, String(value)]));
      return request('GET', `${call.path}${params.size > 0 ? `?${params}` : ''}`, rest);
    }
    if (call.body !== 'multipart') return request('POST', call.path, { ...rest, body: input });
    const form = new FormData();
    for (const [name, value] of values) form.append(name, String(value));
    if (file) form.append('file', file);
    return request('POST', call.path, { ...rest, raw: form });
  };
  const signIn: TestProvider['signIn'] = async (email = demo.email, password = demo.password) => {
    const { status, body } = await request('POST', '/auth/login', { body: { username: email, password } });
    if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
    return String(body.token);
  };
  return {
    ...running,
    request,
    signIn,
    async signInOperator() {
      await store.write('t', async (tx) => {
        const { passwordHash } = await tx
          .selectFrom('user')
          .select('passwordHash')
          .where('email', '=', demo.email)
          .executeTakeFirstOrThrow();
        await tx.updateTable('user').set({ passwordHash }).where('email', '=', demo.operator).execute();
      });
      return signIn(demo.operator);
    },
    try: attempt,
    async ok(call, input, options) {
      const answer = await attempt(call, input, options);
      if (answer.status !== 200) throw new Error(`${call.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body as never; // checked by the call's output schema in the provider
    },
    async lastMail(to) {
      await provider.services.jobs.runDue();
      return store.reader
        .selectFrom('outbox')
        .select(['subject', 'body'])
        .where('recipient', '=', to)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
    },
  };
}
