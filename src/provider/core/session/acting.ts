import type { NamedCall } from '../../../lib/contract/call.ts';
import {
  accessTo,
  callRealm,
  deniedByRole,
  deniedInputByRole,
  deniedInView,
  type Grant,
  hasOwnTicketsOnly,
  type Realm,
} from '../../../lib/rules/core/roles.ts';
import { staffLevel } from '../../../lib/rules/core/staff.ts';
import { deniedByStaffRole } from '../../../lib/rules/core/staffCalls.ts';
import { deniedWhileSuspended } from '../../../lib/rules/core/suspension.ts';
import type { Db, Session, Tx, User } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { isAllowedAddress } from './allowedIps.ts';
import type { KeyAccess } from './apiKeys.ts';
import { toGrant } from './rights.ts';
import { loadView } from './views.ts';

/** The account that the windows of a browser show; a call for another one is refused. */
export const ACCOUNT_HEADER = 'x-account';

/** The account that a caller acts for, and their rights in it. */
export interface Acting extends Grant {
  accountId: string;
  /** Null: it is the caller's own. */
  holder: User | null;
  /** An operator sees the panel of a customer; null: they are a member, or it is their own. */
  view: { id: string; endsAt: number } | null;
}

export interface Identity {
  user: User;
  acting: Acting;
  /** Null: the caller uses an API key. */
  session: Session | null;
  /** Null: the caller uses a session. */
  key: KeyAccess | null;
  /** When the token expires, epoch ms; the session itself may continue. */
  expiresAt: number;
}

const own = (userId: string): Acting => ({
  accountId: userId,
  holder: null,
  view: null,
  role: 'owner',
  level: 'write',
});

/** A user's rights in an account; null: they are no member. It asks the database each time: a change applies to the next call. */
export async function actingFor(db: Db | Tx, userId: string, accountId: string | null): Promise<Acting | null> {
  if (accountId === null || accountId === userId) return own(userId);
  const row = await db
    .selectFrom('accountMember')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  const holder = row && (await db.selectFrom('user').selectAll().where('id', '=', accountId).executeTakeFirst());
  if (!row || !holder || holder.closedAt !== null) return null;
  return { accountId, holder, view: null, ...toGrant(row) };
}

/**
 * Who a session acts for. A session of a former member is back in the user's own account, as is that of an operator whose view of a
 * customer's panel has ended.
 */
export async function loadActing(
  db: Db | Tx,
  session: { id: string; userId: string; accountId: string | null },
  { staffRole }: Pick<User, 'staffRole'>,
  now: number,
): Promise<Acting> {
  const view = staffLevel(staffRole, 'access') === 'write' ? await loadView(db, session.id, now) : null;
  const holder = view && (await db.selectFrom('user').selectAll().where('id', '=', view.accountId).executeTakeFirst());
  if (view && holder && holder.closedAt === null)
    return { accountId: holder.id, holder, view: { id: view.id, endsAt: view.endsAt }, role: 'support', level: 'read' };
  return (await actingFor(db, session.userId, session.accountId)) ?? own(session.userId);
}

/** Refuses a call that the rights in an account don't cover. For members, and for everyone else who acts for another's account. */
export function requireRole(grant: Grant, call: NamedCall): void {
  if (callRealm(call) === 'own') throw new Refusal(409, 'team:error.ownOnly');
  if (deniedByRole(grant, call)) throw new Refusal(409, 'error:role');
}

/**
 * The account that a call is about. What belongs to the person (profile, sign-in, devices) is always about their own.
 * @throws Refusal 409 when the role forbids the call, or the window shows another account
 */
