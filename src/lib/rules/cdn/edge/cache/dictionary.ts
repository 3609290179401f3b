/** The types of a Structured Field that a cache directive can have; `other`: one that no directive uses. */
type Item = { type: 'boolean'; value: boolean } | { type: 'integer'; value: number } | { type: 'other' };

const key = '[a-z*][a-z0-9_.*-]*';
const kinds: readonly (readonly [pattern: RegExp, read: (text: string) => Item])[] = [
  [/-?\d{1,12}\.\d{1,3}(?![\d.])/y, () => ({ type: 'other' })],
  [/-?\d{1,15}(?![\d.])/y, (text) => ({ type: 'integer', value: Number(text) })],
  [/"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/y, () => ({ type: 'other' })],
  [/[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*/y, () => ({ type: 'other' })],
  [/:[A-Za-z0-9+/=]*:/y, () => ({ type: 'other' })],
  [/\?[01]/y, (text) => ({ type: 'boolean', value: text === '?1' })],
  [/@-?\d{1,15}(?![\d.])/y, () => ({ type: 'other' })],
  [/%"(?:[\x20-\x21\x23\x24\x26-\x7e]|%[0-9a-f]{2})*"/y, () => ({ type: 'other' })],
];
const yes: Item = { type: 'boolean', value: true };

/** Reads a text from its start. Each method returns whether the text was as expected. */
class Reader {
  readonly #text: string;
  #at = 0;
  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [text] = pattern.exec(this.#text) ?? [];
    if (text === undefined) return null;
    this.#at += text.length;
    return text;
  }

  bareItem(): Item | null {
    for (const [pattern, read] of kinds) {
      const text = this.match(pattern);
      if (text !== null) return read(text);
    }
    return null;
  }

  parameters(): boolean {
    while (this.match(/;/y) !== null)
      if (this.match(new RegExp(` *${key}`, 'y')) === null || (this.match(/=/y) !== null && !this.bareItem())) return false;
    return true;
  }

  innerList(): boolean {
    while (this.match(/ *\)/y) === null) {
      this.match(/ */y);
      if (!this.bareItem() || !this.parameters() || this.match(/(?=[ )])/y) === null) return false;
    }
    return true;
  }
}

/**
 * A Dictionary of Structured Fields (RFC 9651 section 4.2.2), strictly: one fault makes the whole field invalid. Parameters and inner
 * lists are checked, but no cache directive has them, so their values aren't read.
 * @returns null: invalid; empty: the field is empty
 */
export function parseDictionary(text: string): Map<string, Item> | null {
  const reader = new Reader(text.replace(/^ +| +$/g, ''));
  const members = new Map<string, Item>();
  while (!reader.isAtEnd) {
    const name = reader.match(new RegExp(key, 'y'));
    if (name === null) return null;
    let item: Item | null = yes;
    if (reader.match(/=/y) !== null) {
      if (reader.match(/\(/y) === null) item = reader.bareItem();
      else item = reader.innerList() ? { type: 'other' } : null;
    }
    if (!item || !reader.parameters()) return null;
    members.set(name, item);
    reader.match(/[ \t]*/y);
    if (reader.isAtEnd) return members;
    // A comma promises another member.
    if (reader.match(/,[ \t]*/y) === null || reader.isAtEnd) return null;
  }
  return members;
}
