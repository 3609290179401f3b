import { type Invitation, type Member, maxMembers, type RightsForm, type Team } from '../../../lib/contract/account/team.ts';
import { byName } from '../../../lib/format/order.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { iso } from '../../../lib/time.ts';
import type { SignedIn } from '../../core/implement.ts';
import { toGrant } from '../../core/session/rights.ts';
import { ownedDomains, ownedServers, ownedSpaces } from '../../db/owned.ts';
import type { Db, Tx, User } from '../../db/schema.ts';
import type { Rights } from '../../db/tables/account/team.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';

const personName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`.trim();

/** What an account is called for its members: the company, else the person, else the address. */
export const accountName = (holder: Pick<User, 'accountType' | 'legalName' | 'firstName' | 'lastName' | 'email'>): string =>
  (holder.accountType === 'business' && holder.legalName) || personName(holder) || holder.email;

export const selectMembers = (db: Db | Tx, accountId: string) =>
  db.selectFrom('accountMember').where('accountMember.accountId', '=', accountId);
export const selectInvitations = (db: Db | Tx, accountId: string) =>
  db.selectFrom('teamInvitation').where('teamInvitation.accountId', '=', accountId);

/** The rights in the columns of a member or an invitation, with the names of what was selected; what has been removed since has none. */
export async function loadRights(db: Db | Tx, accountId: string, row: Rights, locale: Locale) {
  const grant = toGrant(row);
  const account = { id: accountId };
  const named = async (ids: readonly string[] | null, find: (ids: readonly string[]) => Promise<readonly { name: string }[]>) =>
    ids && (ids.length === 0 ? [] : byName(await find(ids), locale).map(({ name }) => name));
  return {
    ...grant,
    domains: await named(grant.domainIds, (ids) => ownedDomains(db, account).select('name').where('domain.id', 'in', ids).execute()),
    servers: await named(grant.serverIds, (ids) => ownedServers(db, account).select('name').where('server.id', 'in', ids).execute()),
    spaces: await named(grant.spaceIds, (ids) => ownedSpaces(db, account).select('name').where('space.id', 'in', ids).execute()),
  };
}
/** Those of who may do everything. */
const ofOwner = {
  role: 'owner',
  level: 'write',
  access: null,
  domainIds: null,
  serverIds: null,
  spaceIds: null,
  domains: null,
  servers: null,
  spaces: null,
} as const;

/** The members of an account, its holder first, and the open invitations. */
export async function loadTeam(
  db: Db | Tx,
  { account, user, now, locale }: Pick<SignedIn, 'account' | 'user' | 'now' | 'locale'>,
): Promise<Team> {
  const holder = await db.selectFrom('user').selectAll().where('id', '=', account.id).executeTakeFirstOrThrow();
  const rows = await selectMembers(db, account.id)
    .innerJoin('user', 'user.id', 'accountMember.userId')
    .selectAll('accountMember')
    .select(['user.email', 'user.firstName', 'user.lastName'])
    .orderBy('accountMember.createdAt')
    .orderBy('accountMember.userId')
    .execute();
  const first: Member = {
    id: holder.id,
    email: holder.email,
    name: personName(holder),
    ...ofOwner,
    joinDate: iso(holder.createdAt),
    holder: true,
    you: holder.id === user.id,
  };
  const others = await Promise.all(
    rows.map(
      async (row): Promise<Member> => ({
        id: row.userId,
        email: row.email,
        name: personName(row),
        ...(await loadRights(db, account.id, row, locale)),
        joinDate: iso(row.createdAt),
        holder: false,
        you: row.userId === user.id,
      }),
    ),
  );
  const open = await selectInvitations(db, account.id)
    .innerJoin('user', 'user.id', 'teamInvitation.invitedBy')
    .selectAll('teamInvitation')
    .select('user.email as inviter')
    .orderBy('teamInvitation.sentAt', 'desc')
    .orderBy('teamInvitation.id', 'desc')
    .execute();
  const invitations = await Promise.all(
    open.map(
      async (row): Promise<Invitation> => ({
        id: row.id,
        email: row.email,
        ...(await loadRights(db, account.id, row, locale)),
        sentDate: iso(row.sentAt),
        expireDate: iso(row.expiresAt),
        expired: row.expiresAt <= now,
        invitedBy: row.inviter,
      }),
    ),
  );
  return { members: [first, ...others], invitations, limit: maxMembers };
}

/** The accounts of others that a user may act for. */
export async function loadOtherRights(db: Db | Tx, userId: string, locale: Locale) {
  const rows = await db
    .selectFrom('accountMember')
    .innerJoin('user', 'user.id', 'accountMember.accountId')
    .selectAll('accountMember')
    .select(['user.accountType', 'user.legalName', 'user.firstName', 'user.lastName', 'user.email'])
    .where('accountMember.userId', '=', userId)
    .where('user.closedAt', 'is', null)
    .orderBy('accountMember.createdAt')
    .orderBy('accountMember.accountId')
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      id: row.accountId,
      name: accountName(row),
      ...(await loadRights(db, row.accountId, row, locale)),
      own: false,
    })),
  );
}

/** The accounts that a user may act for, their own first, and the invitations they received. */
export async function loadAccounts(db: Db | Tx, { user, now, locale }: Pick<SignedIn, 'user' | 'now' | 'locale'>, currentId: string) {
  const accounts = [{ id: user.id, name: accountName(user), ...ofOwner, own: true }, ...(await loadOtherRights(db, user.id, locale))];
  const keys = byName(await db.selectFrom('apiKey').select(['accountId', 'name']).where('userId', '=', user.id).execute(), locale);
  const received = await receivedBy(db, user, now).orderBy('teamInvitation.sentAt', 'desc').execute();
  return {
    accounts: accounts.map((each) => ({
      ...each,
      current: each.id === currentId,
      apiKeys: keys.filter(({ accountId }) => accountId === each.id).map(({ name }) => name),
    })),
    invitations: await Promise.all(received.map((row) => toReceived(db, row, locale))),
  };
}

type ReceivedRow = Awaited<ReturnType<ReturnType<typeof receivedBy>['execute']>>[number];

/** The valid invitations to the address of a user: somebody else’s are unknown. */
export const receivedBy = (db: Db | Tx, { email }: Pick<User, 'email'>, now: number) =>
  db
    .selectFrom('teamInvitation')
    .innerJoin('user', 'user.id', 'teamInvitation.accountId')
    .innerJoin('user as inviter', 'inviter.id', 'teamInvitation.invitedBy')
    .selectAll('teamInvitation')
    .select(['user.accountType', 'user.legalName', 'user.firstName', 'user.lastName', 'user.email as holderEmail'])
    .select('inviter.email as inviterEmail')
    .where('teamInvitation.email', '=', email)
    .where('teamInvitation.expiresAt', '>', now)
    .where('user.closedAt', 'is', null);

export const toReceived = async (db: Db | Tx, row: ReceivedRow, locale: Locale) => ({
  id: row.id,
  account: accountName({ ...row, email: row.holderEmail }),
  invitedBy: row.inviterEmail,
  ...(await loadRights(db, row.accountId, row, locale)),
  expireDate: iso(row.expiresAt),
});

/**
 * The columns of a form. What the role doesn't use isn't stored.
 * @param before the columns that it replaces: what was selected there and has been removed since is left out
 * @throws Refusal 422 when a domain, server or space isn't the account's
 */
export async function rightsColumns(
  tx: Tx,
  { account }: Pick<SignedIn, 'account'>,
  { role, level = 'write', access = {}, ...ids }: RightsForm,
  before: Rights | null = null,
): Promise<Rights> {
  const none = { level: 'write', access: null, domainIds: null, serverIds: null, spaceIds: null } as const;
  if (role !== 'domains' && role !== 'custom') return { role, ...none };
  const earlier = before && toGrant(before);
  const find = {
    domainIds: (all: string[]) => ownedDomains(tx, account).select('domain.id').where('domain.id', 'in', all).execute(),
    serverIds: (all: string[]) => ownedServers(tx, account).select('server.id').where('server.id', 'in', all).execute(),
    spaceIds: (all: string[]) => ownedSpaces(tx, account).select('space.id').where('space.id', 'in', all).execute(),
  };
  const selected = async (field: keyof typeof find, isUsed: boolean) => {
    const all = [...new Set(ids[field])];
    if (!isUsed || !ids[field]) return null;
    const known = all.length === 0 ? [] : (await find[field](all)).map(({ id }) => id);
    if (all.some((id) => !known.includes(id) && !earlier?.[field]?.includes(id))) refuseField(field, 'team:error.unknownItem');
    return known;
  };
  if (role === 'domains') return { role, ...none, level, domainIds: (await selected('domainIds', true)) ?? [] };
  return {
    role,
    level: 'write',
    access,
    domainIds: await selected('domainIds', access.domains !== undefined),
    serverIds: await selected('serverIds', access.cloud !== undefined),
    spaceIds: await selected('spaceIds', access.spaces !== undefined),
  };
}

/** Refuses when an administrator would give or take the role of an owner. */
export function requireOwner({ acting }: Pick<SignedIn, 'acting'>, ...among: readonly Rights['role'][]): void {
  if (acting.role !== 'owner' && among.includes('owner')) refuse(409, 'team:error.ownersOnly');
}

export const logged = ({ role, level, access, domainIds, serverIds, spaceIds }: Rights) => ({
  role,
  level,
  access,
  domainIds,
  serverIds,
  spaceIds,
});
