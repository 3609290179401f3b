import { sql } from 'kysely';
import type { Account } from '../kernel/account.ts';
import { refuse } from '../kernel/refusal.ts';
import type { Db, Domain, Tx } from './schema.ts';

declare const proof: unique symbol;
/**
 * A domain whose owner was checked. Only this file creates one, and everything inside a domain is read and written through functions
 * that take one, so a handler cannot forget the check.
 */
export type OwnedDomain = Domain & { readonly [proof]: true };

/** The caller's domain. A foreign ID is refused with 404, like an unknown one, so that neither reveals whether the domain exists. */
export async function ownedDomain(db: Db | Tx, account: Account, domainId: string): Promise<OwnedDomain> {
  const row = await ownedDomains(db, account).selectAll().where('domain.id', '=', domainId).executeTakeFirst();
  return (row ?? refuse(404, 'error:notFound')) as OwnedDomain; // the proof exists for the compiler only
}

/**
 * A domain for a job, which has no caller and works on behalf of the domain's owner. Never for a handler: the id of a job comes from
 * its payload, not from a request. Undefined once the domain was removed.
 */
export const domainForJob = async (db: Db | Tx, domainId: string): Promise<OwnedDomain | undefined> =>
  (await db.selectFrom('domain').selectAll().where('id', '=', domainId).executeTakeFirst()) as OwnedDomain | undefined; // as above

/** Those of the given domains that the caller owns, ordered by id. */
export const ownedDomainsById = async (db: Db | Tx, account: Account, ids: readonly string[]): Promise<OwnedDomain[]> =>
  ids.length === 0
    ? []
    : ((await ownedDomains(db, account).selectAll().where('domain.id', 'in', ids).orderBy('id').execute()) as OwnedDomain[]); // as above

/** Every domain of the caller, or of its API key, as a query that can be narrowed further. */
export const ownedDomains = (db: Db | Tx, { id, domainIds }: Account) => {
  const all = db.selectFrom('domain').where('domain.accountId', '=', id);
  return domainIds ? all.where('domain.id', 'in', domainIds) : all;
};

type Scope = Pick<Account, 'id' | 'serverIds'>;

/** Every server of the caller, or of its API key; so are the lists below. */
export const ownedServers = (db: Db | Tx, { id, serverIds }: Scope) => {
  const all = db.selectFrom('server').where('server.accountId', '=', id);
  return serverIds ? all.where('server.id', 'in', serverIds) : all;
};

export const ownedSshKeys = (db: Db | Tx, account: { id: string }) => db.selectFrom('sshKey').where('sshKey.accountId', '=', account.id);
export const ownedSnapshots = (db: Db | Tx, { id, serverIds }: Scope) => {
  const all = db.selectFrom('snapshot').where('snapshot.accountId', '=', id);
  return serverIds ? all.where('snapshot.serverId', 'in', serverIds) : all;
};

export const ownedAlarms = (db: Db | Tx, { id, serverIds }: Scope) => {
  const all = db.selectFrom('serverAlarm').where('serverAlarm.accountId', '=', id);
  return serverIds ? all.where('serverAlarm.serverId', 'in', serverIds) : all;
};

export const ownedApiKeys = (db: Db | Tx, account: Account) => db.selectFrom('apiKey').where('apiKey.accountId', '=', account.id);
export const ownedProposals = (db: Db | Tx, account: { id: string }) =>
  db.selectFrom('proposal').where('proposal.accountId', '=', account.id);
export const ownedNetworks = (db: Db | Tx, account: { id: string }) =>
  db.selectFrom('privateNetwork').where('privateNetwork.accountId', '=', account.id);
export const ownedVolumes = (db: Db | Tx, account: { id: string }) => db.selectFrom('volume').where('volume.accountId', '=', account.id);
export const ownedBackups = (db: Db | Tx, account: { id: string }) => db.selectFrom('backup').where('backup.accountId', '=', account.id);
export const ownedServerFirewalls = (db: Db | Tx, account: { id: string }) =>
  db.selectFrom('serverFirewall').where('serverFirewall.accountId', '=', account.id);

/** The records of an owned domain. */
export const selectRecords = (db: Db | Tx, domain: OwnedDomain) => db.selectFrom('dnsRecord').where('dnsRecord.domainId', '=', domain.id);

/** Cache purges of an owned domain. */
export const selectCacheDeletions = (db: Db | Tx, domain: OwnedDomain) =>
  db.selectFrom('cacheDeletion').where('cacheDeletion.domainId', '=', domain.id);
