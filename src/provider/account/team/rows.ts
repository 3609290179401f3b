import { type Invitation, type Member, maxMembers, type Team } from '../../../lib/contract/account/team.ts';
import { refuse, refuseField, type SignedIn } from '../../core/implement.ts';
import { ownedDomainsById } from '../../db/owned.ts';
import type { Db, Tx, User } from '../../db/schema.ts';
import type { AccountMemberTable, TeamInvitationTable } from '../../db/tables/account/team.ts';

const iso = (time: number) => new Date(time).toISOString();
const personName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`.trim();

/** What an account is called for its members: the company, else the person, else the address. */
export const accountName = (holder: Pick<User, 'accountType' | 'legalName' | 'firstName' | 'lastName' | 'email'>): string =>
  (holder.accountType === 'business' && holder.legalName) || personName(holder) || holder.email;

export const rightsOf = ({ role, level, domainIds }: Pick<AccountMemberTable, 'role' | 'level' | 'domainIds'>) => ({
  role,
  level,
  domainIds: domainIds === null ? null : (JSON.parse(domainIds) as string[]), // written by `columnsOf`
});

export const membersOf = (db: Db | Tx, accountId: string) =>
  db.selectFrom('accountMember').where('accountMember.accountId', '=', accountId);
export const invitationsOf = (db: Db | Tx, accountId: string) =>
  db.selectFrom('teamInvitation').where('teamInvitation.accountId', '=', accountId);

/** The members of an account, its holder first, and the open invitations. */
export async function teamOf(db: Db | Tx, { account, user, now }: Pick<SignedIn, 'account' | 'user' | 'now'>): Promise<Team> {
  const holder = await db.selectFrom('user').selectAll().where('id', '=', account.id).executeTakeFirstOrThrow();
  const rows = await membersOf(db, account.id)
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
    role: 'owner',
    level: 'write',
    domainIds: null,
    joinDate: iso(holder.createdAt),
    holder: true,
    you: holder.id === user.id,
  };
  const others = rows.map(
    (row): Member => ({
      id: row.userId,
      email: row.email,
      name: personName(row),
      ...rightsOf(row),
      joinDate: iso(row.createdAt),
      holder: false,
      you: row.userId === user.id,
    }),
  );
  const open = await invitationsOf(db, account.id)
    .innerJoin('user', 'user.id', 'teamInvitation.invitedBy')
    .selectAll('teamInvitation')
    .select('user.email as inviter')
    .orderBy('teamInvitation.sentAt', 'desc')
    .orderBy('teamInvitation.id', 'desc')
    .execute();
  const invitations = open.map(
    (row): Invitation => ({
      id: row.id,
      email: row.email,
      ...rightsOf(row),
      sentDate: iso(row.sentAt),
      expireDate: iso(row.expiresAt),
      expired: row.expiresAt <= now,
      invitedBy: row.inviter,
    }),
  );
  return { members: [first, ...others], invitations, limit: maxMembers };
}

/** The accounts of others that a user may act for. */
export async function othersOf(db: Db | Tx, userId: string) {
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
  return rows.map((row) => ({ id: row.accountId, name: accountName(row), ...rightsOf(row), own: false }));
}

/** The accounts that a user may act for, their own first, and the invitations they received. */
export async function accountsOf(db: Db | Tx, user: User, currentId: string, now: number) {
  const accounts = [
    { id: user.id, name: accountName(user), role: 'owner' as const, level: 'write' as const, domainIds: null, own: true },
    ...(await othersOf(db, user.id)),
  ];
  const keys = await db.selectFrom('apiKey').select(['accountId', 'name']).where('userId', '=', user.id).orderBy('name').execute();
  const received = await receivedBy(db, user, now).orderBy('teamInvitation.sentAt', 'desc').execute();
  return {
    accounts: accounts.map((each) => ({
      ...each,
      current: each.id === currentId,
      apiKeys: keys.filter(({ accountId }) => accountId === each.id).map(({ name }) => name),
    })),
    invitations: received.map(toReceived),
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

export const toReceived = (row: ReceivedRow) => ({
  id: row.id,
  account: accountName({ ...row, email: row.holderEmail }),
  invitedBy: row.inviterEmail,
  ...rightsOf(row),
  expireDate: iso(row.expiresAt),
});

export interface RightsForm {
  role: AccountMemberTable['role'];
  level?: 'read' | 'write' | undefined;
  domainIds?: string[] | undefined;
}

/** The columns of a form. @throws Refusal 422 when a domain isn't the account's */
export async function columnsOf(tx: Tx, { account }: Pick<SignedIn, 'account'>, { role, level = 'write', domainIds = [] }: RightsForm) {
  if (role !== 'domains') return { role, level: 'write' as const, domainIds: null };
  const ids = [...new Set(domainIds)];
  if ((await ownedDomainsById(tx, account, ids)).length < ids.length) refuseField('domainIds', 'team:error.unknownDomain');
  return { role, level, domainIds: JSON.stringify(ids) };
}

/** Refuses when an administrator would give or take the role of an owner. */
export function requireOwner({ acting }: Pick<SignedIn, 'acting'>, ...among: readonly AccountMemberTable['role'][]): void {
  if (acting.role !== 'owner' && among.includes('owner')) refuse(409, 'team:error.ownersOnly');
}

export const logged = ({ role, level, domainIds }: Pick<TeamInvitationTable, 'role' | 'level' | 'domainIds'>) => ({
  role,
  level,
  domainIds,
});
