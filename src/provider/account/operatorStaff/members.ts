import { publicOrigin } from '../../../config/env.ts';
import type { StaffMember } from '../../../lib/contract/account/operatorStaff.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { type StaffRole, staffRoles } from '../../../lib/rules/core/staff.ts';
import { iso } from '../../../lib/time.ts';
import { preferredLanguage } from '../../core/notification/mail.ts';
import { queueMail } from '../../core/outbox.ts';
import type { Work } from '../../core/services.ts';
import type { Db, Tx, User } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';

/** The lock of every change of the operators, so that the last administrator can’t be removed by two changes at once. */
export const STAFF_LOCK = 'staff';

/** The operators, administrators first. @param userId the caller */
export async function listStaff(db: Db | Tx, userId: string): Promise<{ staff: StaffMember[] }> {
  const rows = await db
    .selectFrom('user')
    .leftJoin('twoFactor', 'twoFactor.userId', 'user.id')
    .select(['user.id', 'email', 'firstName', 'lastName', 'staffRole', 'passwordHash'])
    .select(['totpEnabledAt', 'emailEnabledAt', 'smsEnabledAt'])
    .select((e) =>
      e
        .selectFrom('session')
        .whereRef('session.userId', '=', 'user.id')
        .select((s) => s.fn.max('lastSeenAt').as('n'))
        .as('lastSeenAt'),
    )
    .where('staffRole', 'is not', null)
    .orderBy('email')
    .execute();
  const staff = rows.map(({ id, email, firstName, lastName, staffRole, passwordHash, lastSeenAt, ...factor }) => ({
    id,
    email,
    name: `${firstName} ${lastName}`.trim(),
    role: staffRole ?? refuse(404, 'error:notFound'),
    hasPassword: passwordHash !== '',
    twoFactor: Boolean(factor.totpEnabledAt ?? factor.emailEnabledAt ?? factor.smsEnabledAt),
    lastSeenAt: lastSeenAt === null ? null : iso(lastSeenAt),
    you: id === userId,
  }));
  return { staff: staff.toSorted((a, b) => staffRoles.indexOf(a.role) - staffRoles.indexOf(b.role)) };
}

/** Whether there is an administrator besides one, who then may lose the role. */
export const hasOtherAdmin = async (tx: Tx, id: string): Promise<boolean> =>
  Boolean(await tx.selectFrom('user').select('id').where('staffRole', '=', 'admin').where('id', '!=', id).executeTakeFirst());

/** Emails an operator about their role, with the page to open: the desk, or where a first password is set. */
export function mailRole(
  tx: Tx,
  ctx: Work<'env' | 'jobs'>,
  user: Pick<User, 'email' | 'language' | 'passwordHash'>,
  role: StaffRole,
  what: 'added' | 'changed',
): Promise<void> {
  const language = preferredLanguage(user);
  const isNew = user.passwordHash === '';
  return queueMail(tx, ctx, {
    to: user.email,
    language,
    subject: `mail:staff.${what}.subject`,
    body: isNew ? 'mail:staff.added.newBody' : `mail:staff.${what}.body`,
    params: {
      role: translator(language)(`operatorStaff:role.${role}` as TKey), // every role has a name
      email: user.email,
      link: `${publicOrigin(ctx.services.env)}${isNew ? '/public/forgot-password' : '/operator'}`,
    },
  });
}

/** Emails a former operator. */
export const mailRemoved = (tx: Tx, ctx: Work<'jobs'>, user: Pick<User, 'email' | 'language'>): Promise<void> =>
  queueMail(tx, ctx, {
    to: user.email,
    language: preferredLanguage(user),
    subject: 'mail:staff.removed.subject',
    body: 'mail:staff.removed.body',
    params: {},
  });
