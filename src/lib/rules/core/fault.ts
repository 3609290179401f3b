import type { TKey, TParams } from '../../i18n/keys.ts';

/** Why a value is refused: a text key and its params, and the part of the record it is about when that is known (`flags`, `port`). */
export interface Fault {
  key: TKey;
  params: TParams;
  part?: string;
}

const longest = 60;
/** Shortens a value that a message repeats: a hostile value must not become a page of text. */
export const clip = (value: string, max = longest): string => (value.length > max ? `${value.slice(0, max - 1)}…` : value);

/** Params that we choose ourselves, which are shown whole. */
const ours: ReadonlySet<string> = new Set(['zone', 'example', 'choices']);

export function fault(key: TKey, params: TParams = {}, part?: string): Fault {
  const short: TParams = {};
  for (const [name, value] of Object.entries(params))
    short[name] = typeof value === 'string' ? clip(value, ours.has(name) ? 253 : longest) : value;
  return part === undefined ? { key, params: short } : { key, params: short, part };
}

export const isFault = (value: unknown): value is Fault => typeof value === 'object' && value !== null && 'key' in value;
