/** A tag of HTML. All in lower case. */
export interface Tag {
  name: string;
  isEnd: boolean;
  /** The first ones in front of its end. */
  attributes: readonly Attribute[];
  /** Its attributes that no tag before it has. A tag may start in the value of another one, whose attributes then belong to both. */
  added: readonly Attribute[];
  /** Where it starts in the text. */
  start: number;
  /** Where its `>` is, if it has one. */
  end: number;
}
export interface Attribute {
  name: string;
  /** As written, with entities, and without quotes up to the next tag; null: it has none. */
  value: string | null;
  /** It has no quotes. */
  isBare: boolean;
}

const isSpace = (code: number): boolean => code <= 32;
/** What ends a name: white space, `/`, `>`, `=`; a quote or `<` is an error that browsers put into the name. */
const isNameEnd = (code: number): boolean => isSpace(code) || code === 47 || code === 62 || Number.isNaN(code);
const isLetter = (code: number): boolean => code >= 97 && code <= 122;
/** Enough to tell what an element does. */
const maxAttributes = 60;
/** For a tag inside of another one. */
const maxInner = 12;

/** An attribute with those after it. */
interface Node {
  attribute: Attribute;
  next: Node | null;
  /** Of the last one. */
  chain: { end: number };
}

class TagReader {
  readonly #text: string;
  /** Attributes by their start, if a tag starts before: each is read once, whatever the number of tags is that have it. */
  #nodes?: Map<number, Node>;
  #bareStart = 0;
  #bareEnd = 0;
  #bracketFrom = 0;
  #bracket = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The first `<` from a place on. */
  #nextBracket(from: number): number {
    if (from < this.#bracketFrom || from > this.#bracket) {
      this.#bracketFrom = from;
      const at = this.#text.indexOf('<', from);
      this.#bracket = at < 0 ? Number.POSITIVE_INFINITY : at;
    }
    return this.#bracket;
  }

  /** The end of a value without quotes. */
  #findBareEnd(start: number): number {
    if (start >= this.#bareStart && start < this.#bareEnd) return this.#bareEnd;
    const text = this.#text;
    let at = start;
    for (let code = text.charCodeAt(at); !isSpace(code) && code !== 62 && !Number.isNaN(code); code = text.charCodeAt(at)) at++;
    this.#bareStart = start;
    this.#bareEnd = at;
    return at;
  }

  #readValue(start: number): { value: string; isBare: boolean; end: number } {
    const text = this.#text;
    const quote = text[start];
    if (quote === '"' || quote === "'" || quote === '`') {
      const end = text.indexOf(quote, start + 1);
      // Without its end, a value is one of the page around: what is in it may be one of its attributes.
      if (end >= 0) return { value: text.slice(start + 1, end), isBare: false, end: end + 1 };
    }
    const end = this.#findBareEnd(start);
    return { value: text.slice(start, Math.min(end, this.#nextBracket(start))), isBare: true, end };
  }

  /** Reads attributes from a place on, until one that is known. */
  readAttributes(start: number): { first: Node | null; added: Attribute[]; end: number } {
    const text = this.#text;
    const added: Attribute[] = [];
    const inner = this.#nextBracket(start);
    let chain = { end: start };
    let first: Node | null = null;
    let last: Node | null = null;
    for (let at = start; ; ) {
      let code = text.charCodeAt(at);
      while (isSpace(code) || code === 47 || code === 34 || code === 39) code = text.charCodeAt(++at);
      const known = this.#nodes?.get(at);
      if (known) {
        if (last) last.next = known;
        first ??= known;
        chain = known.chain;
        break;
      }
      chain.end = at;
      if (code === 62 || code === 60 || Number.isNaN(code)) break;
      const from = at;
      while ((!isNameEnd(code) && code !== 61 && code !== 60) || (code === 61 && at === from)) code = text.charCodeAt(++at);
      const name = text.slice(from, at);
      while (isSpace(code)) code = text.charCodeAt(++at);
      let attribute: Attribute = { name, value: null, isBare: true };
      if (code === 61) {
        do code = text.charCodeAt(++at);
        while (isSpace(code));
        const { value, isBare, end } = this.#readValue(at);
        attribute = { name, value, isBare };
        at = end;
      }
      added.push(attribute);
      const node: Node = { attribute, next: null, chain };
      if (from > inner) {
        this.#nodes ??= new Map();
        this.#nodes.set(from, node);
      }
      if (last) last.next = node;
      first ??= node;
      last = node;
    }
    return { first, added, end: chain.end };
  }
}

function list(first: Node | null, most: number): Attribute[] {
  const attributes: Attribute[] = [];
  for (let node = first; node && attributes.length < most; node = node.next) attributes.push(node.attribute);
  return attributes;
}

/**
 * The tags of a text, as browsers read them (HTML, section 13.2.5): attributes need no spaces between them, and quotes may be missing.
 * More than browsers do, it reads `<` inside of a quoted value too, because the quote may be closed before. Linear in the text.
 * @param text in lower case
 */
export function* readTags(text: string): Generator<Tag> {
  const reader = new TagReader(text);
  let outerEnd = 0;
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', start + 1)) {
    let at = start + 1;
    while (isSpace(text.charCodeAt(at)) && at < start + 4) at++;
    const isEnd = text[at] === '/';
    if (isEnd) for (at++; isSpace(text.charCodeAt(at)) && at < start + 6; at++);
    const code = text.charCodeAt(at);
    if (!isLetter(code) && code !== 33 && code !== 63 && code !== 58) continue; // ! ? :
    const from = at;
    while (!isNameEnd(text.charCodeAt(at)) && text.charCodeAt(at) !== 60 && at < from + 40) at++;
    const { first, added, end } = reader.readAttributes(at);
    const attributes = first === null ? added : list(first, start < outerEnd ? maxInner : maxAttributes);
    yield { name: text.slice(from, at), isEnd, attributes, added, start, end };
    outerEnd = Math.max(outerEnd, end);
  }
}
