import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auth } from '../../lib/contract/account/auth.ts';
import { type Call, get } from '../../lib/contract/call.ts';
import { dns } from '../../lib/contract/cdn/dns.ts';
import { domain } from '../../lib/contract/cdn/domain.ts';
import { translation } from '../../lib/contract/core/translation.ts';
import { wallet } from '../../lib/contract/core/wallet.ts';
import { bundles } from '../../lib/i18n/bundles.ts';
import { installTexts } from '../../lib/i18n/react.tsx';
import { makeInstance } from '../../lib/i18n/translator.ts';
import { $session, whenLoggedOut } from '../stores/session.ts';
import { $snackbars } from '../stores/snackbars.ts';
import { clearRefusals, send } from './client.ts';
import { ApiError } from './errors.ts';

type Answer = { status: number; body?: unknown; raw?: string } | Error | DOMException;
const originRequests: { url: string; headers: Headers; method: string }[] = [];

/** Returns these responses in order; the last one repeats. */
function upstream(...answers: (Answer | ((url: string) => Answer))[]) {
  let turn = 0;
  globalThis.fetch = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input);
    originRequests.push({ url, headers: new Headers(init?.headers), method: init?.method ?? 'GET' });
    const next = answers[Math.min(turn++, answers.length - 1)];
    const answer = typeof next === 'function' ? next(url) : next;
    if (!answer || !('status' in answer)) throw answer ?? new TypeError('no answer');
    return new Response(answer.raw ?? JSON.stringify(answer.body ?? {}), { status: answer.status });
  });
}

const session = { userId: 'u1', expiresAt: '2026-11-20T13:00:00.000Z' };
const sentHeaders = () => $snackbars.get().map(({ type, title, description }) => [type, title, description]);
const failing = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};
const balance = () => send(wallet.balance, {});

beforeEach(() => {
  localStorage.clear();
  originRequests.length = 0;
  clearRefusals();
  $snackbars.set([]);
  $session.set(session);
  installTexts(makeInstance('en', bundles.en));
});

