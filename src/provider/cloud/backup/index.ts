/* What other features use of this one. */
export { loadSchedule, putSchedule } from './schedule.ts';
export { requireServerBackup } from './store.ts';
