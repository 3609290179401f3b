import type { Selectable } from 'kysely';
import type { ServerTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { key } from '../../../lib/i18n/key.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { actionFault } from '../../../lib/rules/cloud/server/actions.ts';
import { iso } from '../../../lib/time.ts';
import type { Services } from '../../core/services.ts';
import { ownedBackups } from '../../db/owned.ts';
import type { Db, ServerRow, Tx } from '../../db/schema.ts';
import type { ServerTransferTable } from '../../db/tables/cloud/server.ts';
import { loadSchedule } from '../backup/index.ts';
import { actionFacts, loadAddresses } from '../server/index.ts';

export type TransferRow = Selectable<ServerTransferTable>;

export const VALID_MS = 7 * 86_400_000;

export const toTransfer = ({ id, email, sentBy, createdAt, expiresAt }: TransferRow): ServerTransfer => ({
  transferToken: id,
  email,
  sentBy,
  createdAt: iso(createdAt),
  expiresAt: iso(expiresAt),
});

export const toEntity = ({ id, name }: Pick<ServerRow, 'id' | 'name'>) => ({ type: 'serverTransfer', id, name });

/** The transfers of a server of the account that haven't expired: one at most. */
export const findOpenTransfer = (db: Db | Tx, account: { id: string }, serverId: string, now: number): Promise<TransferRow | undefined> =>
  db
    .selectFrom('serverTransfer')
    .selectAll()
    .where('accountId', '=', account.id)
    .where('serverId', '=', serverId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** The transfers that were offered to the holder of the account and haven't expired. */
export const receivedOffers = (db: Db | Tx, account: { id: string }, now: number) =>
  db
    .selectFrom('serverTransfer')
    .innerJoin('user', 'user.email', 'serverTransfer.email')
    .where('user.id', '=', account.id)
    .where('serverTransfer.expiresAt', '>', now);

/** One of them. */
export const receivedBy = (db: Db | Tx, account: { id: string }, token: string, now: number): Promise<TransferRow | undefined> =>
  receivedOffers(db, account, now).selectAll('serverTransfer').where('serverTransfer.id', '=', token).executeTakeFirst();

interface Fault {
  code: TKey;
  params?: TParams;
}

/** Why a server can't change its owner now; null: it can. What belongs to the present owner has to be detached first. */
export async function transferFault(db: Db | Tx, row: ServerRow, { drivers }: Pick<Services, 'drivers'>): Promise<Fault | null> {
  if (!drivers.compute) return { code: key('server:reason.noCompute') };
  const code = actionFault(actionFacts(row), 'transfer');
  if (code) return { code };
  if (row.expiresAt !== null) return { code: key('serverTransfer:reason.oneDay') };
  const { volumeIds, networks, backups, spaces = [] } = row.settings;
  if (volumeIds.length > 0) return { code: key('serverTransfer:reason.volumes') };
  // Their key is on the disk.
  if (spaces.length > 0) return { code: key('serverTransfer:reason.spaces') };
  if (networks.length > 0) return { code: key('serverTransfer:reason.networks') };
  // The new owner would pay for them unasked.
  if ((await loadAddresses(db, row.id)).length > 0) return { code: key('serverTransfer:reason.addresses') };
  // Turning it off changes the price, and what is refunded of a prepaid period.
  if (backups || (await loadSchedule(db, row.id))) return { code: key('serverTransfer:reason.schedule') };
  const running = await ownedBackups(db, { id: row.accountId })
    .select('backup.id')
    .where('backup.sourceId', '=', row.id)
    .where('backup.status', '=', 'creating')
    .executeTakeFirst();
  return running ? { code: key('serverTransfer:reason.backup') } : null;
}
