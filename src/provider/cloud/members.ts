import { ownedServers } from '../db/owned.ts';
import type { Db, ServerRow, Tx } from '../db/schema.ts';
import type { ServerSettings } from './server/settings.ts';

/** A server of the account with what it uses. */
export interface Member extends Pick<ServerRow, 'id' | 'name' | 'dataCenterId'> {
  settings: ServerSettings;
}

/** The account's servers, by name, with their settings: the only source of which groups, networks and volumes they use. */
export async function loadMembers(db: Db | Tx, account: { id: string }): Promise<Member[]> {
  const rows = await ownedServers(db, account).select(['id', 'name', 'dataCenterId', 'settings']).orderBy('name').execute();
  return rows.map(({ settings, ...row }) => ({ ...row, settings: JSON.parse(settings) as ServerSettings })); // as createServer writes it
}
