import { maxMembers, team } from '../../../lib/contract/account/team.ts';
import { HOUR } from '../../../lib/time.ts';
import { type CallCtx, implement, type SignedIn, type Writing } from '../../core/implement.ts';
import { actingFor, endMembership } from '../../core/session/acting.ts';
import { requireRecent } from '../../core/session/recent.ts';
import { consumeAttempt } from '../../core/throttle.ts';
import type { Tx, User } from '../../db/schema.ts';
import type { TeamInvitationTable } from '../../db/tables/account/team.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { revokeMemberKeys } from '../apiKey/index.ts';
import { mailInvitation, mailJoined, mailRemoved, noticeOfKeys } from './mails.ts';
import {
  loadAccounts,
  loadTeam,
  logged,
  receivedBy,
  requireOwner,
  rightsColumns,
  selectInvitations,
  selectMembers,
  toReceived,
} from './rows.ts';

const VALID_MS = 7 * 86_400_000;
const sending = {
  account: { name: 'team-invite', max: 20, windowMs: HOUR },
  address: { name: 'team-address', max: 5, windowMs: HOUR },
} as const;

const countInvitation = (ctx: SignedIn, email: string) =>
  consumeAttempt(ctx, [
    { limit: sending.account, key: ctx.account.id },
    { limit: sending.address, key: email },
  ]);

const ofInvitation = ({ id, email }: Pick<TeamInvitationTable, 'id' | 'email'>) => ({ type: 'invitation', id, name: email });
const ofMember = ({ id, email }: Pick<User, 'id' | 'email'>) => ({ type: 'member', id, name: email });

const openInvitation = async (db: CallCtx['db'] | Tx, accountId: string, id: string) =>
  (await selectInvitations(db, accountId).selectAll().where('id', '=', id).executeTakeFirst()) ?? refuse(404, 'error:notFound');

/** A member other than the holder and the caller, with their user. */
async function otherMember(tx: Tx, { account, user }: SignedIn, memberId: string) {
  if (memberId === account.id && memberId !== user.id) refuse(409, 'team:error.holder');
  if (memberId === user.id) refuse(409, memberId === account.id ? 'team:error.holder' : 'team:error.self');
  const row = await selectMembers(tx, account.id).selectAll().where('userId', '=', memberId).executeTakeFirst();
  if (!row) refuse(404, 'error:notFound');
  const person = await tx.selectFrom('user').selectAll().where('id', '=', memberId).executeTakeFirstOrThrow();
  return { row, person };
}

/** An invitation to the caller, decided under the lock of the account that sent it: it can be used once, and not once it is revoked. */
async function deciding<T>(ctx: SignedIn, id: string, work: (writing: Writing, match: Awaited<ReturnType<typeof received>>) => Promise<T>) {
  const { accountId } = await received(ctx.db, ctx, id);
  return ctx.write(async (writing) => work(writing, await received(writing.tx, ctx, id)), `account:${accountId}`);
}
const received = async (db: CallCtx['db'] | Tx, { user, now }: SignedIn, id: string) =>
  (await receivedBy(db, user, now).where('teamInvitation.id', '=', id).executeTakeFirst()) ?? refuse(404, 'error:notFound');

