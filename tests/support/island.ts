import { configure } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { makeAdapter } from '../../src/adapter/adapter.ts';
import { clearRefusals } from '../../src/browser/api/client.ts';
import { queryClient } from '../../src/browser/api/query.ts';
import { $dialogs } from '../../src/browser/stores/dialogs.ts';
import { $auth, $session, clearSession } from '../../src/browser/stores/session.ts';
import { $snackbars } from '../../src/browser/stores/snackbars.ts';
import { readSecrets } from '../../src/config/env.ts';
import { demo as demoIds } from '../../src/lib/contract/fields.ts';
import { bundles } from '../../src/lib/i18n/bundles.ts';
import type { Locale } from '../../src/lib/i18n/locales.ts';
import { installTexts } from '../../src/lib/i18n/react.tsx';
import { makeInstance } from '../../src/lib/i18n/translator.ts';
import type { Drivers } from '../../src/provider/drivers/drivers.ts';
import type { PaymentGateway } from '../../src/provider/drivers/payment/payment.ts';
import { fromRequest } from './incoming.ts';
import { startProvider, type TestProvider } from './provider.ts';

// jsdom has a Uint8Array of its own, which is none to Node's crypto: the provider under the islands needs Node's.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as typeof Uint8Array; // what Buffer extends

// Timeout of `find…` and `waitFor`. A second isn't enough for a whole provider on a busy machine.
configure({ asyncUtilTimeout: 8_000 });

const ORIGIN = 'http://127.0.0.1:4321';

/**
 * Runs islands on the real provider in memory, behind the real adapter: `fetch('/api/…')` reaches both. With `signedIn` the demo
 * customer's session cookie is set, as after sign-in. The page has the provider's clock until the test ends.
 */
export async function withProvider(
  options: {
    locale?: Locale;
    signedIn?: boolean | string;
    demo?: boolean;
    env?: Record<string, string>;
    drivers?: Drivers;
    gateways?: readonly PaymentGateway[];
  } = {},
): Promise<TestProvider> {
  const { locale = 'en', signedIn = true } = options;
  const { demo = true, env = {} } = options;
  const running = await startProvider({
    demo,
    env,
    ...(options.drivers && { drivers: options.drivers }),
    ...(options.gateways && { gateways: options.gateways }),
  });
  shareClock(running.clock);
  const secrets = readSecrets(running.env);
  const adapter = makeAdapter(running.env, secrets, ({ method, path, search, headers, body, ip, signal }) =>
    running.provider.answer(
      new Request(`http://provider${path}${search}`, { method, headers, body, signal, duplex: 'half' } as RequestInit),
      { ip },
    ),
  );
  const cookies = new Map<string, string>();
  const store = (line: string) => {
    const [pair = ''] = line.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    if (line.includes('Max-Age=0')) cookies.delete(name);
    else cookies.set(name, pair);
  };
  installTexts(makeInstance(locale, bundles[locale], bundles.en));
  queryClient.clear();
  clearRefusals();
  $snackbars.set([]);
  $dialogs.set([]);
  // Also the state of modules: every test has the same customer.
  clearSession();
  $auth.set({ state: 'initial' });

  globalThis.fetch = async (input, init) => {
    const request = new Request(new URL(String(input), ORIGIN), init);
    const headers = new Headers(request.headers);
    // Headers that a browser adds.
    if (request.method !== 'GET') headers.set('origin', ORIGIN);
    if (cookies.size > 0) headers.set('cookie', [...cookies.values()].join('; '));
    const body = request.method === 'GET' ? null : await request.arrayBuffer();
    const sent = new Request(request.url, { method: request.method, headers, ...(body && { body }) });
    const answer = await adapter.answer(fromRequest(sent, '127.0.0.1'));
    answer.headers.getSetCookie().forEach(store);
    return answer;
  };
  if (signedIn) {
    const isOperator = signedIn === demoIds.operator;
    const token = isOperator ? await running.signInOperator() : await running.signIn(typeof signedIn === 'string' ? signedIn : undefined);
    const { cookie: sealed, session } = await adapter.box.seal(token);
    store(sealed);
    $session.set(session);
  }
  return running;
}

/**
 * Sets `Date` to the provider's time, also when a test moves it, from where it runs on as in a browser: the demo data has fixed dates,
 * which age against the real one.
 */
function shareClock(clock: TestProvider['clock']): void {
  let { now } = clock;
  // A test that replaced timers before keeps them.
  if (vi.isFakeTimers()) vi.setSystemTime(now);
  // In short steps: islands tell reads apart by their time.
  else vi.useFakeTimers({ toFake: ['Date'], now, shouldAdvanceTime: true, advanceTimeDelta: 5 });
  onTestFinished(() => void vi.useRealTimers());
  Object.defineProperty(clock, 'now', {
    get: () => now,
    set(next: number) {
      now = next;
      vi.setSystemTime(next);
    },
  });
}

/** Makes calls fail, as if the provider were down. @returns a function that ends it */
export function breakCalls(...calls: readonly { path: string }[]): () => void {
  const through = globalThis.fetch;
  globalThis.fetch = async (input, init) =>
    calls.some(({ path }) => String(input).includes(path))
      ? Response.json({ code: 'error:unavailable', message: 'Not now.' }, { status: 409 })
      : through(input, init);
  return () => {
    globalThis.fetch = through;
  };
}
