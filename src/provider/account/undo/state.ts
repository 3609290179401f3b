import { updatePerson } from '../../core/people.ts';
import type { Tx, User } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { loadPasskeys, readFactors } from '../proof/index.ts';

const loadRecoveryCodes = (tx: Tx, userId: string) => tx.selectFrom('recoveryCode').selectAll().where('userId', '=', userId).execute();

/** Everything that a sign-in depends on, except the password: the old one may be the one that was stolen. */
export async function securityState(tx: Tx, userId: string) {
  const contact = await tx
    .selectFrom('user')
    .select(['email', 'emailVerifiedAt', 'mobile', 'mobileVerifiedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { newTotpSecret: _secret, newTotpExpiresAt: _until, ...factors } = await readFactors(tx, userId);
  return { contact, factors, passkeys: await loadPasskeys(tx, userId), recoveryCodes: await loadRecoveryCodes(tx, userId) };
}
export type SecurityState = Awaited<ReturnType<typeof securityState>>;

/** Brings an earlier state back. What is used up stays used up. 409 if another account has the old address by now. */
export async function restoreState(tx: Tx, user: Pick<User, 'id'>, state: SecurityState): Promise<void> {
  const { contact, factors, passkeys, recoveryCodes } = state;
  const owner = await tx.selectFrom('user').select('id').where('email', '=', contact.email).executeTakeFirst();
  if (owner && owner.id !== user.id) refuse(409, 'undo:error.taken');
  await updatePerson(tx, user.id, contact);

  // An accepted code isn't accepted again: steps are times, so the later one counts for any secret.
  const { totpLastStep } = await readFactors(tx, user.id);
  await tx.deleteFrom('twoFactor').where('userId', '=', user.id).execute();
  const lastStep = Math.max(factors.totpLastStep ?? 0, totpLastStep ?? 0) || null;
  await tx
    .insertInto('twoFactor')
    .values({ ...factors, totpLastStep: lastStep, newTotpSecret: null, newTotpExpiresAt: null })
    .execute();

  // Those that still exist keep their counter, name and use.
  await tx
    .deleteFrom('passkey')
    .where('userId', '=', user.id)
    .where('id', 'not in', ['', ...passkeys.map(({ id }) => id)])
    .execute();
  // A removed one may belong to another account by now.
  for (const one of passkeys)
    await tx
      .insertInto('passkey')
      .values(one)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await tx
    .deleteFrom('recoveryCode')
    .where('userId', '=', user.id)
    .where('id', 'not in', ['', ...recoveryCodes.map(({ id }) => id)])
    .execute();
  for (const code of recoveryCodes)
    await tx
      .insertInto('recoveryCode')
      .values(code)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  // Codes on their way, such as the one of a password reset that was requested with a new address.
  await tx.deleteFrom('verification').where('userId', '=', user.id).where('usedAt', 'is', null).execute();
}
