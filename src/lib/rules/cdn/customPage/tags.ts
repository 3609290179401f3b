/** A start tag of a page, as parsed by a browser without scripts. */
export interface Tag {
  /** In lower case. */
  name: string;
  /** Lower-case names; the first of two duplicates counts. Values as written: character references stay. */
  attributes: ReadonlyMap<string, string>;
  /** Offsets in the page: of `<`, and after `>`. */
  from: number;
  to: number;
  /** Inside of a `template`, whose content is not part of the page. */
  inert: boolean;
  /** The content up to the end tag, for elements with raw text (`style`, `script`, `title` …). */
  raw?: { from: number; to: number };
}

/** Elements whose content is text up to their own end tag (HTML, sections 13.2.5.1 and 13.2.6.4). */
const rawElements = new Set(['title', 'textarea', 'style', 'script', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript']);
const isBlank = (code: number) => code === 32 || code === 9 || code === 10 || code === 12 || code === 13;
const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** A start tag, or another token that an editor highlights. */
export type Token = ({ kind: 'start' } & Tag) | { kind: 'end' | 'comment'; from: number; to: number };

/**
 * The markup of a page in order, by the tokenizer of the HTML standard (section 13.2.5). The content of comments, scripts,
 * styles and titles isn't parsed for tags. It builds no tree, so it takes linear time on any input and needs no browser. `noscript`
 * is parsed as with scripts enabled, as for visitors.
 */
export function readTokens(html: string): Token[] {
  const tokens: Token[] = [];
  let templates = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const next = html.charCodeAt(at + 1);
    const isEnd = next === 47;
    const nameAt = at + (isEnd ? 2 : 1);
    if (!isLetter(html.charCodeAt(nameAt))) {
      const to = afterNoTag(html, at, next, isEnd);
      if (to > at + 1) tokens.push({ kind: 'comment', from: at, to });
      at = to;
      continue;
    }
    const read = readTag(html, nameAt);
    // A tag cut off by the end of the page is dropped.
    if (!read) break;
    if (isEnd) {
      if (read.name === 'template' && templates > 0) templates--;
      tokens.push({ kind: 'end', from: at, to: read.to });
      at = read.to;
      continue;
    }
    const tag: Tag = { ...read, from: at, inert: templates > 0 };
    if (tag.name === 'template') templates++;
    at = tag.to;
    if (rawElements.has(tag.name)) {
      const to = tag.name === 'script' ? endOfScript(html, at) : endOfRaw(html, tag.name, at);
      tag.raw = { from: at, to };
      at = to;
    }
    tokens.push({ kind: 'start', ...tag });
    if (tag.name === 'plaintext') break;
  }
  return tokens;
}

/** The start tags of a page. */
export const readTags = (html: string): Tag[] => readTokens(html).filter((token) => token.kind === 'start');

/** After a comment, a declaration or a `<` that doesn't start a tag. */
function afterNoTag(html: string, at: number, next: number, isEnd: boolean): number {
  const behind = (text: string, from: number) => {
    const found = html.indexOf(text, from);
    return found < 0 ? html.length : found + text.length;
  };
  if (next === 33 && html.startsWith('--', at + 2)) {
    if (html.startsWith('>', at + 4)) return at + 5;
    if (html.startsWith('->', at + 4)) return at + 6;
    // `--!>` ends a comment too.
    const close = /--!?>/g;
    close.lastIndex = at + 4;
    const found = close.exec(html);
    return found ? close.lastIndex : html.length;
  }
  if (next === 33 || next === 63) return behind('>', at + 2);
  if (isEnd) return at + 2 >= html.length ? html.length : behind('>', at + 2);
  return at + 1;
}

function readTag(html: string, nameAt: number): { name: string; attributes: Map<string, string>; to: number } | null {
  const n = html.length;
  const attributes = new Map<string, string>();
  let at = nameAt;
  const until = (stops: string) => {
    const from = at;
    while (at < n && !isBlank(html.charCodeAt(at)) && !stops.includes(html[at] ?? '')) at++;
    return html.slice(from, at);
  };
  const blanks = () => {
    while (at < n && isBlank(html.charCodeAt(at))) at++;
  };
  const name = until('/>').toLowerCase();
  for (;;) {
    while (at < n && (isBlank(html.charCodeAt(at)) || html[at] === '/')) at++;
    if (at >= n) return null;
    if (html[at] === '>') return { name, attributes, to: at + 1 };
    // A leading `=` belongs to the name.
    const from = at++;
    until('/>=');
    const key = html.slice(from, at).toLowerCase();
    blanks();
    let value = '';
    if (html[at] === '=') {
      at++;
      blanks();
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1);
        if (end < 0) return null;
        value = html.slice(at + 1, end);
        at = end + 1;
      } else value = until('>');
    }
    if (!attributes.has(key)) attributes.set(key, value);
  }
}

function endOfRaw(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}

/** Inside of `<!--`, a `<script` hides the next `</script` (the "script data double escaped" states). */
function endOfScript(html: string, from: number): number {
  const mark = /<!--|-->|<script(?=[\t\n\f\r />])|<\/script(?=[\t\n\f\r />])/gi;
  mark.lastIndex = from;
  let state: 'plain' | 'escaped' | 'double' = 'plain';
  for (let found = mark.exec(html); found; found = mark.exec(html)) {
    const text = found[0].toLowerCase();
    if (text === '</script') {
      if (state !== 'double') return found.index;
      state = 'escaped';
    } else if (text === '-->') state = 'plain';
    else if (text === '<!--') {
      if (state === 'plain') state = 'escaped';
      // `<!-->` and `<!--->` are complete comments.
      mark.lastIndex -= 2;
    } else if (state === 'escaped') state = 'double';
  }
  return html.length;
}
