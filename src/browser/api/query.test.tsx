import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type ActingFor, auth, type Profile } from '../../lib/contract/account/auth.ts';
import { domain } from '../../lib/contract/cdn/domain.ts';
import { rateLimit } from '../../lib/contract/cdn/rateLimit.ts';
import { wallet } from '../../lib/contract/core/wallet.ts';
import { demo } from '../../lib/contract/fields.ts';
import { bundles } from '../../lib/i18n/bundles.ts';
import { installTexts } from '../../lib/i18n/react.tsx';
import { makeInstance } from '../../lib/i18n/translator.ts';
import { $auth } from '../stores/session.ts';
import { $snackbars } from '../stores/snackbars.ts';
import { clearRefusals } from './client.ts';
import { ApiError } from './errors.ts';
import { callQueryKey, q, queryClient, useWrite } from './query.ts';

beforeEach(() => {
  clearRefusals();
  $snackbars.set([]);
  installTexts(makeInstance('en', bundles.en));
});
afterEach(cleanup);

/** Responses with these statuses, in order; the last one repeats. */
function answers(...statuses: number[]) {
  const sent: unknown[] = [];
  globalThis.fetch = vi.fn(async (_url: unknown, init?: RequestInit) => {
    const status = statuses[Math.min(sent.length, statuses.length - 1)] ?? 200;
    sent.push(JSON.parse(String(init?.body)));
    return new Response('{}', { status });
  });
  return sent;
}
const { domainId } = demo;
const ruleId = demo.rateLimitIds[0];
const last = () => $snackbars.get().at(-1);

test('a switch that the provider failed to save is tried again from its snackbar, as often as it fails', async () => {
  const sent = answers(500, 503, 200);
  const { result } = renderHook(() => useWrite(rateLimit.toggleDeploy, { success: 'none' }));
  await expect(result.current.mutateAsync({ domainId, ruleId, deploy: false })).rejects.toMatchObject({ status: 500 });
  expect(last()).toMatchObject({ type: 'error', action: { label: 'Try again' } });
  last()?.action?.run();
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => expect(last()).toMatchObject({ type: 'error', action: { label: 'Try again' } }));
  last()?.action?.run();
  await waitFor(() => expect(last()).toMatchObject({ type: 'success', title: 'Rule status changed' }));
  expect($snackbars.get()).toHaveLength(1);
  expect(sent).toEqual(Array(3).fill({ domainId, ruleId, deploy: false }));
});

test('nothing is offered where a repetition could do it twice, where a form has its own button, or after a refusal', async () => {
  answers(500);
  const adding = renderHook(() => useWrite(domain.add)).result;
  await expect(adding.current.mutateAsync({ name: 'a.example', plan: 'basic' } as never)).rejects.toBeTruthy(); // the provider isn’t asked
  expect(last()).toMatchObject({ type: 'error' });
  expect(last()?.action).toBeUndefined();

  const form = renderHook(() => useWrite(rateLimit.update, { notices: 'form' })).result;
  await expect(form.current.mutateAsync({ domainId, ruleId })).rejects.toBeTruthy();
  expect($snackbars.get()).toHaveLength(2);
  expect(last()?.action).toBeUndefined();

  answers(409);
  const switching = renderHook(() => useWrite(rateLimit.toggleDeploy)).result;
  await expect(switching.current.mutateAsync({ domainId, ruleId, deploy: true })).rejects.toBeTruthy();
  expect($snackbars.get()).toHaveLength(3);
  expect(last()?.action).toBeUndefined();
});

test('a failed read is tried once more, a refusal is not', () => {
  const { retry } = queryClient.getDefaultOptions().queries ?? {};
  if (typeof retry !== 'function') throw new Error('it depends on the error');
  const error = (status: number) => new ApiError('error:server', status, '');
  expect([0, 500, 503].map((status) => retry(0, error(status)))).toEqual([true, true, true]);
  expect([400, 404, 409, 422, 429].map((status) => retry(0, error(status)))).toEqual(Array(5).fill(false));
  expect(retry(1, error(500))).toBe(false);
});

test('a read that the role doesn’t cover is refused without a request, unless the role was changed since', async () => {
  let finance: 'none' | 'read' = 'none';
  const sent: string[] = [];
  globalThis.fetch = vi.fn(async (url: unknown) => {
    const isProfile = String(url).includes(auth.profile.path);
    sent.push(isProfile ? 'profile' : 'balance');
    const acting = { role: 'custom', access: { finance } } as unknown as ActingFor; // what is used of it
    if (isProfile) $auth.set({ state: 'in', profile: {} as Profile, acting }); // as `syncSession` does
    return Response.json(isProfile ? {} : { balance: 5 });
  });
  onTestFinished(() => $auth.set({ state: 'initial' }));
  const read = () => queryClient.fetchQuery({ ...q(wallet.balance, {}), retry: false });
  await queryClient.fetchQuery(q(auth.profile, {}));
  await expect(read()).rejects.toMatchObject({ code: 'error:role', status: 409 });
  expect(sent).toEqual(['profile']);
  // A minute later, the profile is read again first.
  finance = 'read';
  queryClient.setQueryData(callQueryKey(auth.profile, {}), (known) => known, { updatedAt: Date.now() - 61_000 });
  expect(await read()).toEqual({ balance: 5 });
  expect(sent).toEqual(['profile', 'profile', 'balance']);
});
