import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { onTestFinished } from 'vitest';
import type { AnyCall, Input, Output } from '../../src/lib/contract/call.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { type Env, readEnv } from '../../src/lib/env.ts';
import type { Locale } from '../../src/lib/i18n/locales.ts';
import { openStore, type Store } from '../../src/provider/db/open.ts';
import type { CertDriver } from '../../src/provider/drivers/certs/certs.ts';
import type { Drivers } from '../../src/provider/drivers/drivers.ts';
import { makeProvider, type Provider } from '../../src/provider/index.ts';
import { noDns } from './dns.ts';
import { freshDatabase } from './postgres.ts';

export interface TestProvider {
  provider: Provider;
  store: Store;
  env: Env;
  /** Of PostgreSQL; else the store is a file. */
  databaseUrl: string | undefined;
  /** Epoch milliseconds; tests move it. */
  clock: { now: number };
  /** Sends a request as it stands, signed in with `token` when there is one. */
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
  /** Sends a call of the contract and returns the answer, whatever it is. */
  try(
    call: AnyCall,
    input: unknown,
    options?: { token?: string | undefined; file?: File; headers?: Record<string, string>; locale?: Locale; ip?: string },
  ): Promise<Answer>;
  /** Signs in; the demo customer unless told otherwise. */
  signIn(email?: string, password?: string): Promise<string>;
  /** The newest mail to an address, after the outbox was delivered to it. */
  lastMail(to: string): Promise<{ subject: string; body: string } | undefined>;
}

export interface Answer {
  status: number;
  body: Record<string, unknown> & { code?: string; message?: string; fields?: Record<string, string> };
  headers: Headers;
}

/** `TEST_DATABASE=postgres` runs the same tests on PostgreSQL. */
const isPostgres = process.env.TEST_DATABASE === 'postgres';

/** The real provider on an empty store of its own, with the demo data unless `demo: false`. It ends with the test. */
export async function startProvider(
  options: { demo?: boolean; env?: Record<string, string>; drivers?: Drivers; certs?: CertDriver; log?: Logger } = {},
): Promise<TestProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-'));
  const clock = { now: Date.UTC(2026, 10, 20, 12) };
  const env = readEnv({
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    PASSWORD_COST: '12',
    DEMO: options.demo === false ? 'off' : 'on',
    ...noDns,
    ...options.env,
  });
  const databaseUrl = isPostgres ? await freshDatabase() : undefined;
  const store = await openStore({ file: join(folder, 'nasim.sqlite'), databaseUrl, durable: false });
  const provider = await makeProvider({
    env,
    store,
    clock: () => clock.now,
    ...(options.drivers && { drivers: options.drivers }),
    ...(options.certs && { certs: options.certs }),
    ...(options.log && { log: options.log }),
  });
  onTestFinished(async () => {
    await provider.stop();
    rmSync(folder, { recursive: true, force: true });
  });

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
        ...(raw !== undefined && { body: raw }),
      }),
      { ip },
    );
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    // A stream has no end to wait for; who wants its events reads it (tests/support/events.ts).
    if (isStream) await response.body?.cancel();
    return { status: response.status, body: isStream ? {} : ((await response.json()) as Answer['body']), headers: response.headers };
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
  return {
    provider,
    store,
    env,
    databaseUrl,
    clock,
    request,
    try: attempt,
    async ok(call, input, options) {
      const answer = await attempt(call, input, options);
      if (answer.status !== 200) throw new Error(`${call.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body as never; // checked by the call's output schema in the provider
    },
    async signIn(email = demo.email, password = demo.password) {
      const { status, body } = await request('POST', '/auth/login', { body: { username: email, password } });
      if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
      return String(body.token);
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
