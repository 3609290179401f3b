import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A file that is in DATA_DIR from the beginning of a restore until everything is on the disk. */
export const restoreMark = (dataDir: string): string => join(dataDir, 'restore.sqlite');

/** Why nothing may start on a folder into which a restore is running, or was interrupted; null: it may. */
export const halfRestored = (dataDir: string): string | null =>
  existsSync(restoreMark(dataDir))
    ? `A restore into ${dataDir} is running, or was interrupted. In the second case, run npm run restore again: it starts over.`
    : null;
