import { operatorStaff } from '../../../lib/contract/account/operatorStaff.ts';
import { implement } from '../../core/implement.ts';
import { insertUser } from '../../core/people.ts';
import { requireRecent } from '../../core/session/recent.ts';
import { endSessions } from '../../core/session/sessions.ts';
import type { Tx, User } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { hasOtherAdmin, listStaff, mailRemoved, mailRole, STAFF_LOCK } from './members.ts';

const findMember = async (tx: Tx, id: string) =>
  (await tx.selectFrom('user').selectAll().where('id', '=', id).where('staffRole', 'is not', null).executeTakeFirst()) ??
  refuse(404, 'error:notFound');
const toEntity = ({ id, email }: Pick<User, 'id' | 'email'>) => ({ type: 'staffMember', id, name: email });
/** The change is in the log of operators alone: it is no matter of an account. */
const entry = { accountId: null, actor: 'operator' } as const;

export const operatorStaffHandlers = implement(operatorStaff, {
  list: (ctx) => listStaff(ctx.db, ctx.user.id),

  add(ctx, { email, role }) {
    requireRecent(ctx);
    return ctx.write(
      async ({ tx, log }) => {
        const known = await tx.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst();
        if (known && known.staffRole !== null) refuseField('email', 'operatorStaff:error.isStaff');
        // Whoever registered with an address that isn't theirs must not become an operator in its owner's place.
        if (known && (known.emailVerifiedAt === null || known.closesAt !== null || known.suspendedAt !== null))
          refuseField('email', 'operatorStaff:error.unusable');
        const user = known ?? {
          id: ctx.newId(),
          email,
          mobile: null,
          passwordHash: '',
          accountType: 'business' as const,
          firstName: '',
          lastName: '',
          language: ctx.locale,
          staffRole: role,
          isDemo: false,
          // The first password is set with a code that is sent there.
          emailVerifiedAt: ctx.now,
          createdAt: ctx.now,
        };
        if (known) await tx.updateTable('user').set({ staffRole: role }).where('id', '=', known.id).execute();
        else await insertUser(tx, user);
        await mailRole(tx, ctx, user, role, 'added');
        await log({ ...entry, action: 'create', entity: toEntity(user), after: { role } });
        return listStaff(tx, ctx.user.id);
      },
      [STAFF_LOCK, `email:${email}`],
    );
  },

  setRole(ctx, { staffId, role }) {
    requireRecent(ctx);
    return ctx.write(async ({ tx, log }) => {
      const before = await findMember(tx, staffId);
      if (before.staffRole === role) {
        ctx.changedNothing();
        return listStaff(tx, ctx.user.id);
      }
      if (before.staffRole === 'admin' && !(await hasOtherAdmin(tx, staffId))) refuse(409, 'operatorStaff:error.lastAdmin');
      await tx.updateTable('user').set({ staffRole: role }).where('id', '=', staffId).execute();
      await mailRole(tx, ctx, before, role, 'changed');
      await log({ ...entry, action: 'update', entity: toEntity(before), before: { role: before.staffRole }, after: { role } });
      return listStaff(tx, ctx.user.id);
    }, STAFF_LOCK);
  },

  remove(ctx, { staffId }) {
    requireRecent(ctx);
    return ctx.write(async ({ tx, log }) => {
      const before = await findMember(tx, staffId);
      if (before.staffRole === 'admin' && !(await hasOtherAdmin(tx, staffId))) refuse(409, 'operatorStaff:error.lastAdmin');
      await tx.updateTable('user').set({ staffRole: null }).where('id', '=', staffId).execute();
      await endSessions(tx, ctx, staffId);
      await tx
        .updateTable('supportView')
        .set({ endedAt: ctx.now })
        .where('endedAt', 'is', null)
        .where('sessionId', 'in', (query) => query.selectFrom('session').select('id').where('userId', '=', staffId))
        .execute();
      // Their open tickets wait for another operator.
      await tx.updateTable('ticket').set({ assignedTo: null }).where('assignedTo', '=', staffId).where('status', '!=', 'closed').execute();
      await mailRemoved(tx, ctx, before);
      await log({ ...entry, action: 'delete', entity: toEntity(before), before: { role: before.staffRole } });
      return listStaff(tx, ctx.user.id);
    }, STAFF_LOCK);
  },
});
