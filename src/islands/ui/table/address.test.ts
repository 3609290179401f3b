import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAddress, useAddress } from '../../../browser/address.ts';

const none = { type: '', proxy: '', q: '' };
beforeEach(() => history.replaceState({ index: 0 }, '', '/list?sort=name'));
afterEach(cleanup);

const renderPage = () => {
  const { result } = renderHook(() => useAddress(none));
  return {
    values: () => result.current[0],
    set: async (change: Partial<typeof none>, search: string) => {
      act(() => result.current[1](change));
      await waitFor(() => expect(location.search).toBe(search));
    },
  };
};

test('each filter is an entry of the history, and “Back” takes them away one by one', async () => {
  const before = history.length;
  const { values, set } = renderPage();
  await set({ type: 'A' }, '?sort=name&type=A');
  await set({ proxy: 'on' }, '?sort=name&type=A&proxy=on');
  // Typed on without a pause that is long enough to be a step of its own.
  await set({ q: 'sh' }, '?sort=name&type=A&proxy=on&q=sh');
  await set({ q: 'shop' }, '?sort=name&type=A&proxy=on&q=shop');
  expect(history.length - before).toBe(3);
  const goTo = async (move: () => void, expected: typeof none) => {
    move();
    await waitFor(() => expect(values()).toEqual(expected));
  };
  await goTo(() => history.back(), { q: '', type: 'A', proxy: 'on' });
  await goTo(() => history.back(), { q: '', type: 'A', proxy: '' });
  await goTo(() => history.back(), none);
  expect(location.search).toBe('?sort=name');
  await goTo(() => history.forward(), { q: '', type: 'A', proxy: '' });
});

test('numbers and dates of an address may have other digits; what is searched remains as it was typed', () => {
  const defaults = { since: '', page: '1', path: '', q: '' };
  const search = new URLSearchParams({ since: '۲۰۲۶-۱۲-۰۱', page: '٢', path: '/فصل-۲', q: '۵۰۲' });
  expect(readAddress(`?${search}`, defaults)).toEqual({ since: '2026-12-01', page: '2', path: '/فصل-۲', q: '۵۰۲' });
});

test('“Back” to another page is left to the router', async () => {
  const paths: string[] = [];
  const router = () => void paths.push(location.pathname);
  addEventListener('popstate', router);
  history.pushState({ index: 1 }, '', '/other');
  const { set } = renderPage();
  await set({ type: 'A' }, '?type=A');
  history.back();
  await waitFor(() => expect(location.search).toBe(''));
  expect(paths).toEqual([]);
  history.back();
  await waitFor(() => expect(paths).toEqual(['/list']));
  removeEventListener('popstate', router);
});
