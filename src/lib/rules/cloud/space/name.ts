import { key } from '../../../i18n/key.ts';
import type { TKey } from '../../../i18n/keys.ts';

export const nameLength = { min: 3, max: 63 } as const;

/**
 * Why a text isn't a valid name of a space: the rules for S3 buckets without dots, because a name with dots has no valid certificate
 * at `name.s3.example.com`. Null: it is valid.
 */
export function nameFault(name: string): TKey | null {
  if (name.length < nameLength.min || name.length > nameLength.max) return key('space:error.nameLength');
  if (!/^[a-z0-9-]+$/.test(name)) return key('space:error.nameCharacters');
  if (name.startsWith('-') || name.endsWith('-')) return key('space:error.nameEnds');
  if (/^(xn--|sthree-|amzn-s3-demo-)|-s3alias$/.test(name)) return key('space:error.nameReserved');
  return null;
}
