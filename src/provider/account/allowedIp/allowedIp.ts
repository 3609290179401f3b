import { allowedIp, maxAllowedIps } from '../../../lib/contract/account/allowedIp.ts';
import type { auth } from '../../../lib/contract/account/auth.ts';
import { covers, networkNotice, parseNetwork } from '../../../lib/rules/core/network.ts';
import { iso } from '../../../lib/time.ts';
import { type CallCtx, type Handlers, implement, type SignedIn, type Writing } from '../../core/implement.ts';
import { queueMail } from '../../core/outbox.ts';
import { isAllowedAddress, isInList } from '../../core/session/allowedIps.ts';
import { requireRecent } from '../../core/session/recent.ts';
import { warned } from '../../core/warned.ts';
import type { Tx, User } from '../../db/schema.ts';
import type { AllowedIp } from '../../db/tables/core/user.ts';
import { fieldRefusal, Refusal, refuse } from '../../kernel/refusal.ts';
import {
  checkCode,
  countGuess,
  countSending,
  endVerifications,
  forgetPasswords,
  preferredLanguage,
  resetLink,
  resolveScope,
  sentCode,
  spendVerification,
  startVerification,
  userLock,
} from '../proof/index.ts';

const PURPOSE = 'allowedIp';

const view = (items: readonly AllowedIp[], isOn: boolean, ip: string) => ({
  allowedIps: {
    enabled: isOn,
    items: items.map((item) => ({ ...item, createdAt: iso(item.createdAt) })),
    yourIp: ip,
    yourIpAllowed: isInList(items, ip),
    limit: maxAllowedIps,
  },
});

const freshUser = (tx: Tx, id: string) => tx.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const save = (tx: Tx, userId: string, allowedIps: AllowedIp[]) =>
  tx.updateTable('user').set({ allowedIps }).where('id', '=', userId).execute();

const isSameNetwork = (a: string, b: string): boolean => {
  const [one, other] = [parseNetwork(a), parseNetwork(b)];
  return one !== null && other !== null && covers(one, other) && covers(other, one);
};

/** The caller's address must stay in the list: prevents lockout, in this tab or in another. */
function requireInside(items: readonly AllowedIp[], ip: string): void {
  if (!isInList(items, ip)) refuse(409, 'allowedIp:error.lockout', { params: { ip } });
}

const change = <T>(ctx: SignedIn, work: (writing: Writing, user: User) => Promise<T>) => {
  requireRecent(ctx);
  return ctx.write(async (writing) => work(writing, await freshUser(writing.tx, ctx.user.id)), userLock(ctx.user));
};

export const allowedIpHandlers = implement(allowedIp, {
  list: ({ user, ip }) => view(user.allowedIps, user.ipRestricted, ip),

  add: (ctx, { ip, description = '' }) =>
    change(ctx, async ({ tx, log }, user) => {
      const items = user.allowedIps;
      if (items.some((item) => isSameNetwork(item.ip, ip)))
        refuse(409, 'allowedIp:error.taken', { fields: { ip: { key: 'allowedIp:error.taken' } } });
      if (items.length >= maxAllowedIps) refuse(409, 'allowedIp:error.limit', { params: { max: maxAllowedIps } });
      const item = { id: ctx.newId(), ip, description, createdAt: ctx.now };
      await save(tx, user.id, [...items, item]);
      await log({ action: 'create', entity: { type: 'allowedIp', id: item.id, name: ip }, after: { ip, description } });
      return { ...view([...items, item], user.ipRestricted, ctx.ip), warnings: warned(ctx, [networkNotice(ip, true)]) };
    }),

  remove: (ctx, { allowedIpId }) =>
    change(ctx, async ({ tx, log }, user) => {
      const items = user.allowedIps;
      const item = items.find(({ id }) => id === allowedIpId) ?? refuse(404, 'error:notFound');
      const left = items.filter(({ id }) => id !== allowedIpId);
      if (user.ipRestricted) requireInside(left, ctx.ip);
      await save(tx, user.id, left);
      const { ip, description } = item;
      await log({ action: 'delete', entity: { type: 'allowedIp', id: item.id, name: ip }, before: { ip, description } });
      return view(left, user.ipRestricted, ctx.ip);
    }),

  toggle: (ctx, { enabled }) =>
    change(ctx, async ({ tx, log }, user) => {
      const items = user.allowedIps;
      if (enabled) requireInside(items, ctx.ip);
      await tx.updateTable('user').set({ ipRestricted: enabled }).where('id', '=', user.id).execute();
      const what = enabled ? 'ipRestrictionOn' : 'ipRestrictionOff';
      await queueMail(tx, ctx, {
        to: user.email,
        language: preferredLanguage(user, ctx),
        subject: `mail:${what}.subject`,
        body: `mail:${what}.body`,
        params: { ip: ctx.ip, link: resetLink(ctx) },
      });
      await log({
        action: 'update',
        entity: { type: 'allowedIp', id: user.id, name: user.email },
        before: { enabled: user.ipRestricted },
        after: { enabled },
      });
      return view(items, enabled, ctx.ip);
    }),
});

