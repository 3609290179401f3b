import type { SignInProof } from '../../../lib/rules/core/signIn.ts';
import type { CallCtx } from '../../core/implement.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import { deviceFingerprint, parseDevice } from '../../core/session/device.ts';
import type { Tx, User } from '../../db/schema.ts';

/**
 * Notifies the customer of a sign-in from a location without an earlier session. Call it before the new session is stored.
 * The very first sign-in has nothing to compare with, so it isn't reported.
 */
export async function notifyNewDevice(tx: Tx, ctx: CallCtx, user: User, method: SignInProof): Promise<void> {
  const sessions = await tx.selectFrom('session').select(['ip', 'userAgent']).where('userId', '=', user.id).execute();
  const here = deviceFingerprint(ctx.ip, ctx.userAgent);
  if (sessions.some(({ ip, userAgent }) => deviceFingerprint(ip, userAgent) === here)) return;
  if (sessions.length === 0 && !(await hasSignedInBefore(tx, user))) return;
  const { browser, system } = parseDevice(ctx.userAgent);
  const isKnown = browser !== '' && system !== '';
  await notifyOwner(tx, ctx, {
    accountId: user.id,
    event: 'login',
    type: 'warning',
    title: method === 'passkey' ? 'notification:login.titlePasskey' : 'notification:login.title',
    description: isKnown ? 'notification:login.text' : 'notification:login.textUnknown',
    params: isKnown ? { browser, system, ip: ctx.ip } : { ip: ctx.ip },
    link: '/account/password',
  });
}

/** Old sessions are deleted, but the change log remembers them. It already has the entry of this sign-in. */
async function hasSignedInBefore(tx: Tx, user: User): Promise<boolean> {
  const entries = await tx
    .selectFrom('changeLog')
    .select('id')
    .where('userId', '=', user.id)
    .where('action', '=', 'signIn')
    .limit(2)
    .execute();
  return entries.length > 1;
}
