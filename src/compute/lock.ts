import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '../lib/node/fileLock.ts';

/**
 * Makes sure that no other process manages the folder: two of them would start each machine twice.
 * @returns releases it
 * @throws when another process has it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFile(join(folder, 'lock.db'));
  if (unlock === null) throw new Error(`Another compute process uses ${folder}.`);
  return unlock;
}
