import { decodeEntities } from '../normalize.ts';
import type { Reading } from './reading.ts';

/** A start tag; attributes are read from it separately. A quoted value may contain `>`. */
const attribute = /([^\s=/>"']{1,200})\s{0,99}=\s{0,99}(?:"([^"]*)"|'([^']*)')/g;
const maxDepth = 100;
/** Tags that are also judged as HTML, because browsers show a document such as SVG. */
const isMarkup = /script|\son[a-z]|href|include|schemalocation|<(?:\w{1,20}:)?(?:html|svg|iframe|object|embed|style|meta|base|link)\b/i;

/** The end of a tag, outside of quotes. @returns -1: it has none */
function findTagEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '>') return at;
    if (char === '<') return -1;
    if (char !== '"' && char !== "'") continue;
    at = text.indexOf(char, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

/** The end of a declaration, whose declarations of entities are in brackets. */
function findDeclarationEnd(text: string, start: number): number {
  let isInner = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '[') isInner = true;
    else if (char === ']') isInner = false;
    else if (char === '>' && !isInner) return at;
    else if (char === '"' || char === "'") {
      at = text.indexOf(char, at + 1);
      if (at < 0) return -1;
    }
  }
  return -1;
}

class XmlReader {
  readonly #text: string;
  readonly #isPartial: boolean;
  readonly #into: Reading;
  readonly #path: string[] = [];
  #run = '';

  constructor(text: string, isPartial: boolean, into: Reading) {
    this.#text = text;
    this.#isPartial = isPartial;
    this.#into = into;
  }

  /** @returns whether it's a document */
  run(): boolean {
    const text = this.#text;
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      this.#run += decodeEntities(text.slice(at, start < 0 ? text.length : start));
      if (start < 0) break;
      at = this.#markup(start);
      if (at < 0) return false;
    }
    this.#flush();
    return this.#path.length === 0 || this.#isPartial;
  }

  /** The name of what is being read: an element in its elements, or an attribute of one. */
  #name(attributeName = ''): string {
    const path = this.#path.slice(-6).join('.');
    return attributeName === '' ? path : `${path}@${attributeName}`;
  }

  #flush(): void {
    if (this.#run.trim() !== '') this.#into.add('parameter', this.#name(), this.#run);
    this.#run = '';
  }

  /** @returns the place after what starts at `<`; -1: it's no XML */
  #markup(start: number): number {
    const text = this.#text;
    if (text.startsWith('<![CDATA[', start)) {
      const end = text.indexOf(']]>', start);
      this.#run += text.slice(start + 9, end < 0 ? text.length : end);
      return end < 0 ? this.#cut() : end + 3;
    }
    if (text.startsWith('<!--', start)) return this.#skip('-->', start);
    this.#flush();
    if (text.startsWith('<?', start)) return this.#skip('?>', start);
    if (text.startsWith('<!', start)) {
      const end = findDeclarationEnd(text, start);
      this.#into.add('body', '', text.slice(start, end < 0 ? text.length : end + 1));
      return end < 0 ? this.#cut() : end + 1;
    }
    const end = findTagEnd(text, start + 1);
    if (end < 0) return this.#cut();
    return this.#tag(text.slice(start, end + 1), end + 1);
  }

  /** The end of a part of which the start was read. */
  #cut(): number {
    return this.#isPartial ? this.#text.length : -1;
  }

  #skip(mark: string, start: number): number {
    const end = this.#text.indexOf(mark, start);
    return end < 0 ? this.#cut() : end + mark.length;
  }

  #tag(tag: string, end: number): number {
    if (tag.startsWith('</')) {
      this.#path.pop();
      return end;
    }
    const [, name] = /^<([^\s/>]{1,200})/.exec(tag) ?? [];
    if (name === undefined) return -1;
    if (this.#path.length >= maxDepth) {
      this.#into.unread.add('depth');
      return -1;
    }
    this.#path.push(name.slice(name.indexOf(':') + 1));
    for (const [, label = '', double, single] of tag.matchAll(attribute))
      if (!label.startsWith('xmlns')) this.#into.add('parameter', this.#name(label), decodeEntities(double ?? single ?? ''));
    if (isMarkup.test(tag)) this.#into.add('body', '', tag);
    if (tag.endsWith('/>')) this.#path.pop();
    return end;
  }
}

/**
 * Reads XML 1.0: texts with their CDATA sections and attributes, with entities decoded, named by their elements (`order.item@id`).
 * Declarations are read as text of the body: a detector looks for external entities in them.
 * @param isPartial the text may end anywhere
 * @returns whether it's XML; what was read before is in `into`
 */
export const readXml = (text: string, isPartial: boolean, into: Reading): boolean => new XmlReader(text, isPartial, into).run();
