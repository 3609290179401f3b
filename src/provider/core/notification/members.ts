import { type NotificationEvent, notificationEvents } from '../../../lib/rules/core/notificationEvents.ts';
import { accessTo, hasOwnTicketsOnly, type Realm } from '../../../lib/rules/core/roles.ts';
import type { Tx, User } from '../../db/schema.ts';
import { toGrant } from '../session/rights.ts';

/** What a member has access to who is told of the events of a line; those about the holder's own sign-in are the holder's. */
const realms = { finance: 'finance', cdn: 'domains', cloud: 'cloud', support: 'tickets', account: null } as const satisfies Record<
  string,
  Realm | null
>;

/** Where a member opens the account: the pages of an event are those of the account acted for. */
export const MEMBER_LINK = '/account/team';

/**
 * The members of an account whose role covers an event. Who has access to selected domains, servers or spaces isn't notified of their
 * events: a notice doesn't say which one it is about.
 * @param about the member whose ticket it is about, if it is about one
 */
export async function notifiedMembers(tx: Tx, accountId: string, event: NotificationEvent, about?: string | null): Promise<User[]> {
  const realm = realms[notificationEvents[event].line];
  if (realm === null) return [];
  const rows = await tx
    .selectFrom('accountMember')
    .innerJoin('user', 'user.id', 'accountMember.userId')
    .selectAll('user')
    .select(['accountMember.role', 'accountMember.level', 'accountMember.access'])
    .select(['accountMember.domainIds', 'accountMember.serverIds', 'accountMember.spaceIds'])
    .where('accountMember.accountId', '=', accountId)
    .where('user.closeStartedAt', 'is', null)
    .orderBy('user.id')
    .execute();
  return rows.filter((row) => {
    const grant = toGrant(row);
    if (accessTo(grant, realm) === 'none') return false;
    if (realm === 'tickets') return !hasOwnTicketsOnly(grant) || row.id === about;
    if (realm === 'domains') return grant.domainIds === null;
    return realm !== 'cloud' || (grant.serverIds === null && grant.spaceIds === null);
  });
}
