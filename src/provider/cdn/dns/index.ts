/* What other features use of this one. */
export { syncRecords } from './addressRecords.ts';
export { batchRecords, bounded, store } from './batch.ts';
export { type CustomNs, loadCustomNs, pairHosts, saveCustomNs, showNs, zoneGlue, zoneServers } from './nameServers.ts';
export { conflictCandidates, rowNotes, toColumns, toData, toRecord, touchZone } from './records.ts';
export { loadDnsSettings } from './settings.ts';
export { setZone } from './setZone.ts';
