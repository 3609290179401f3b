import { AsyncLocalStorage } from 'node:async_hooks';

const calls = new AsyncLocalStorage<{ key: string }>();

/** Runs a call, whose caller is known by its network first and by its customer once `becomeCustomer` has named it. */
export const asCaller = <T>(network: string, work: () => Promise<T>): Promise<T> => calls.run({ key: network }, work);

export function becomeCustomer(id: string): void {
  const call = calls.getStore();
  if (call) call.key = id;
}

/** Whose call is running; null outside of calls, as in jobs. */
export const currentCustomer = (): string | null => calls.getStore()?.key ?? null;
