import { type NotificationEvent, notificationEvents } from '../../../lib/rules/core/notificationEvents.ts';
import { accessTo, type Realm } from '../../../lib/rules/core/roles.ts';
import type { Tx, User } from '../../db/schema.ts';

/** What a member has access to who is told of the events of a line; those about the holder's own sign-in are the holder's. */
const realms = { finance: 'finance', cdn: 'domains', cloud: 'cloud', support: 'support', account: null } as const satisfies Record<
  string,
  Realm | null
>;

/** Where a member opens the account: the pages of an event are those of the account acted for. */
export const MEMBER_LINK = '/account/team';

/**
 * The members of an account whose role covers an event. A member with chosen domains isn't told: a notice doesn't say which domain it
 * is about.
 */
export async function membersToTell(tx: Tx, accountId: string, event: NotificationEvent): Promise<User[]> {
  const realm = realms[notificationEvents[event].line];
  if (realm === null) return [];
  const rows = await tx
    .selectFrom('accountMember')
    .innerJoin('user', 'user.id', 'accountMember.userId')
    .selectAll('user')
    .select(['accountMember.role', 'accountMember.level'])
    .where('accountMember.accountId', '=', accountId)
    .where('accountMember.role', '!=', 'domains')
    .where('user.closeStartedAt', 'is', null)
    .orderBy('user.id')
    .execute();
  return rows.filter((row) => accessTo(row, realm) !== 'none');
}
