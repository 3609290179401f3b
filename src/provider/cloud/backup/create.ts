import { type BackupType, maxBackups } from '../../../lib/rules/cloud/backup.ts';
import { neededFor } from '../../../lib/rules/cloud/price.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import type { Work } from '../../core/services.ts';
import type { Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { currentRates } from '../prices.ts';
import { type BackupRow, beginBackup, hasOption, isSourceBusy, loadBackups, type Source, sourceDiskSize } from './store.ts';

export interface NewBackup {
  name: string;
  description: string;
  type: BackupType;
  /** The parent of an incremental backup; defaults to the latest one. */
  parentBackupId?: string | undefined;
  isScheduled?: boolean;
}

/**
 * Takes a backup in the caller's transaction.
 * @throws Refusal 402 for the balance, 404 for an unknown parent, 409 for what the state of the source or the chain forbids
 */
export async function createBackup(tx: Tx, ctx: Work & { account: { id: string } }, source: Source, wanted: NewBackup) {
  const { account, now } = ctx;
  const { row: of, kind } = source;
  if (!ctx.services.drivers.compute) refuse(409, 'server:reason.noCompute');
  if (of.suspendedAt !== null) refuse(409, 'backup:reason.suspended');
  if (isSourceBusy(source)) refuse(409, 'backup:reason.sourceBusy', { params: { name: of.name } });
  const all = await loadBackups(tx, account);
  if (all.length >= maxBackups) refuse(409, 'backup:error.limit', { params: { max: maxBackups } });
  const mine = all.filter(({ sourceId }) => sourceId === of.id);
  // Two at a time would have the same parent.
  if (mine.some(({ status }) => status === 'creating')) refuse(409, 'backup:reason.busy', { params: { name: of.name } });
  refuseDuplicateName(mine, wanted.name);
  const parent = wanted.type === 'full' ? null : findParent(mine, wanted.parentBackupId);
  const isScheduled = wanted.isScheduled === true;
  if (!(isScheduled && kind === 'server' && hasOption(of))) {
    // At most the whole disk is stored.
    const needed = neededFor(sourceDiskSize(source) * (await currentRates(tx, now)).unit.backup, 'payg');
    const balance = await readBalance(tx, account.id);
    if (balance < needed) refuse(402, 'backup:error.balance', { extra: { needed, balance } });
  }
  const row: BackupRow = {
    id: ctx.newId(),
    accountId: account.id,
    name: wanted.name,
    description: wanted.description,
    type: wanted.type,
    parentId: parent?.id ?? null,
    sourceKind: kind,
    sourceId: of.id,
    sourceName: of.name,
    diskSize: sourceDiskSize(source),
    osId: kind === 'server' ? of.osId : null,
    osType: kind === 'server' ? of.osType : null,
    osVersion: kind === 'server' ? of.osVersion : null,
    size: null,
    status: 'creating',
    problem: null,
    problemParams: null,
    taskId: null,
    isScheduled,
    meteredUntil: now,
    carry: 0,
    pendingSupplies: null,
    stops: [],
    createdAt: now,
  };
  await tx.insertInto('backup').values(row).execute();
  const taskId = await beginBackup(tx, ctx, row, 'creating');
  return { row, taskId };
}

/** @param others of the same disk. @throws Refusal 409 when one has the name */
export function refuseDuplicateName(others: readonly Pick<BackupRow, 'name'>[], name: string): void {
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    refuse(409, 'backup:error.taken', { params: { name }, fields: { name: { key: 'backup:error.taken', params: { name } } } });
}

/** The first backup of a disk is a full one. */
function findParent(mine: readonly BackupRow[], wanted: string | undefined): BackupRow {
  const ready = mine.filter(({ status }) => status === 'ready');
  if (wanted === undefined) return ready.at(-1) ?? refuse(409, 'backup:error.fullRequired');
  return (
    ready.find(({ id }) => id === wanted) ??
    refuse(mine.length === 0 ? 409 : 404, mine.length === 0 ? 'backup:error.fullRequired' : 'error:notFound')
  );
}
