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
