import { type PageVariable, pageVariables } from './kinds.ts';
import { readTags } from './tags.ts';

export interface VariableUse {
  name: string;
  known: boolean;
  from: number;
  to: number;
}

/** Every `{{name}}` in a page. */
export const readVariables = (html: string): VariableUse[] =>
  [...html.matchAll(/\{\{ ?([A-Za-z][\w.-]{0,40}) ?\}\}/g)].map((match) => ({
    name: match[1] ?? '',
    known: (pageVariables as readonly string[]).includes(match[1] ?? ''),
    from: match.index,
    to: match.index + match[0].length,
  }));

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/**
 * The page with its variables replaced, as a visitor gets it.
 * @param mark wraps values in the text of the page; inside tags, titles, styles and scripts it would break them
 * @param inBox HTML inserted into the element that ends at `boxAt`: the captcha
 */
export function fillPage(
  html: string,
  values: Record<PageVariable, string>,
  { mark = (value) => value, inBox }: { mark?: (value: string) => string; inBox?: { at: number; html: string } | undefined } = {},
): string {
  const closed = readTags(html).flatMap(({ from, to, raw }) => [{ from, to }, ...(raw ? [raw] : [])]);
  let range = 0;
  let out = '';
  let at = 0;
  const copy = (to: number) => {
    if (inBox && inBox.at >= at && inBox.at <= to) {
      out += html.slice(at, inBox.at) + inBox.html;
      at = inBox.at;
      inBox = undefined;
    }
    out += html.slice(at, to);
    at = to;
  };
  for (const { name, known, from, to } of readVariables(html)) {
    if (!known) continue;
    copy(from);
    while ((closed[range]?.to ?? Number.POSITIVE_INFINITY) <= from) range++;
    const isText = (closed[range]?.from ?? Number.POSITIVE_INFINITY) >= to;
    const value = escapeHtml(values[name as PageVariable]); // known, so one of them
    out += isText ? mark(value) : value;
    at = to;
  }
  copy(html.length);
  return out;
}
