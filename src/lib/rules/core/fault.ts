import type { TKey, TParams } from '../../i18n/keys.ts';

/** Why a value is refused: a text key with params, and the affected part of the record if known (`flags`, `port`). */
export interface Fault {
  key: TKey;
  params: TParams;
  part?: string;
}

const longest = 60;
/** Truncates a value in a message: a hostile value must not fill the page. */
export const clip = (value: string, max = longest): string => (value.length > max ? `${value.slice(0, max - 1)}…` : value);

/** Params from our own code, which aren't truncated. */
const ownCodes: ReadonlySet<string> = new Set(['zone', 'example', 'choices']);

export function fault(key: TKey, params: TParams = {}, part?: string): Fault {
  const short: TParams = {};
  for (const [name, value] of Object.entries(params))
    short[name] = typeof value === 'string' ? clip(value, ownCodes.has(name) ? 253 : longest) : value;
  return part === undefined ? { key, params: short } : { key, params: short, part };
}

export const isFault = (value: unknown): value is Fault => typeof value === 'object' && value !== null && 'key' in value;
