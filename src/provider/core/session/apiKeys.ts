import type { NamedCall } from '../../../lib/contract/call.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { deniedCall, deniedInput } from '../../../lib/rules/core/apiKeyAccess.ts';
import { isIn, parseNetwork } from '../../../lib/rules/core/network.ts';
import type { Store } from '../../db/open.ts';
import type { ApiKeyRow } from '../../db/schema.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { hashHandle } from './tokens.ts';

/** The prefix of every token of a key, so that secret scanners can recognize it. */
export const KEY_PREFIX = 'nsm_';
/** How stale `lastUsedAt` may be. */
const USED_EVERY = 60_000;

/** The permissions of a key that a call is checked against. */
export interface KeyAccess {
  id: string;
  name: string;
  access: Parameters<typeof deniedCall>[0]['access'];
  domainIds: readonly string[] | null;
  serverIds: readonly string[] | null;
  /** It proposes changes, and makes none itself. */
  needsApproval: boolean;
}

/** The key of a valid token: not expired or removed; after a roll, the old token works for an hour. */
export async function liveKey({ store }: { store: Store }, token: string, now: number): Promise<ApiKeyRow | null> {
  const hash = hashHandle(token);
  const row = await store.reader
    .selectFrom('apiKey')
    .selectAll()
    .where((e) => e.or([e('tokenHash', '=', hash), e('oldTokenHash', '=', hash)]))
    .executeTakeFirst();
  if (!row || (row.expiresAt !== null && row.expiresAt <= now)) return null;
  return row.tokenHash === hash || (row.oldTokenUntil ?? 0) > now ? row : null;
}

/** Whether a key can be used from an address. @param allowedIps the column of the key */
export function isAddressOfKey(allowedIps: readonly string[], ip: string): boolean {
  const address = parseNetwork(ip);
  return allowedIps.length === 0 || allowedIps.some((one) => isIn(one, address));
}

/** Refuses a client address that the key doesn't allow, with 409: a 403 would end a session. */
export function requireAddress({ allowedIps }: Pick<ApiKeyRow, 'allowedIps'>, ip: string): void {
  if (!isAddressOfKey(allowedIps, ip)) throw new Refusal(409, 'apiKey:error.ip', { params: { ip } });
}

export const keyAccess = ({ id, name, access, domainIds, serverIds, needsApproval }: ApiKeyRow): KeyAccess => ({
  id,
  name,
  access,
  domainIds,
  serverIds,
  needsApproval,
});

export async function noteUse(
  { store }: { store: Store },
  { id, accountId, lastUsedAt }: ApiKeyRow,
  ip: string,
  now: number,
): Promise<void> {
  if (lastUsedAt !== null && lastUsedAt >= now - USED_EVERY) return;
  await store.write(`account:${accountId}`, (tx) =>
    tx.updateTable('apiKey').set({ lastUsedAt: now, lastIp: ip }).where('id', '=', id).execute(),
  );
}

/** Refuses a call outside the access of the key, which the refusal names by its label. Public calls need no access. */
export function requireAccess(key: KeyAccess, call: NamedCall, t: Translate): void {
  if (call.access === 'public') return;
  const denied = deniedCall(key, call);
  if (denied) throw new Refusal(409, denied, { params: { area: call.area ? t(`apiKey:area.${call.area}`) : '', name: key.name } });
}

/** Refuses a change by a key that only proposes changes. */
export function requireDirect(key: KeyAccess, call: NamedCall): void {
  if (key.needsApproval && call.access === 'session' && !call.safe && !call.everyKey)
    throw new Refusal(409, 'apiKey:error.needsApproval', { params: { name: key.name } });
}

/** Refuses an input outside the scope of the key: another domain or server gets 404, like an unknown one. */
export function requireReach(key: KeyAccess, call: NamedCall, input: unknown): void {
  const denied = call.access === 'public' ? null : deniedInput(key, call, input);
  if (denied === 'foreign') throw new Refusal(404, 'error:notFound');
  if (denied) throw new Refusal(409, `apiKey:error.${denied}`, { params: { name: key.name } });
}
