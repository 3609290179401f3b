import type { TKey, TParams } from '../../../../i18n/keys.ts';
import { fault } from '../../../core/fault.ts';
import type { Entry } from '../parse.ts';

/** A file that isn't in its format; `params` are those of the text. */
export interface FormatFault {
  key: TKey;
  params: TParams;
  line: number;
}

const maxPreview = 200;

/** What can't be imported: `text` names it for the customer. */
export const refusal = (line: number, text: string, key: TKey, params: TParams = {}): Entry => ({
  line,
  text: text.slice(0, maxPreview),
  ...fault(key, params),
  isRefused: true,
});
export const omission = (line: number, text: string, key: TKey, params: TParams = {}): Entry => ({
  ...(refusal(line, text, key, params) as Exclude<Entry, { entry: string }>), // made as one
  isRefused: false,
});

/** An entry of a master file. `marks` become its comment. */
export function toEntry(
  line: number,
  { name, ttl, type, data, marks = [] }: { name: string; ttl?: number | undefined; type: string; data: string; marks?: readonly string[] },
): { line: number; entry: string } {
  const comment = marks.length > 0 ? ` ; ${marks.join(', ')}` : '';
  return { line, entry: [name, ttl, 'IN', type, data].filter((part) => part !== undefined).join(' ') + comment };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A scalar of JSON or YAML as text; everything else is empty. */
export const entryText = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
/** A TTL of JSON or YAML: seconds, or undefined. */
export const parseTtl = (value: unknown): number | undefined => (/^\d{1,10}$/.test(entryText(value)) ? Number(value) : undefined);
