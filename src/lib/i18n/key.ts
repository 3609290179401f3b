import type { TKey } from './keys.ts';

/**
 * Marks a string as a translation key, so that a typo is a type error. Used where a library takes a message (zod). Its type is the one
 * key: comparing all keys with a parameter of zod takes the compiler half a second, each time.
 */
export const key = <K extends TKey>(name: K): K => name;
