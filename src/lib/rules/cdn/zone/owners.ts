import { maxName, nameKeys, scanLabels } from '../../core/dnsLabel.ts';
import { relative } from '../../core/dnsName.ts';
import { type Fault, fault, isFault } from '../../core/fault.ts';
import { absoluteWord } from '../dns/rdata/words.ts';
import { hasInnerQuote, isQuoted } from './flags.ts';

/** An owner name in the zone, and what the file has there so far. */
export interface Owner {
  /** Relative to the zone. */
  readonly name: string;
  /** The result of `scanLabels`. */
  readonly bits: number;
  /** Index of its newest record in the result, the start of a linked list of all its records; -1 before there is one. */
  last: number;
  count: number;
}

/** The names of a file, each validated once. */
export class Owners {
  readonly #zone: string;
  /** The zone with surrounding dots, the suffix of an absolute name. */
  readonly #end: string;
  readonly #names = new Map<string, Owner>();
  /** By the word as written, under the current origin. If that is the zone, a plain relative word is the name itself. */
  #words = this.#names;
  #origin: string | null;
  /** The origin relative to the zone; null when it is outside or invalid. */
  #inside: string | null = '@';

  constructor(zone: string) {
    this.#zone = zone;
    this.#end = `.${zone}.`;
    this.#origin = zone;
  }

  /** The origin of relative names; null after an invalid `$ORIGIN`. */
  get origin(): string | null {
    return this.#origin;
  }

  set origin(origin: string | null) {
    this.#origin = origin;
    this.#inside = origin === null ? null : relative(origin, this.#zone);
    this.#words = this.#inside === '@' ? this.#names : new Map();
  }

  /** The name of a word, or why it is invalid. */
  find(word: string, flags: number): Owner | Fault {
    if (flags !== 0) return this.#owner(this.#read(word, flags));
    const found = this.#words.get(word);
    if (found) return found;
    const name = this.#plain(word) ?? this.#read(word, flags);
    if (name === word && this.#words === this.#names) return this.#add(word);
    const owner = this.#owner(name);
    if (this.#words !== this.#names && !isFault(owner)) this.#words.set(word, owner);
    return owner;
  }

  /** Fast path for lower-case words without escapes; null for all others. */
  #plain(word: string): string | null {
    if (word.charCodeAt(word.length - 1) === 46) return word.endsWith(this.#end) ? word.slice(0, -this.#end.length) || null : null;
    if (this.#inside === null || word === '@') return this.#inside;
    return this.#inside === '@' ? word : `${word}.${this.#inside}`;
  }

  /** The owner of a name, relative to the zone; undefined: the file doesn't have it. */
  at(name: string): Owner | undefined {
    return this.#names.get(name);
  }

  /** Whether the file has a record at a name, relative to the zone. */
  has(name: string): boolean {
    return (this.at(name)?.count ?? 0) > 0;
  }

  #owner(name: string | Fault): Owner | Fault {
    return isFault(name) ? name : (this.#names.get(name) ?? this.#add(name));
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
    const owner: Owner = { name, bits, last: -1, count: 0 };
    this.#names.set(name, owner);
    return owner;
  }
}
