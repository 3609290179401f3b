/* What other features use of this one. */
export { createVolume } from './create.ts';
export { beginVolume, findAttachedServer, toEntity, type VolumeRow } from './store.ts';
