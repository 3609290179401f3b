import { key } from '../../../lib/i18n/key.ts';
import { storedMeter } from '../stored.ts';

export const snapshotMeter = storedMeter({ table: 'snapshot', usage: key('snapshot:ledger.usage') });