export const teamHandlers = implement(team, {
  list: (ctx) => loadTeam(ctx.db, ctx),

  async invite(ctx, { email, ...form }) {
    requireRecent(ctx);
    requireOwner(ctx, form.role);
    await countInvitation(ctx, email);
    return ctx.write(async ({ tx, log }) => {
      const { members, invitations } = await loadTeam(tx, ctx);
      if (members.some((one) => one.email === email)) refuseField('email', 'team:error.isMember');
      if (invitations.some((one) => one.email === email && !one.expired)) refuseField('email', 'team:error.isInvited');
      await tx.deleteFrom('teamInvitation').where('accountId', '=', ctx.account.id).where('email', '=', email).execute();
      if (members.length + invitations.filter((one) => one.email !== email).length >= maxMembers)
        refuse(409, 'team:error.limit', { params: { max: maxMembers } });
      const row: TeamInvitationTable = {
        id: ctx.newId(),
        accountId: ctx.account.id,
        email,
        ...(await rightsColumns(tx, ctx, form)),
        invitedBy: ctx.user.id,
        sentAt: ctx.now,
        expiresAt: ctx.now + VALID_MS,
      };
      await tx.insertInto('teamInvitation').values(row).execute();
      await mailInvitation(tx, ctx, row);
      await log({ action: 'create', entity: ofInvitation(row), after: logged(row) });
      return loadTeam(tx, ctx);
    });
  },

  async resend(ctx, { invitationId }) {
    const { email } = await openInvitation(ctx.db, ctx.account.id, invitationId);
    await countInvitation(ctx, email);
    return ctx.write(async ({ tx, log }) => {
      const before = await openInvitation(tx, ctx.account.id, invitationId);
      requireOwner(ctx, before.role);
      const dates = { sentAt: ctx.now, expiresAt: ctx.now + VALID_MS };
      await tx.updateTable('teamInvitation').set(dates).where('id', '=', before.id).execute();
      await mailInvitation(tx, ctx, { ...before, ...dates });
      await log({ action: 'update', entity: ofInvitation(before) });
      return loadTeam(tx, ctx);
    });
  },

  revoke: (ctx, { invitationId }) =>
    ctx.write(async ({ tx, log }) => {
      const before = await openInvitation(tx, ctx.account.id, invitationId);
      requireOwner(ctx, before.role);
      await tx.deleteFrom('teamInvitation').where('id', '=', before.id).execute();
      await log({ action: 'delete', entity: ofInvitation(before), before: logged(before) });
      return loadTeam(tx, ctx);
    }),

  edit: (ctx, { memberId, ...form }) => {
    requireRecent(ctx);
    return ctx.write(async ({ tx, log }) => {
      const { row, person } = await otherMember(tx, ctx, memberId);
      requireOwner(ctx, row.role, form.role);
      const columns = await rightsColumns(tx, ctx, form, row);
      await tx.updateTable('accountMember').set(columns).where('accountId', '=', row.accountId).where('userId', '=', row.userId).execute();
      await log({ action: 'update', entity: ofMember(person), before: logged(row), after: columns });
      return loadTeam(tx, ctx);
    });
  },

  remove: (ctx, { memberId, transferKeyIds = [] }) =>
    ctx.write(async (writing) => {
      const { tx, log } = writing;
      const { row, person } = await otherMember(tx, ctx, memberId);
      requireOwner(ctx, row.role);
      if (row.role === 'owner' || transferKeyIds.length > 0) requireRecent(ctx);
      const transferredKeys = await revokeMemberKeys(writing, ctx, row, transferKeyIds);
      await endMembership(tx, row.accountId, row.userId);
      await mailRemoved(tx, ctx, person);
      if (transferredKeys.length > 0)
        await noticeOfKeys(
          tx,
          ctx,
          person,
          transferredKeys.map(({ name }) => name),
        );
      await log({ action: 'delete', entity: ofMember(person), before: logged(row) });
      return { ...(await loadTeam(tx, ctx)), transferredKeys };
    }),

  accounts: (ctx) => loadAccounts(ctx.db, ctx, ctx.acting.accountId),

  switch: (ctx, { accountId }) =>
    ctx.write(async ({ tx, log }) => {
      const acting = (await actingFor(tx, ctx.user.id, accountId)) ?? refuse(404, 'error:notFound');
      if (ctx.session && ctx.acting.accountId !== acting.accountId) {
        await tx
          .updateTable('session')
          .set({ accountId: acting.holder ? accountId : null })
          .where('id', '=', ctx.session.id)
          .execute();
        await log({ action: 'update', entity: { type: 'actingAccount', id: accountId, name: acting.holder?.email ?? ctx.user.email } });
      } else ctx.changedNothing();
      return loadAccounts(tx, ctx, accountId);
    }),

  async invitation(ctx, { invitationId }) {
    return { invitation: await toReceived(ctx.db, await received(ctx.db, ctx, invitationId), ctx.locale) };
  },

  accept: (ctx, { invitationId }) =>
    deciding(ctx, invitationId, async ({ tx, log }, match) => {
      const { accountId, role, level, access, domainIds, serverIds, spaceIds } = match;
      if (await actingFor(tx, ctx.user.id, accountId)) refuse(409, 'team:error.isMember');
      await tx.deleteFrom('teamInvitation').where('id', '=', match.id).execute();
      const rights = { role, level, access, domainIds, serverIds, spaceIds };
      const member = { accountId, userId: ctx.user.id, ...rights, createdAt: ctx.now };
      await tx.insertInto('accountMember').values(member).execute();
      await mailJoined(tx, ctx, accountId);
      await log({ action: 'create', entity: ofMember(ctx.user), accountId, after: logged(member) });
      return loadAccounts(tx, ctx, ctx.acting.accountId);
    }),

  decline: (ctx, { invitationId }) =>
    deciding(ctx, invitationId, async ({ tx, log }, match) => {
      await tx.deleteFrom('teamInvitation').where('id', '=', match.id).execute();
      await log({ action: 'delete', entity: ofInvitation(match), accountId: match.accountId, before: logged(match) });
      return loadAccounts(tx, ctx, ctx.acting.accountId);
    }),

  leave: (ctx, { accountId }) =>
    ctx.write(async (writing) => {
      const { tx, log } = writing;
      if (accountId === ctx.user.id) refuse(409, 'team:error.holder');
      const row = await selectMembers(tx, accountId).selectAll().where('userId', '=', ctx.user.id).executeTakeFirst();
      if (!row) refuse(404, 'error:notFound');
      await revokeMemberKeys(writing, ctx, row);
      await endMembership(tx, accountId, ctx.user.id);
      await log({ action: 'delete', entity: ofMember(ctx.user), accountId, before: logged(row) });
      return loadAccounts(tx, ctx, ctx.acting.accountId === accountId ? ctx.user.id : ctx.acting.accountId);
    }, `account:${accountId}`),
});