describe('the table of errors', () => {
  it.each<[string, Answer, string]>([
    ['a time-out', new DOMException('late', 'TimeoutError'), 'Request timed out. Please try again.'],
    ['a time-out of the adapter', { status: 504, body: { code: 'error:timeout', message: 'any' } }, 'Request timed out. Please try again.'],
    ['404', { status: 404, body: { code: 'error:notFound', message: 'any' } }, 'Resource not found.'],
    ['500', { status: 500, body: { code: 'error:server', message: 'any' } }, 'Server error. Please try again later.'],
    ['503', { status: 503, raw: '<html>' }, 'Server error. Please try again later.'],
    [
      'another answer with a message',
      { status: 409, body: { code: 'dns:duplicate', message: 'There is one already.' } },
      'There is one already.',
    ],
    ['another answer without a message', { status: 418, raw: 'teapot' }, 'Something went wrong, please try again later.'],
    ['an answer that is no JSON', { status: 200, raw: '<html>' }, 'Something went wrong, please try again later.'],
    ['no answer', new TypeError('fetch failed'), 'Network error. Please check your connection.'],
  ])('%s', async (_, answer, message) => {
    upstream(answer);
    const error = await failing(balance());
    expect(error.message).toBe(message);
    expect(error.shown).toBe(true);
    expect(sentHeaders()).toEqual([['error', 'Error', message]]);
  });

  it('403 signs out and shows that the token has expired', async () => {
    upstream({ status: 403, body: { code: 'error:expired', message: 'any' } });
    const ended = vi.fn();
    const stop = whenLoggedOut(ended);
    await failing(balance());
    stop();
    expect(ended).toHaveBeenCalledOnce();
    expect($session.get()).toBeNull();
    expect(sentHeaders()).toEqual([['error', 'Error', 'Token has been expired.']]);
  });

  it('shows an expired session at most once in 5 s', async () => {
    upstream({ status: 403, body: {} });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(100_000);
    await failing(balance());
    clock.mockReturnValue(104_900);
    await failing(send(auth.profile, {}));
    expect(sentHeaders()).toHaveLength(1);
    clock.mockReturnValue(105_100);
    await failing(send(auth.profile, {}));
    expect(sentHeaders()).toHaveLength(2);
    clock.mockRestore();
  });

  it('shows the error of one URL at most once in 60 s, and that of another one at once', async () => {
    upstream({ status: 500, body: {} });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(100_000);
    await failing(balance());
    clock.mockReturnValue(159_000);
    expect((await failing(balance())).shown).toBe(false);
    expect(sentHeaders()).toHaveLength(1);
    await failing(send(domain.plans, {}));
    expect(sentHeaders()).toHaveLength(2);
    clock.mockReturnValue(160_100);
    await failing(balance());
    expect(sentHeaders()).toHaveLength(3);
    clock.mockRestore();
  });

  it('leaves field errors to the form', async () => {
    const input = { domainId: 'd1', name: 'www', type: 'A', content: '203.0.113.1' } as never; // the upstream is a stub
    upstream({ status: 422, body: { code: 'error:validation', message: 'No.', fields: { content: 'No address.' } } });
    const refused = await failing(send(dns.create, input, { notices: 'form' }));
    expect(refused.fields).toEqual({ content: 'No address.' });
    expect(refused.shown).toBe(false);
    expect(sentHeaders()).toEqual([]);
    upstream({ status: 500, body: {} });
    await failing(send(dns.create, input, { notices: 'form' }));
    expect(sentHeaders()).toHaveLength(1);
  });

  it('shows nothing with notices off', async () => {
    upstream(new TypeError('no network'));
    await failing(send(wallet.balance, {}, { notices: 'none' }));
    expect(sentHeaders()).toEqual([]);
  });

  it('an aborted call shows nothing', async () => {
    const controller = new AbortController();
    controller.abort();
    upstream(new DOMException('aborted', 'AbortError'));
    await expect(send(wallet.balance, {}, { signal: controller.signal })).rejects.toThrow();
    expect(sentHeaders()).toEqual([]);
  });
});

describe('success', () => {
  it('shows the text of the call, else "Successfully done"', async () => {
    upstream({ status: 200, body: { done: true } });
    await send(domain.delete, { domainId: 'd1', confirm: 'a.example' });
    const plain = { ...domain.delete, success: 'common:done' } as typeof domain.delete;
    await send(plain, { domainId: 'd1', confirm: 'a.example' });
    expect(sentHeaders().map(([type, title]) => [type, title])).toEqual([
      ['success', 'Domain removed'],
      ['success', 'Successfully done'],
    ]);
  });

  it('of a read shows nothing', async () => {
    upstream({ status: 200, body: { balance: 5 } });
    expect(await balance()).toEqual({ balance: 5 });
    expect(sentHeaders()).toEqual([]);
  });
});

