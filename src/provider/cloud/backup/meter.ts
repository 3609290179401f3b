import { key } from '../../../lib/i18n/key.ts';
import { storedMeter } from '../stored.ts';
import { hasOption } from './store.ts';

/** A statement has a limited number of parameters. */
const BATCH = 1000;

export const backupMeter = storedMeter({
  table: 'backup',
  usage: key('backup:ledger.usage'),
  /** Scheduled backups are paid by the backup option of their server. */
  async included(db, rows) {
    const scheduled = rows.filter(({ isScheduled, sourceKind }) => isScheduled && sourceKind === 'server');
    const ids = [...new Set(scheduled.map(({ sourceId }) => sourceId))];
    const payers = new Set<string>();
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      const servers = await db.selectFrom('server').select(['id', 'accountId', 'settings']).where('id', 'in', batch).execute();
      for (const server of servers) if (hasOption(server)) payers.add(`${server.id} ${server.accountId}`);
    }
    return new Set(scheduled.filter(({ sourceId, accountId }) => payers.has(`${sourceId} ${accountId}`)).map(({ id }) => id));
  },
});
