import { ownedServers } from '../db/owned.ts';
import type { Db, ServerRow, Tx } from '../db/schema.ts';

/** A server of the account with what it uses. */
export type Member = Pick<ServerRow, 'id' | 'name' | 'dataCenterId' | 'settings'>;

/** The account's servers, by name, with their settings: the only source of which groups, networks and volumes they use. */
export const loadMembers = (db: Db | Tx, account: { id: string }): Promise<Member[]> =>
  ownedServers(db, account).select(['id', 'name', 'dataCenterId', 'settings']).orderBy('name').execute();
