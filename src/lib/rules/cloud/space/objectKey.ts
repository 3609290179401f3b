import { key } from '../../../i18n/key.ts';
import type { TKey } from '../../../i18n/keys.ts';

/** Maximum bytes in UTF-8, as in S3. */
export const maxKeyBytes = 1024;

/**
 * Why a text isn't a valid key of a new object. S3 allows more, but browsers remove `.` and `..` from URLs, and empty folders
 * aren't visible, so a link to such an object wouldn't work. Null: it is valid.
 */
export function keyFault(text: string): TKey | null {
  if (text === '' || text.endsWith('/')) return key('space:error.keyEmpty');
  if (new TextEncoder().encode(text).length > maxKeyBytes) return key('space:error.keyLong');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f]/.test(text)) return key('space:error.keyCharacters');
  if (text.split('/').some((segment) => segment === '' || segment === '.' || segment === '..')) return key('space:error.keySegments');
  return null;
}
