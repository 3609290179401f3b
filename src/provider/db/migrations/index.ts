import type { Migration } from 'kysely/migration';
import * as spine from './0001-spine.ts';

/** Every migration in order. Bundled rather than read from a folder, so that it works wherever the server is started. */
export const migrations: Record<string, Migration> = {
  '0001-spine': spine,
};
