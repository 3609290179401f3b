import type { CustomerMember } from '../../../lib/contract/operator/operatorCustomer.ts';
import { iso } from '../../../lib/time.ts';
import type { Db } from '../../db/schema.ts';

/** Who may act for an account besides its holder, with their last activity in any account. */
export async function loadAccountMembers(db: Db, accountId: string): Promise<CustomerMember[]> {
  const rows = await db
    .selectFrom('accountMember')
    .innerJoin('user', 'user.id', 'accountMember.userId')
    .select(['user.id', 'user.email', 'user.firstName', 'user.lastName'])
    .select(['accountMember.role', 'accountMember.domainIds', 'accountMember.createdAt'])
    .where('accountMember.accountId', '=', accountId)
    .orderBy('accountMember.createdAt')
    .orderBy('user.id')
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const sessions = await db
    .selectFrom('session')
    .select('userId')
    .select((e) => e.fn.max('lastSeenAt').as('at'))
    .where('userId', 'in', ids)
    .groupBy('userId')
    .execute();
  const lastActive = new Map(sessions.map(({ userId, at }) => [userId, iso(at)]));
  return rows.map(({ id, email, firstName, lastName, role, domainIds, createdAt }) => ({
    id,
    email,
    name: `${firstName} ${lastName}`.trim(),
    role,
    domains: domainIds?.length ?? null,
    joinedAt: iso(createdAt),
    lastSeenAt: lastActive.get(id) ?? null,
  }));
}
