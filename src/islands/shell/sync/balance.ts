import { may } from '../../../browser/access.ts';
import { callQueryKey, queryClient } from '../../../browser/api/query.ts';
import { watch } from '../../../browser/api/watch.ts';
import { $auth, $balance } from '../../../browser/stores/session.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';

/** How often the balance is refreshed. */
const POLL_MS = 120_000;
const key = callQueryKey(wallet.balance, {});

/**
 * Reads the balance every two minutes while the customer is signed in and the page is visible. Tabs share what they read, so that
 * several tabs make one request.
 */
export function syncBalance(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tried = 0;
  let stopWatching = () => {};

  const schedule = () => {
    clearTimeout(timer);
    if ($auth.get().state !== 'in' || !may('finance') || document.visibilityState === 'hidden') return;
    const due = Math.max($balance.get()?.at ?? 0, tried) + POLL_MS;
    timer = setTimeout(poll, Math.max(0, due - Date.now()));
  };
  const poll = async () => {
    tried = Date.now();
    const refetch = () => queryClient.refetchQueries({ queryKey: key });
    // Two visible windows are due at the same time: the second leaves it to the first.
    await (navigator.locks
      ? navigator.locks.request('nasim:balance', { ifAvailable: true }, (lock) => (lock ? refetch() : undefined))
      : refetch());
    schedule();
  };
  const begin = () => {
    stopWatching();
    stopWatching = () => {};
    if ($auth.get().state === 'in' && may('finance')) {
      stopWatching = watch(
        wallet.balance,
        {},
        {
          data: ({ balance: mills }, at) => {
            if (at > ($balance.get()?.at ?? 0)) $balance.set({ mills, at });
          },
        },
      );
    }
    schedule();
  };
  const stops = [
    $auth.listen(begin),
    $balance.listen((balance) => {
      const known = queryClient.getQueryState(key)?.dataUpdatedAt ?? 0;
      if (balance && balance.at > known) queryClient.setQueryData(key, { balance: balance.mills }, { updatedAt: balance.at });
      schedule();
    }),
  ];
  document.addEventListener('visibilitychange', schedule);
  begin();
  return () => {
    clearTimeout(timer);
    stopWatching();
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', schedule);
  };
}