export const addressHandlers: Pick<Handlers<typeof auth>, 'allowAddress'> = {
  async allowAddress(ctx, { verificationId, code }) {
    await countGuess(ctx, verificationId);
    const known = await ctx.db.selectFrom('verification').select('target').where('id', '=', verificationId).executeTakeFirst();
    return ctx.write(
      async ({ tx, log }) => {
        const checked = await checkCode(tx, ctx, verificationId, PURPOSE, code);
        const userId = checked.ok ? checked.row.userId : null;
        if (!checked.ok || userId === null) {
          await log({ action: 'signInRefused', entity: { type: 'session', id: '', name: '' } });
          return fieldRefusal('code', checked.ok ? 'auth:error.code' : checked.key);
        }
        await spendVerification(tx, ctx, verificationId);
        const user = await freshUser(tx, userId);
        const items = user.allowedIps;
        // Only the address of the code's recipient; a full list must not lock anybody out.
        const item = { id: ctx.newId(), ip: ctx.ip, description: ctx.t('allowedIp:recovered'), createdAt: ctx.now };
        if (!isInList(items, ctx.ip)) await save(tx, user.id, [...items, item]);
        await forgetPasswords(tx, user, await resolveScope(ctx, user.id));
        await log({
          action: 'create',
          entity: { type: 'allowedIp', id: item.id, name: ctx.ip },
          accountId: user.id,
          userId: user.id,
          after: { ip: ctx.ip, description: item.description },
        });
        return { ip: ctx.ip };
      },
      known ? `email:${known.target}` : `verification:${verificationId}`,
    );
  },
};

/**
 * Counts the code that a refused sign-in is about to email, before its transaction. False when the address needs none, or none may be
 * sent now.
 */
export async function maySendRecovery(ctx: CallCtx, user: User): Promise<boolean> {
  if (isAllowedAddress(user, ctx.ip)) return false;
  try {
    await countSending(ctx, PURPOSE, user.email);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return false;
    throw error;
  }
}

/**
 * The refusal of a sign-in with the right password from an address that isn't allowed. It mails the owner a code that allows the
 * address, and tells the caller where to enter it.
 */
export async function refuseAddress(tx: Tx, ctx: CallCtx, user: User, maySend: boolean): Promise<Refusal> {
  const params = { ip: ctx.ip };
  if (!maySend) return new Refusal(409, 'auth:error.ipBlocked', { params });
  await endVerifications(tx, ctx, PURPOSE, user.email);
  const { row, code } = await startVerification(tx, ctx, {
    purpose: PURPOSE,
    target: user.email,
    userId: user.id,
    payload: {},
  });
  await queueMail(tx, ctx, {
    to: user.email,
    language: preferredLanguage(user, ctx),
    subject: 'mail:ipBlocked.subject',
    body: 'mail:ipBlocked.body',
    params: { code, ip: ctx.ip, link: resetLink(ctx) },
  });
  return new Refusal(409, 'auth:error.ipBlocked', { params, extra: { recovery: { verificationId: row.id, ...sentCode(row) } } });
}
