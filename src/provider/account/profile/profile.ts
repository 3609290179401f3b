import { type ProfileForm, profile } from '../../../lib/contract/account/profile.ts';
import { implement } from '../../core/implement.ts';
import { queueMail, queueSms } from '../../core/outbox.ts';
import { updatePerson } from '../../core/people.ts';
import { requireRecent } from '../../core/session/recent.ts';
import type { Tx, User } from '../../db/schema.ts';
import { canText } from '../../drivers/mail/mail.ts';
import { fieldRefusal, refuse, refuseField } from '../../kernel/refusal.ts';
import {
  checkCode,
  countGuess,
  countSending,
  endVerifications,
  mask,
  preferredLanguage,
  sentCode,
  spendVerification,
  startVerification,
  userLock,
} from '../proof/index.ts';
import { notifyChange, securityState } from '../undo/index.ts';
import { toProfile } from './view.ts';

const toEntity = ({ id, email }: Pick<User, 'id' | 'email'>) => ({ type: 'profile', id, name: email });

/** The columns of a form. A personal account keeps no legal details. */
const profileColumns = ({ legal, ...form }: ProfileForm) => ({
  ...form,
  ...(form.accountType === 'business'
    ? {
        legalName: legal.name,
        economicCode: legal.economicCode,
        legalNationalId: legal.nationalId,
        registrationNumber: legal.registrationNumber,
      }
    : { legalName: '', economicCode: '', legalNationalId: '', registrationNumber: '' }),
});

/** Whether another account signs in with this address. */
const isEmailUsed = async (tx: Tx, email: string): Promise<boolean> =>
  (await tx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;

export const profileHandlers = implement(profile, {
  edit: (ctx, form) =>
    ctx.write(async ({ tx, log }) => {
      const before = await tx.selectFrom('user').selectAll().where('id', '=', ctx.user.id).executeTakeFirstOrThrow();
      const columns = profileColumns(form);
      await updatePerson(tx, before.id, columns);
      const was = Object.fromEntries(Object.keys(columns).map((name) => [name, before[name as keyof typeof columns]])); // the keys of `columns`
      await log({ action: 'update', entity: toEntity(before), before: was, after: columns });
      return { profile: toProfile({ ...before, ...columns }) };
    }),

  /** The response doesn't reveal whether the address has an account; the email does. */
  async changeEmail(ctx, { email }) {
    requireRecent(ctx);
    if (email === ctx.user.email) refuseField('email', 'profile:error.sameEmail');
    await countSending(ctx, 'email', email);
    return ctx.write(async ({ tx, log }) => {
      const known = await isEmailUsed(tx, email);
      await endVerifications(tx, ctx, 'email', email, ctx.user.id);
      const started = await startVerification(tx, ctx, { purpose: 'email', target: email, userId: ctx.user.id, payload: { known } });
      const mail = known ? 'emailTaken' : 'emailChange';
      await queueMail(tx, ctx, {
        to: email,
        language: preferredLanguage(ctx.user, ctx),
        subject: `mail:${mail}.subject`,
        body: `mail:${mail}.body`,
        params: { code: started.code },
      });
      await log({ action: 'request', entity: toEntity(ctx.user), after: { email: mask(email) } });
      return { verification: { verificationId: started.row.id, ...sentCode(started.row) } };
    });
  },

  async changeMobile(ctx, { mobile }) {
    requireRecent(ctx);
    if (!canText(ctx.services.env)) refuse(409, 'auth:error.noSms');
    if (mobile === ctx.user.mobile && ctx.user.mobileVerifiedAt !== null) refuseField('mobile', 'profile:error.sameMobile');
    await countSending(ctx, 'mobile', mobile);
    return ctx.write(async ({ tx, log }) => {
      await endVerifications(tx, ctx, 'mobile', mobile, ctx.user.id);
      const started = await startVerification(tx, ctx, { purpose: 'mobile', target: mobile, userId: ctx.user.id, payload: {} });
      await queueSms(tx, ctx, {
        to: mobile,
        language: preferredLanguage(ctx.user, ctx),
        body: 'mail:sms.mobileChange',
        params: { code: started.code },
      });
      await log({ action: 'request', entity: toEntity(ctx.user), after: { mobile: mask(mobile) } });
      return { verification: { verificationId: started.row.id, ...sentCode(started.row) } };
    });
  },

  async verify(ctx, { verificationId, code }) {
    await countGuess(ctx, verificationId);
    const row = await ctx.db
      .selectFrom('verification')
      .select(['purpose', 'target', 'userId'])
      .where('id', '=', verificationId)
      .executeTakeFirst();
    const purpose = row?.purpose;
    if (row?.userId !== ctx.user.id || (purpose !== 'email' && purpose !== 'mobile')) refuse(404, 'error:notFound');
    return ctx.write(
      async ({ tx, log }) => {
        const checked = await checkCode(tx, ctx, verificationId, purpose, code);
        const refused = async (key: Parameters<typeof fieldRefusal>[1]) => {
          await log({ action: 'signInRefused', entity: toEntity(ctx.user) });
          return fieldRefusal('code', key);
        };
        if (!checked.ok) return refused(checked.key);
        const { target } = checked.row;
        await spendVerification(tx, ctx, checked.row.id);
        if (purpose === 'email' && (await isEmailUsed(tx, target))) return refused('profile:error.emailTaken');
        const before = await tx.selectFrom('user').selectAll().where('id', '=', ctx.user.id).executeTakeFirstOrThrow();
        const changes = purpose === 'email' ? { email: target, emailVerifiedAt: ctx.now } : { mobile: target, mobileVerifiedAt: ctx.now };
        const state = await securityState(tx, before.id);
        await updatePerson(tx, before.id, changes);
        await notifyChange(tx, ctx, before, state, purpose === 'email' ? 'emailChanged' : 'mobileChanged', { target: mask(target) });
        await log({
          action: 'update',
          entity: toEntity(before),
          before: { [purpose]: before[purpose] },
          after: { [purpose]: target },
        });
        return { profile: toProfile({ ...before, ...changes }) };
        // The locks of all changes to sign-in, and of sign-up: of two requests for an address, one succeeds.
      },
      [userLock(ctx.user), `account:${ctx.account.id}`, ...(purpose === 'email' ? ['register'] : [])],
    );
  },
});
