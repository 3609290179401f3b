/* What other features use of this one. */
export { applyChanges } from './apply.ts';
export { areas, type Row, readArea } from './areas.ts';
export { changesBetween, type DomainState, emptyState, type RowChange } from './changes.ts';
