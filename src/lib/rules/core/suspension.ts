import type { NamedCall } from '../../contract/call.ts';
import { callRealm } from './roles.ts';

/** What the customer still does: sign in and out, pay, write to support, and take or delete their data. */
const open: ReadonlySet<string> = new Set(['self', 'own', 'shell', 'finance', 'tickets']);

/** Whether a part of the panel can be changed while its account is suspended. */
export const isOpenWhileSuspended = (realm: string): boolean => open.has(realm);

/** Whether a call is refused while its account is suspended. API keys do nothing; a session reads everything. */
export function deniedWhileSuspended(call: Pick<NamedCall, 'id' | 'area' | 'safe' | 'access'>, hasKey: boolean): boolean {
  if (call.access === 'public') return false;
  return hasKey || !(call.safe || isOpenWhileSuspended(callRealm(call)));
}
