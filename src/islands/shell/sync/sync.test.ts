import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withProvider } from '../../../../tests/support/island.ts';
import { callQueryKey, queryClient } from '../../../browser/api/query.ts';
import { navigate } from '../../../browser/navigate.ts';
import { $dialogs, openDialog } from '../../../browser/stores/dialogs.ts';
import { $domain, $domains } from '../../../browser/stores/domain.ts';
import { $locale, saveLocale } from '../../../browser/stores/preferences.ts';
import { $auth, $balance, $session, $signedOut } from '../../../browser/stores/session.ts';
import { $snackbars } from '../../../browser/stores/snackbars.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { startSync, stopSync } from './index.ts';
import { signOut } from './session.ts';

let originRequests: string[] = [];

/** Starts a window on the provider and counts its calls. `refuse` replaces the responses of some calls. */
async function start(path = '/dashboard', refuse?: (path: string) => Response | undefined) {
  history.replaceState(null, '', path);
  const through = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = String(input).replace(/^\/api|\?.*$/g, '');
    originRequests.push(url);
    return refuse?.(url) ?? through(input, init);
  };
  startSync();
  await waitFor(() => expect(['in', 'out']).toContain($auth.get().state), { timeout: 8000 });
}
/** The storage event that this window gets after another one has written. */
const elsewhere = (key: string, newValue: string | null) => {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
};
const count = (path: string) => originRequests.filter((each) => each === path).length;

beforeEach(() => {
  originRequests = [];
  vi.spyOn(navigate, 'reload').mockImplementation(() => {});
  $domain.set(null);
  $domains.set(null);
  $signedOut.set(false);
  $locale.set('en');
});
afterEach(() => {
  stopSync();
  vi.useRealTimers();
});

describe('the session', () => {
  it('signs out on this device even if the server cannot be reached, and the sign-in page says so', async () => {
    await withProvider();
    await start('/dashboard', (path) => (path === '/auth/logout' ? new Response('<html>', { status: 503 }) : undefined));
    openDialog({ kind: 'confirm', title: 'Remove', description: 'Really?', action: 'Remove', run: () => {} });
    await signOut();
    expect([$session.get(), $balance.get(), $auth.get().state, $dialogs.get()]).toEqual([null, null, 'out', []]);
    expect(navigate.leave).toHaveBeenCalledWith('/public/login?signedOut=unconfirmed');
  });

  it('starts as unknown, loads, and is signed in with the profile', async () => {
    await withProvider();
    const states: string[] = [];
    const stop = $auth.subscribe(({ state }) => void states.push(state));
    await start();
    stop();
    expect(states).toEqual(['initial', 'loading', 'in']);
    expect($auth.get()).toMatchObject({ profile: { firstName: 'Sara' } });
  });

  it('is unauthenticated without a profile, and doesn’t redirect in a loop', async () => {
    await withProvider();
    await start('/dashboard', (path) => (path === '/auth/profile' ? new Response('{}', { status: 409 }) : undefined));
    expect($auth.get()).toEqual({ state: 'out' });
    expect(navigate.leave).not.toHaveBeenCalled();
  });

  it('that expired clears everything and leads to sign-in and back', async () => {
    await withProvider();
    await start('/domains/parvaz.example/dns?type=A');
    await waitFor(() => expect($domains.get()).toHaveLength(5));
    openDialog({ kind: 'standard', title: 'Open', body: () => null });
    globalThis.fetch = vi.fn(async (input: RequestInfo | URL) => {
      originRequests.push(String(input).replace('/api', ''));
      return new Response(String(input).includes('logout') ? '{"done":true}' : '{}', {
        status: String(input).includes('logout') ? 200 : 403,
      });
    });
    await queryClient.refetchQueries({ queryKey: callQueryKey(wallet.balance, {}) });
    await waitFor(() =>
      expect(navigate.leave).toHaveBeenCalledWith('/public/login?ended=1&redirectTo=%2Fdomains%2Fparvaz.example%2Fdns%3Ftype%3DA'),
    );
    expect([$session.get(), $balance.get(), $domain.get(), $domains.get(), $dialogs.get()]).toEqual([null, null, null, null, []]);
    expect($auth.get()).toEqual({ state: 'out' });
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(count('/auth/logout')).toBe(1);
  });

  it('that ended in another tab ends here too, without removing a new cookie', async () => {
    await withProvider();
    await start();
    elsewhere('nasim:session', null);
    await waitFor(() => expect(navigate.leave).toHaveBeenCalledWith('/public/login?ended=1&redirectTo=%2Fdashboard'));
    expect($auth.get()).toEqual({ state: 'out' });
    expect(count('/auth/logout')).toBe(0);
  });

  it('that was signed out in another tab ends here too when the profile could not be read', async () => {
    await withProvider();
    await start('/dashboard', (path) => (path === '/auth/profile' ? new Response('{}', { status: 409 }) : undefined));
    elsewhere('nasim:signed-out', 'yes');
    elsewhere('nasim:session', null);
    expect(navigate.leave).toHaveBeenCalledExactlyOnceWith('/public/login');
  });

  it('of another user in another tab clears this page', async () => {
    await withProvider();
    await start();
    elsewhere('nasim:session', JSON.stringify({ userId: 'someone-else', expiresAt: 'later' }));
    expect(navigate.leave).toHaveBeenCalledWith('/dashboard');
  });
});

