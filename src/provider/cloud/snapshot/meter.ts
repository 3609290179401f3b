import { key } from '../../../lib/i18n/key.ts';
import { unitRates } from '../../../lib/rules/cloud/rates.ts';
import { storedMeter } from '../stored.ts';

export const snapshotMeter = storedMeter({ table: 'snapshot', rate: unitRates.snapshot, usage: key('snapshot:ledger.usage') });
