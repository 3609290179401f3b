import { sql } from 'kysely';
import { refuse } from '../implement.ts';
import type { Db, Domain, Tx } from './schema.ts';

declare const proof: unique symbol;
/**
 * A domain that was found to belong to the caller. Only this file makes one, and everything inside of a domain is read and
 * written through functions that take one: a handler cannot forget to ask whose it is.
 */
export type OwnedDomain = Domain & { readonly [proof]: true };

/** The caller's domain. A foreign id is answered like an unknown one: 404 (design.md section 2). */
export async function ownedDomain(db: Db | Tx, user: { id: string }, domainId: string): Promise<OwnedDomain> {
  const row = await db.selectFrom('domain').selectAll().where('id', '=', domainId).where('userId', '=', user.id).executeTakeFirst();
  return (row ?? refuse(404, 'error:notFound')) as OwnedDomain; // the proof exists for the compiler only
}

/** Every domain of the caller, as a query that can be narrowed further. */
export const ownedDomains = (db: Db | Tx, user: { id: string }) => db.selectFrom('domain').where('domain.userId', '=', user.id);

export const ownedServers = (db: Db | Tx, user: { id: string }) => db.selectFrom('server').where('server.userId', '=', user.id);

/** The records of an owned domain. */
export const recordsOf = (db: Db | Tx, domain: OwnedDomain) => db.selectFrom('dnsRecord').where('dnsRecord.domainId', '=', domain.id);

/** Requests to clear the cache of an owned domain. */
export const cacheDeletionsOf = (db: Db | Tx, domain: OwnedDomain) =>
  db.selectFrom('cacheDeletion').where('cacheDeletion.domainId', '=', domain.id);
/** The certificates of an owned domain. */
export const sslOf = (db: Db | Tx, domain: OwnedDomain) => db.selectFrom('ssl').where('ssl.domainId', '=', domain.id);

/** Where the logs of an owned domain are sent to. */
export const logTargetsOf = (db: Db | Tx, domain: OwnedDomain) => db.selectFrom('logTarget').where('logTarget.domainId', '=', domain.id);

/** The custom pages of an owned domain. */
export const pagesOf = (db: Db | Tx, domain: OwnedDomain) => db.selectFrom('customPage').where('customPage.domainId', '=', domain.id);

/**
 * What was changed in the caller's account. Signing in and out is no change; the exception is written as the index `changeLog_audit`
 * has it, or the databases would not use that; half a sign-in is rare enough to be left out of what it finds.
 */
export const ownedChanges = (db: Db | Tx, user: { id: string }) =>
  db
    .selectFrom('changeLog')
    .where('changeLog.userId', '=', user.id)
    .where(sql<boolean>`"action" not in ('signIn', 'signInRefused', 'signOut', 'refresh')`)
    .where('action', '!=', 'secondStep');

export const ownedTasks = (db: Db | Tx, user: { id: string }) => db.selectFrom('task').where('task.userId', '=', user.id);

export const ownedNotifications = (db: Db | Tx, user: { id: string }) =>
  db.selectFrom('notification').where('notification.userId', '=', user.id);

/** The clusters of an owned domain, and what is connected to them. */
export const clustersOf = (db: Db | Tx, domain: OwnedDomain) => db.selectFrom('cluster').where('cluster.domainId', '=', domain.id);
export const clusterRoutesOf = (db: Db | Tx, domain: OwnedDomain) =>
  db.selectFrom('clusterRoute').where('clusterRoute.domainId', '=', domain.id);
export const ownedFirewallGroups = (db: Db | Tx, user: { id: string }) =>
  db.selectFrom('firewallGroup').where('firewallGroup.userId', '=', user.id);

/** The groups that rules of a domain can name: those of the account and its own. */
export const firewallGroupsOf = (db: Db | Tx, { id, userId }: OwnedDomain) =>
  ownedFirewallGroups(db, { id: userId }).where((e) => e.or([e('domainId', 'is', null), e('domainId', '=', id)]));