describe('the session', () => {
  it('twenty calls with 401 cause one refresh and one retry each', async () => {
    let fresh = false;
    upstream((url) => {
      if (url.startsWith('/api/auth/refresh')) {
        fresh = true;
        return { status: 200, body: { session: { ...session, expiresAt: '2026-11-20T14:00:00.000Z' } } };
      }
      return fresh ? { status: 200, body: { balance: 7 } } : { status: 401, body: {} };
    });
    const answers = await Promise.all(Array.from({ length: 20 }, balance));
    expect(answers).toEqual(Array.from({ length: 20 }, () => ({ balance: 7 })));
    expect(originRequests.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1);
    expect(originRequests.filter(({ url }) => url === '/api/fin/balance')).toHaveLength(40);
    expect($session.get()?.expiresAt).toBe('2026-11-20T14:00:00.000Z');
    expect(sentHeaders()).toEqual([]);
  });

  it('ends if the retry is refused too', async () => {
    upstream((url) =>
      url.startsWith('/api/auth/refresh')
        ? { status: 200, body: { session: { ...session, expiresAt: 'later' } } }
        : { status: 401, body: {} },
    );
    await failing(balance());
    expect(originRequests.filter(({ url }) => url === '/api/fin/balance')).toHaveLength(2);
    expect($session.get()).toBeNull();
    expect(sentHeaders()).toEqual([['error', 'Error', 'Token has been expired.']]);
  });

  it.each([
    ['is refused', { status: 403, body: {} }],
    ['gets no answer', new TypeError('no network')],
    ['fails with 500', { status: 500, body: {} }],
    ['fails with 503', { status: 503, raw: '<html>' }],
  ])('ends when the refresh %s', async (_case, refreshed) => {
    upstream((url) => (url.startsWith('/api/auth/refresh') ? refreshed : { status: 401, body: {} }));
    await failing(balance());
    expect($session.get()).toBeNull();
    expect(sentHeaders()).toEqual([['error', 'Error', 'Token has been expired.']]);
  });

  it('goes on when the first response to the refresh is lost', async () => {
    const answers = [new TypeError('connection lost'), { status: 200, body: { session: { ...session, expiresAt: 'later' } } }];
    let isRefreshed = false;
    upstream((url) => {
      if (!url.startsWith('/api/auth/refresh')) return isRefreshed ? { status: 200, body: { balance: 7 } } : { status: 401, body: {} };
      const answer = answers.shift() ?? { status: 401, body: {} };
      isRefreshed = !(answer instanceof TypeError);
      return answer;
    });
    expect(await balance()).toEqual({ balance: 7 });
    expect($session.get()?.expiresAt).toBe('later');
    expect(sentHeaders()).toEqual([]);
  });

  it('refreshes with nothing stored, even if the page provides the session meanwhile', async () => {
    $session.set(null);
    let isRefreshed = false;
    upstream((url) => {
      if (url.startsWith('/api/auth/refresh')) {
        isRefreshed = true;
        return { status: 200, body: { session } };
      }
      return isRefreshed ? { status: 200, body: { balance: 1 } } : { status: 401, body: {} };
    });
    const answer = balance();
    $session.set({ ...session, expiresAt: new Date(0).toISOString() });
    expect(await answer).toEqual({ balance: 1 });
    expect($session.get()).toEqual(session);
  });

  it('a 401 of a public call is returned and doesn’t end the session', async () => {
    upstream({ status: 401, body: { code: 'auth:error.credentials', message: 'No.' } });
    await failing(send(auth.login, { username: 'a@b.example', password: 'x' }));
    expect(originRequests).toHaveLength(1);
    expect($session.get()).toEqual(session);
  });
});

describe('what is sent', () => {
  it('sends the language with every call, and no headers for the texts', async () => {
    upstream({ status: 200, body: {} });
    installTexts(makeInstance('fa', bundles.fa, bundles.en));
    await balance();
    await send(translation.all, {});
    expect(originRequests[0]?.headers.get('accept-language')).toBe('fa');
    expect([...(originRequests[1]?.headers ?? [])]).toEqual([]);
  });

  it('sends one idempotency key per intent', async () => {
    upstream({ status: 500, body: {} });
    const input = { name: 'a.example', plan: 'free', acceptTerms: true, termsVersion: '1' } as const;
    await failing(send(domain.add, input, { idempotencyKey: 'same' }));
    await failing(send(domain.add, input, { idempotencyKey: 'same' }));
    await failing(send(domain.add, input));
    expect(originRequests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'same',
      'same',
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
  });

  it.each(['/dashboard', '/public/login'] as const)('never calls the page %s', async (path) => {
    upstream({ status: 200, body: {} });
    const page: Call = get(path, { summary: 'a page', output: wallet.balance.output });
    await expect(send(page, {})).rejects.toThrow('is a page');
    expect(originRequests).toEqual([]);
  });
});
