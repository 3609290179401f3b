import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program. @param {string} name @returns {string | undefined} */
export function which(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
