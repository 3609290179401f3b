import type { FailedCall } from '../../lib/contract/core/diagnostics.ts';
import { iso } from '../../lib/time.ts';
import { whenLoggedOut } from '../stores/session.ts';
import type { ApiError } from './errors.ts';

const KEY = 'nasim:failed';
const MOST = 5;

whenLoggedOut(() => attempt(() => sessionStorage.removeItem(KEY)));

/** Stores the ID of a failed call, for a ticket. Calls without a response have none. Neither input nor response is stored. */
export function rememberFailed(path: string, { status, details: { requestId } }: ApiError): void {
  if (typeof requestId !== 'string' || status < 400) return;
  const call: FailedCall = { requestId, path, status, time: iso(Date.now()) };
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify([call, ...failedCalls()].slice(0, MOST))));
}

/** The last failed calls in this tab's session, newest first. */
export const failedCalls = (): FailedCall[] => attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as FailedCall[]) ?? []; // only this module writes it

/** Storage may be disabled or full. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
