import type { TKey } from './keys.ts';

/** Marks a string as a translation key, so that a typo is a type error. Used where a library takes a message (zod). */
export const key = (name: TKey): TKey => name;
