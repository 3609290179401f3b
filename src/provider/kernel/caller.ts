import { AsyncLocalStorage } from 'node:async_hooks';

/** The origin of a request, as determined by the process that received it. */
export interface Caller {
  /** Address of the client, after trusted proxies. */
  ip: string;
  /** The ID of the request, if that process has given it one. */
  requestId?: string;
  /** The same object for all reads of one page. */
  page?: object;
}

const calls = new AsyncLocalStorage<{ key: string; databaseMs: number }>();
const KNOWN = 'known ';

/** Runs a call, whose caller is known by its network first and by its customer once `setCurrentCustomer` has named it. */
export const asCaller = <T>(network: string, work: () => Promise<T>): Promise<T> => calls.run({ key: network, databaseMs: 0 }, work);

/** @param id of a customer, or of a session whose token was verified */
export function setCurrentCustomer(id: string): void {
  const call = calls.getStore();
  if (call) call.key = KNOWN + id;
}
/** Whether a caller is a customer: their queries go before those of networks, so that a flood of sign-ins doesn't delay them. */
export const isKnownCaller = (key: string): boolean => key.startsWith(KNOWN);

/** Whose call is running; null outside of calls, as in jobs. */
export const currentCustomer = (): string | null => calls.getStore()?.key ?? null;

/** Adds the time of a statement to the call that waits for it. */
export function addDatabaseTime(ms: number): void {
  const call = calls.getStore();
  if (call) call.databaseMs += ms;
}
/** How long the running call has waited for statements, in ms; those of parallel statements add up. */
export const databaseTime = (): number => calls.getStore()?.databaseMs ?? 0;
