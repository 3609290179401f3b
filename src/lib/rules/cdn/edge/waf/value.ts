import { decode, decodeNotation, dropComments } from './normalize.ts';
import type { Part } from './parts.ts';
import { scanSigns } from './signs.ts';

/** A part of a request in the forms that detectors inspect. Each form is made when it is first asked for. */
export class Value {
  readonly text: string;
  readonly place: Part['place'];
  readonly name: string;
  readonly isPosted: boolean;
  #cased?: string;
  #decoded?: string;
  #plain?: string;
  #tight?: string;
  #markup?: string;
  #signs?: number;

  constructor({ place, name, text, isPosted = false }: Part) {
    this.place = place;
    this.name = name;
    this.text = text;
    this.isPosted = isPosted;
  }

  /** Percent escapes decoded twice, then HTML entities, escapes of JavaScript and full-width letters once. With its case. */
  get cased(): string {
    this.#cased ??= decode(this.text);
    return this.#cased;
  }

  /** `cased` in lower case. */
  get decoded(): string {
    this.#decoded ??= this.cased.toLowerCase();
    return this.#decoded;
  }

  /**
   * As a browser reads HTML, in lower case and without null bytes: entities stay, because `&lt;` is no tag. A value without tags may be
   * decoded by the application, so its entities are decoded.
   */
  get markup(): string {
    if (this.#markup === undefined) {
      const text =
        this.decoded.includes('<') && /&|%26|%u0026|\\/i.test(this.text) ? decodeNotation(this.text).toLowerCase() : this.decoded;
      this.#markup = (/<[a-z]/.test(text) ? text : this.decoded).replaceAll('\0', '');
    }
    return this.#markup;
  }

  /** `decoded` without comments and control characters, with spaces collapsed. */
  get plain(): string {
    this.#plain ??= dropComments(this.decoded)
      .replaceAll('\0', '')
      .replace(/[\s\p{Cc}]+/gu, ' ');
    return this.#plain;
  }

  /** `plain` without spaces: browsers read `java script:` as one word. */
  get tight(): string {
    this.#tight ??= this.plain.replaceAll(' ', '');
    return this.#tight;
  }

  /** The kinds of characters that `decoded` has (`Sign`). */
  get signs(): number {
    this.#signs ??= scanSigns(this.decoded);
    return this.#signs;
  }

  /** Whether the value has at least one of these kinds of characters. @param signs bits of `Sign` */
  hasAny(signs: number): boolean {
    return (this.signs & signs) !== 0;
  }

  /** Whether the value has all of these kinds of characters. @param signs bits of `Sign` */
  hasAll(signs: number): boolean {
    return (this.signs & signs) === signs;
  }
}
