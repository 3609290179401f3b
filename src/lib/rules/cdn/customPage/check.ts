import { type Fault, fault } from '../../core/fault.ts';
import { captchaBoxId, maxPageBytes, type PageKind } from './kinds.ts';
import { readTags, type Tag } from './tags.ts';
import { readVariables } from './variables.ts';

/** A finding in a page, with its line; 0: the page as a whole. */
export interface Finding extends Fault {
  line: number;
}

export interface CheckedPage {
  /** Block saving. */
  errors: Finding[];
  /** Don't block saving. */
  warnings: Finding[];
  /** Bytes of UTF-8. */
  size: number;
  /** The known variables of the page, without duplicates. */
  variables: string[];
}

/** The maximum number of findings per type. */
const REPORTED_LIMIT = 5;

const voidElements = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

/** Attributes that make a browser load a resource, by element; `link` only when it isn't a mere reference. */
const loading: Record<string, readonly string[]> = {
  img: ['src', 'srcset'],
  script: ['src'],
  link: ['href'],
  iframe: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  source: ['src', 'srcset'],
  track: ['src'],
  object: ['data'],
  embed: ['src'],
  input: ['src'],
  image: ['href', 'xlink:href'],
  use: ['href', 'xlink:href'],
};
const isReference = (tag: Tag) =>
  tag.name === 'link' && /\b(canonical|alternate|author|license|help)\b/i.test(tag.attributes.get('rel') ?? '');
/** Resources inside the page need no server. */
const isInside = (url: string) => /^\s*(data:|#|about:|blob:|$)/i.test(url);

/** The elements of the page that the captcha could be put into. */
export const captchaBoxes = (tags: readonly Tag[]): Tag[] =>
  tags.filter(({ attributes, inert, name }) => !inert && !voidElements.has(name) && attributes.get('id') === captchaBoxId);

/** Validates a page by the rules of its type, for the form and the provider. */
export function checkPage({ kind, html }: { kind: PageKind; html: string }): CheckedPage {
  const size = new TextEncoder().encode(html).length;
  const variables = readVariables(html);
  const result: CheckedPage = {
    errors: [],
    warnings: [],
    size,
    variables: [...new Set(variables.flatMap(({ name, known }) => (known ? name : [])))],
  };
  if (html.trim() === '') return { ...result, errors: [{ ...fault('customPage:error.empty'), line: 0 }] };
  // A lone surrogate can't be encoded in UTF-8, and a null byte isn't valid in text.
  if (!html.isWellFormed() || html.includes('\0')) return { ...result, errors: [{ ...fault('customPage:error.encoding'), line: 0 }] };
  if (size > maxPageBytes) return { ...result, errors: [{ ...fault('customPage:error.tooLarge', { max: maxPageBytes / 1000 }), line: 0 }] };

  const lineOf = createRowFinder(html);
  const tags = readTags(html);
  if (kind === 'captcha') {
    const [first, second] = captchaBoxes(tags);
    if (!first) result.errors.push({ ...fault('customPage:error.captchaBoxMissing', { id: captchaBoxId }), line: 0 });
    if (second) {
      const line = lineOf(second.from);
      result.errors.push({ ...fault('customPage:error.captchaBoxTwice', { id: captchaBoxId, line }), line });
    }
  }
  const unknown = variables.filter(({ known }) => !known).map(({ name, from }) => warn('unknownVariable', { name: `{{${name}}}` }, from));
  const scripts = tags.filter(runsScript).map(({ from }) => warn('script', {}, from));
  const resources = tags.flatMap((tag) => tagUrls(tag, html).map((url) => warn('resource', { url }, tag.from)));
  function warn(name: 'unknownVariable' | 'script' | 'resource', params: Record<string, string>, from: number): Finding {
    return { ...fault(`customPage:warning.${name}`, params), line: lineOf(from) };
  }
  result.warnings.push(...unknown.slice(0, REPORTED_LIMIT), ...scripts.slice(0, 1), ...resources.slice(0, REPORTED_LIMIT));
  const charset = tags.find(({ name, attributes }) => name === 'meta' && attributes.has('charset'));
  const named = charset?.attributes.get('charset')?.trim() ?? 'utf-8';
  if (charset && !/^utf-?8$/i.test(named))
    result.warnings.push({ ...fault('customPage:warning.charset', { name: named }), line: lineOf(charset.from) });
  if (!tags.some(({ name, inert }) => name === 'title' && !inert))
    result.warnings.push({ ...fault('customPage:warning.noTitle'), line: 0 });
  return result;
}

const runsScript = ({ name, attributes, inert }: Tag) =>
  !inert && (name === 'script' || [...attributes].some(([key, value]) => /^on[a-z]/.test(key) || /^\s*javascript:/i.test(value)));

/** The URLs that a browser loads for a tag: from its attributes and its styles. */
function tagUrls(tag: Tag, html: string): string[] {
  if (tag.inert || isReference(tag)) return [];
  const own = (loading[tag.name] ?? []).flatMap((key) => {
    const value = tag.attributes.get(key);
    if (value === undefined) return [];
    // Checks only the first URL of a `srcset`. A data: URL may contain commas.
    return key === 'srcset' && !isInside(value) ? (value.split(/[\s,]+/).filter(Boolean)[0] ?? '') : value.trim();
  });
  const css = `${tag.attributes.get('style') ?? ''}${tag.name === 'style' && tag.raw ? html.slice(tag.raw.from, tag.raw.to) : ''}`;
  const styles = [...css.matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"'()]*))|@import\s+(?:"([^"]*)"|'([^']*)')/gi)].map(
    (match) => match.slice(1).find((part) => part !== undefined) ?? '',
  );
  return [...own, ...styles].filter((url) => !isInside(url));
}

/** Lines by offset, counted from 1. Offsets may come in any order. */
function createRowFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
