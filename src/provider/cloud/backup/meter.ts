import { key } from '../../../lib/i18n/key.ts';
import { storedMeter } from '../stored.ts';
import { hasOption } from './store.ts';

export const backupMeter = storedMeter({
  table: 'backup',
  usage: key('backup:ledger.usage'),
  /** Scheduled backups are paid by the backup option of their server. */
  async isIncluded(db, { accountId, isScheduled, sourceKind, sourceId }) {
    if (isScheduled === 0 || sourceKind !== 'server') return false;
    const server = await db
      .selectFrom('server')
      .select('settings')
      .where('id', '=', sourceId)
      .where('accountId', '=', accountId)
      .executeTakeFirst();
    return server !== undefined && hasOption(server);
  },
});
