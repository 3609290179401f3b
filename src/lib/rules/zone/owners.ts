import { type Fault, fault, isFault } from '../dns/fault.ts';
import { maxName, nameKeys, scanLabels } from '../dns/label.ts';
import { relative } from '../dns/name.ts';
import { absoluteWord } from '../dns/rdata/words.ts';
import { NameTable } from './nametable.ts';
import { hasInnerQuote, isQuoted, type Scanner } from './scan.ts';

/** A name of the zone that records stand at, and what the file has there so far. */
export interface Owner {
  /** Relative to the zone. */
  readonly name: string;
  /** What `scanLabels` found in it. */
  readonly bits: number;
  /** Place of its newest record in the result, where a chain through all of them begins; -1 before there is one. */
  last: number;
  count: number;
}

/** The names of a file, each checked once. */
export class Owners {
  readonly #zone: string;
  /** The zone with the dots around it that an absolute name ends with. */
  readonly #end: string;
  readonly #names = new NameTable<Owner>();
  #origin: string | null;
  /** The origin as a name of the zone; null when it is outside or could not be read. */
  #inside: string | null = '@';

  constructor(zone: string) {
    this.#zone = zone;
    this.#end = `.${zone}.`;
    this.#origin = zone;
  }

  /** What relative names are relative to; null after an `$ORIGIN` that could not be read. */
  get origin(): string | null {
    return this.#origin;
  }

  set origin(origin: string | null) {
    this.#origin = origin;
    this.#inside = origin === null ? null : relative(origin, this.#zone);
  }

  /** The name that a word stands for, or why it can't be one. */
  find(words: Scanner, index: number): Owner | Fault {
    const flags = words.flag(index);
    if (flags === 0 && this.#inside === '@') {
      // A plain word under the zone itself is the name.
      const found = this.#names.find(words.text, words.starts[index] ?? 0, words.ends[index] ?? 0);
      if (found) return found;
    }
    const word = words.word(index);
    const name = (flags === 0 ? this.#plain(word) : null) ?? this.#read(word, flags);
    return isFault(name) ? name : (this.#names.find(name, 0, name.length) ?? this.#add(name));
  }

  /** The quick way for lower-case words without escapes; null when it is not that simple. */
  #plain(word: string): string | null {
    if (word.charCodeAt(word.length - 1) === 46) return word.endsWith(this.#end) ? word.slice(0, -this.#end.length) || null : null;
    if (this.#inside === null || word === '@') return this.#inside;
    return this.#inside === '@' ? word : `${word}.${this.#inside}`;
  }

  #read(word: string, flags: number): string | Fault {
    if (flags & (isQuoted | hasInnerQuote)) return fault('dns:error.characters', { char: '"' });
    const full = absoluteWord(word, flags, this.#origin);
    if (isFault(full)) return full;
    const dotted = full.endsWith('.');
    const name = relative(dotted ? full.slice(0, -1) : full, this.#zone);
    if (name !== null) return name;
    const whole = dotted ? full : `${full}.`;
    return whole.includes('..') && whole !== '.'
      ? fault('dns:error.doubleDot')
      : fault('zone:error.outsideZone', { name: whole, zone: this.#zone });
  }

  #add(name: string): Owner | Fault {
    const bits = name === '@' ? 0 : scanLabels(name, nameKeys);
    if (isFault(bits)) return bits;
    const length = name === '@' ? 0 : name.length + 1 + this.#zone.length;
    if (length > maxName) return fault('dns:error.nameTooLong', { max: maxName, length });
    return this.#names.add({ name, bits, last: -1, count: 0 });
  }
}
