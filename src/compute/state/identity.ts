import { readFileSync } from 'node:fs';
import { identityFile } from '../folders.ts';

/** The ID of the state in a folder; null: none yet. */
export function readIdentity(folder: string): string | null {
  try {
    return readFileSync(identityFile(folder), 'utf8');
  } catch {
    return null;
  }
}
