import { byName } from '../../lib/format/order.ts';
import { defaultLocale } from '../../lib/i18n/locales.ts';
import { ownedServers } from '../db/owned.ts';
import type { Db, ServerRow, Tx } from '../db/schema.ts';

/** A server of the account with what it uses. */
export type Member = Pick<ServerRow, 'id' | 'name' | 'dataCenterId' | 'settings'>;

/** The account's servers, by name, with their settings: the only source of which groups, networks and volumes they use. */
export const loadMembers = async (db: Db | Tx, account: { id: string }): Promise<Member[]> =>
  // Names of servers are ASCII, which has one order in all languages.
  byName(await ownedServers(db, account).select(['id', 'name', 'dataCenterId', 'settings']).execute(), defaultLocale);
