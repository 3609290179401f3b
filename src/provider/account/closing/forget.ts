import { updatePerson } from '../../core/people.ts';
import type { AccountClosing } from '../../core/registry.ts';
import { endViews } from '../../core/session/views.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobCtx } from '../../jobs/jobs.ts';

/** Tables of sign-in. */
const proofs = ['passkey', 'passkeyChallenge', 'recoveryCode', 'securityUndo', 'signInChallenge', 'trustedDevice', 'twoFactor'] as const;

/** Ends every way into an account: sessions, API keys, and what a new sign-in needs. Open connections end within a second. */
export async function revokeAccess(tx: Tx, { now }: Pick<JobCtx, 'now'>, id: string): Promise<void> {
  await tx.updateTable('session').set({ endedAt: now }).where('userId', '=', id).where('endedAt', 'is', null).execute();
  await tx
    .deleteFrom('apiKey')
    .where((e) => e.or([e('accountId', '=', id), e('userId', '=', id)]))
    .execute();
  // Its members are back in their own accounts; those of others stay as they are.
  await tx.updateTable('session').set({ accountId: null }).where('accountId', '=', id).execute();
  await tx.deleteFrom('supportConsent').where('accountId', '=', id).execute();
  await endViews(tx, now, 'accountId', id);
  await tx
    .deleteFrom('accountMember')
    .where((e) => e.or([e('accountId', '=', id), e('userId', '=', id)]))
    .execute();
  await tx
    .deleteFrom('teamInvitation')
    .where((e) => e.or([e('accountId', '=', id), e('invitedBy', '=', id)]))
    .execute();
  for (const table of proofs) await tx.deleteFrom(table).where('userId', '=', id).execute();
}

export const closePerson: AccountClosing = {
  async forget(tx, _ctx, { id }) {
    const { email, mobile } = await tx.selectFrom('user').select(['email', 'mobile']).where('id', '=', id).executeTakeFirstOrThrow();
    const targets = [email, ...(mobile === null ? [] : [mobile])];
    await tx
      .deleteFrom('verification')
      .where((e) => e.or([e('userId', '=', id), e('target', 'in', targets)]))
      .execute();
    await tx.deleteFrom('dataExport').where('accountId', '=', id).execute();
  },
};

/** Replaces the person in the account's row by a pseudonym. The address is free again. */
export async function forgetPerson(tx: Tx, { now }: Pick<JobCtx, 'now'>, id: string): Promise<void> {
  await updatePerson(tx, id, {
    // RFC 2606: no mail is ever delivered there.
    email: `closed-${id}@account.invalid`,
    emailVerifiedAt: null,
    mobile: null,
    mobileVerifiedAt: null,
    firstName: '',
    lastName: '',
    nationalCode: '',
    postalCode: '',
    address: '',
    legalName: '',
    economicCode: '',
    legalNationalId: '',
    registrationNumber: '',
    timeZone: '',
    ipRestricted: false,
    allowedIps: [],
    closedAt: now,
  });
}