export function resolveAccount({ user, acting, key }: Identity, call: NamedCall, header: string | null, ip: string): Account {
  const isSelf = call.access === 'public' || (acting.holder !== null && callRealm(call) === 'self');
  if (acting.view && call.access === 'session' && deniedInView(call))
    throw new Refusal(409, header !== null && header !== acting.accountId ? 'error:otherAccount' : 'error:supportView');
  if (isSelf) return { id: user.id, domainIds: key?.domainIds ?? null, serverIds: key?.serverIds ?? null };
  // The windows of a browser share a session: one that still shows another account must not change this one.
  if (header !== null && header !== acting.accountId && (acting.holder !== null || callRealm(call) !== 'self'))
    throw new Refusal(409, 'error:otherAccount');
  if (acting.holder) {
    // The consent to a view is more specific than the list of addresses, which can't know those of support.
    if (!acting.view && !isAllowedAddress(acting.holder, ip)) throw new Refusal(409, 'allowedIp:error.blocked', { params: { ip } });
    requireRole(acting, call);
  }
  return { id: acting.accountId, ...accountReach(acting, callRealm(call), key), ticketsOf: hasOwnTicketsOnly(acting) ? user.id : null };
}

/** Refuses what a suspended account may not do. @param suspendedAt of the account that the call is for */
export function requireNotSuspended(suspendedAt: number | null, call: NamedCall, hasKey: boolean): void {
  if (suspendedAt !== null && deniedWhileSuspended(call, hasKey)) throw new Refusal(409, 'error:suspended');
}

/** Refuses a call of operators to everybody else, for whom it doesn't exist, and to an operator whose role doesn't include it. */
export function requireStaffRole({ staffRole }: Pick<User, 'staffRole'>, call: NamedCall): void {
  const denied = deniedByStaffRole(staffRole, call);
  if (denied === 'unknown') throw new Refusal(404, 'error:notFound');
  if (denied) throw new Refusal(409, 'error:staffRole');
}

/** Refuses an input outside the member's domains, servers and spaces: another one is unknown. */
export function requireReachOfRole({ acting }: Identity, call: NamedCall, input: unknown): void {
  if (acting.holder === null || call.access === 'public' || callRealm(call) === 'self') return;
  const denied = deniedInputByRole(acting, call, input);
  if (denied === 'foreign') throw new Refusal(404, 'error:notFound');
  if (denied) throw new Refusal(409, 'error:role');
}

/** What a call reaches of the account. */
function accountReach(acting: Acting, realm: Realm, key: Identity['key']): Pick<Account, 'domainIds' | 'serverIds' | 'spaceIds'> {
  // What is selected limits what is about domains, servers and spaces; an invoice or the change log is that of the whole account.
  if (wholeAccount.includes(realm)) return { domainIds: null, serverIds: null, spaceIds: null };
  // A ticket can be about what the member has access to.
  const within = (of: Realm, ids: Ids) => (realm === 'tickets' && accessTo(acting, of) === 'none' ? nonEmpty([]) : ids);
  return {
    domainIds: both(key?.domainIds, within('domains', acting.domainIds)),
    serverIds: both(key?.serverIds, within('cloud', acting.serverIds)),
    spaceIds: both(null, acting.spaceIds),
  };
}
const wholeAccount: readonly Realm[] = ['finance', 'support', 'activity', 'keys', 'webhooks', 'team'];

type Ids = readonly string[] | null | undefined;
const both = (some: Ids, others: Ids): readonly string[] | null => {
  const ids = some && others ? some.filter((id) => others.includes(id)) : (some ?? others ?? null);
  return ids && nonEmpty(ids);
};
/** A query needs one value at least; nothing has an empty ID. */
const nonEmpty = (ids: readonly string[]) => (ids.length === 0 ? [''] : ids);

/** Ends a membership: the sessions of the former member are back in their own account. Their API keys end with `revokeMemberKeys`. */
export async function endMembership(tx: Tx, accountId: string, userId: string): Promise<void> {
  await tx.updateTable('session').set({ accountId: null }).where('userId', '=', userId).where('accountId', '=', accountId).execute();
  await tx.deleteFrom('accountMember').where('accountId', '=', accountId).where('userId', '=', userId).execute();
}
