import type { FailedCall } from '../contract/core/diagnostics.ts';
import { whenLoggedOut } from '../stores/session.ts';
import type { ApiError } from './errors.ts';

const KEY = 'nasim:failed';
const MOST = 5;

whenLoggedOut(() => attempt(() => sessionStorage.removeItem(KEY)));

/** Remembers the id of a call that failed, for a ticket. Without a response it has none. Nothing of what was sent or answered is kept. */
export function rememberFailed(path: string, { status, details: { requestId } }: ApiError): void {
  if (typeof requestId !== 'string' || status < 400) return;
  const call: FailedCall = { requestId, path, status, time: new Date().toISOString() };
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify([call, ...failedCalls()].slice(0, MOST))));
}

/** The last calls of this tab's session that failed, the newest first. */
export const failedCalls = (): FailedCall[] => attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as FailedCall[]) ?? []; // only this module writes it

/** Storage may be off, or full. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
