/* What other features use of this one. */
export { actionFacts, type Begun, begin, follow } from './act.ts';
export { loadAddresses } from './addresses.ts';
export { changeSettings, createServer, type NewServer, ownServer, PASSWORD_MS, refuseDuplicateName, refuseUnconfirmed } from './create.ts';
export { findImageReader, requireSnapshotFor } from './image.ts';
export { chargeHours, renew } from './meter.ts';
export { isMeasured } from './monitoring.ts';
export { overageCosts } from './overageCosts.ts';
export { computeHourlyRate, computeServerRate, rateWith } from './rate.ts';
export { optionRate, setBackupOption } from './resize.ts';
export { viewServer } from './server.ts';
export { noSettings } from './settings.ts';
export { buildServerSpec, sealPassword } from './spec.ts';
export { countedTo, countUntilNow } from './traffic.ts';
export { osName } from './view.ts';