describe('the balance', () => {
  const settle = async () => {
    await start();
    await waitFor(() => expect($balance.get()?.mills).toBe(248_000));
  };

  it('is read again after 120 s, and only while the page is visible', async () => {
    await withProvider();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await settle();
    expect(count('/fin/balance')).toBe(1);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(count('/fin/balance')).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    await waitFor(() => expect(count('/fin/balance')).toBe(2));
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(count('/fin/balance')).toBe(2);
    hidden.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(10);
    await waitFor(() => expect(count('/fin/balance')).toBe(3));
    hidden.mockRestore();
  });

  it('that another tab has read is shared and not requested', async () => {
    await withProvider();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await settle();
    await vi.advanceTimersByTimeAsync(100_000);
    elsewhere('nasim:balance', JSON.stringify({ mills: 5000, at: Date.now() }));
    expect(queryClient.getQueryData(callQueryKey(wallet.balance, {}))).toEqual({ balance: 5000 });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(count('/fin/balance')).toBe(1);
  });
});

describe('domains', () => {
  it('the selection follows the address', async () => {
    await withProvider();
    await start('/domains/old-blog.example/dns');
    await waitFor(() => expect($domain.get()?.name).toBe('old-blog.example'));
    history.replaceState(null, '', '/domains/parvaz.example/dns');
    document.dispatchEvent(new Event('astro:page-load'));
    await waitFor(() => expect($domain.get()?.name).toBe('parvaz.example'));
  });

  it('the saved domain stays selected when the address has none', async () => {
    await withProvider();
    localStorage.setItem('nasim:domain', JSON.stringify({ id: '01930000-0000-7000-8000-00000000d001', name: 'parvaz.example' }));
    $domain.set(JSON.parse(localStorage.getItem('nasim:domain') ?? 'null'));
    await start();
    await waitFor(() => expect($domain.get()).toMatchObject({ name: 'parvaz.example', records: 12 }));
  });
});

describe('reference data', () => {
  const reads = ['/server/fin/price', '/server/manage/list', '/server/general/dataCenters', '/server/general/osList'];

  it('the price list is loaded once per customer, the rest on paths of the cloud line', async () => {
    await withProvider();
    await start('/domains/x-server.com/dns');
    await waitFor(() => expect(count('/server/fin/price')).toBe(1));
    expect(reads.map(count)).toEqual([1, 0, 0, 0]);
    for (const path of ['/servers', '/account/api-keys', '/dashboard']) {
      history.replaceState(null, '', path);
      document.dispatchEvent(new Event('astro:page-load'));
    }
    await waitFor(() => expect(reads.map(count)).toEqual([1, 1, 1, 1]));
  });

  it('a failed load is retried once after a second, then silently given up', async () => {
    await withProvider();
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    await start('/dashboard', (path) => (path === '/server/fin/price' ? new Response('{}', { status: 500 }) : undefined));
    await waitFor(() => expect(count('/server/fin/price')).toBe(1));
    await vi.advanceTimersByTimeAsync(1100);
    await waitFor(() => expect(count('/server/fin/price')).toBe(2));
    await vi.advanceTimersByTimeAsync(60_000);
    document.dispatchEvent(new Event('astro:page-load'));
    expect(count('/server/fin/price')).toBe(2);
    expect($snackbars.get()).toEqual([]);
  });
});

describe('other tabs and this device', () => {
  it('a tab that reloads for another one’s language sends the new cookie', () => {
    const cookies: string[] = [];
    const stop = $locale.listen(() => cookies.push(document.cookie));
    saveLocale('es');
    stop();
    expect(cookies).toEqual([expect.stringContaining('nasim_locale=es')]);
  });

  it('with unsaved input it asks before it reloads', async () => {
    await withProvider();
    await start();
    const guard = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    elsewhere('nasim:locale', 'fa');
    window.removeEventListener('beforeunload', guard);
    expect(navigate.reload).not.toHaveBeenCalled();
    expect($snackbars.get()).toMatchObject([{ title: 'The language was changed in another tab' }]);
    $snackbars.get()[0]?.action?.run();
    expect(navigate.reload).toHaveBeenCalledOnce();
  });

  it('a device that can’t store anything gets one warning', async () => {
    await withProvider();
    await start();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    $locale.set('en');
    $balance.set({ mills: 1, at: Date.now() });
    full.mockRestore();
    expect($snackbars.get()).toMatchObject([{ type: 'error', title: 'Error', description: 'Error in saving data' }]);
  });
});