/** The certificates of an owned domain. */
export const selectCertificates = (db: Db | Tx, domain: OwnedDomain) => db.selectFrom('ssl').where('ssl.domainId', '=', domain.id);

/** The certificate that edges identify themselves to origins of an owned domain with: one at most. */
export const selectClientCertificates = (db: Db | Tx, domain: OwnedDomain) =>
  db.selectFrom('clientCertificate').where('clientCertificate.domainId', '=', domain.id);

/** The alarms of an owned domain. */
export const selectDomainAlarms = (db: Db | Tx, domain: OwnedDomain) =>
  db.selectFrom('domainAlarm').where('domainAlarm.domainId', '=', domain.id);

/** The challenges of an owned domain that are published while its certificates are being issued. */
export const selectAcmeChallenges = (db: Db | Tx, domain: OwnedDomain) =>
  db.selectFrom('acmeChallenge').where('acmeChallenge.domainId', '=', domain.id);

/** The log forwarding targets of an owned domain. */
export const selectLogTargets = (db: Db | Tx, domain: OwnedDomain) =>
  db.selectFrom('logTarget').where('logTarget.domainId', '=', domain.id);

/** The custom pages of an owned domain. */
export const selectCustomPages = (db: Db | Tx, domain: OwnedDomain) =>
  db.selectFrom('customPage').where('customPage.domainId', '=', domain.id);

/**
 * Changes in the caller's account, without sign-ins and sign-outs. The condition repeats that of the partial index `changeLog_audit`,
 * or the databases would not use it; `secondStep`, which is rare, is filtered from what it finds.
 */
export const ownedChanges = (db: Db | Tx, account: Account) =>
  db
    .selectFrom('changeLog')
    .where('changeLog.accountId', '=', account.id)
    .where(sql<boolean>`"action" not in ('signIn', 'signInRefused', 'signOut', 'refresh')`)
    .where('action', '!=', 'secondStep');

export const ownedTasks = (db: Db | Tx, account: Account) => db.selectFrom('task').where('task.accountId', '=', account.id);

export const ownedNotifications = (db: Db | Tx, account: Account) =>
  db.selectFrom('notification').where('notification.accountId', '=', account.id);

/** The clusters of an owned domain, and the records that are routed to them. */
export const selectClusters = (db: Db | Tx, domain: OwnedDomain) => db.selectFrom('cluster').where('cluster.domainId', '=', domain.id);
export const selectClusterRoutes = (db: Db | Tx, domain: OwnedDomain) =>
  db.selectFrom('clusterRoute').where('clusterRoute.domainId', '=', domain.id);
/** Payments of the caller's account. */
export const ownedPayments = (db: Db | Tx, account: Account) => db.selectFrom('payment').where('payment.accountId', '=', account.id);
/** Usable saved cards; removed ones remain only until the gateway has deleted them. */
export const ownedCards = (db: Db | Tx, account: Account) =>
  db.selectFrom('savedCard').where('savedCard.accountId', '=', account.id).where('savedCard.removedAt', 'is', null);
export const ownedFirewallGroups = (db: Db | Tx, account: Account) =>
  db.selectFrom('firewallGroup').where('firewallGroup.accountId', '=', account.id);

/** The groups that rules of a domain can refer to: those of the account and its own. */
export const selectFirewallGroups = (db: Db | Tx, { id, accountId }: OwnedDomain) =>
  ownedFirewallGroups(db, { id: accountId }).where((e) => e.or([e('domainId', 'is', null), e('domainId', '=', id)]));

/** The further keys and the shared links of an owned space. */
export const selectSpaceKeys = (db: Db | Tx, space: { id: string }) => db.selectFrom('spaceKey').where('spaceKey.spaceId', '=', space.id);
export const selectSpaceLinks = (db: Db | Tx, space: { id: string }) =>
  db.selectFrom('spaceLink').where('spaceLink.spaceId', '=', space.id);

/** The tickets of the caller's account; those of the caller, if their role has only these. */
export const ownedTickets = (db: Db | Tx, { id, ticketsOf }: Pick<Account, 'id' | 'ticketsOf'>) => {
  const all = db.selectFrom('ticket').where('ticket.accountId', '=', id);
  return ticketsOf ? all.where('ticket.openedBy', '=', ticketsOf) : all;
};

export const ownedSpaces = (db: Db | Tx, { id, spaceIds }: Pick<Account, 'id' | 'spaceIds'>) => {
  const all = db.selectFrom('space').where('space.accountId', '=', id).where('space.reservedAt', 'is', null);
  return spaceIds ? all.where('space.id', 'in', spaceIds) : all;
};
