import { decode, dropComments } from './normalize.ts';
import type { Part } from './parts.ts';

/** A part of a request in the forms that detectors inspect. Each form is made when it is first asked for. */
export class Value {
  readonly text: string;
  readonly place: Part['place'];
  readonly name: string;
  #decoded?: string;
  #plain?: string;
  #tight?: string;

  constructor({ place, name, text }: Part) {
    this.place = place;
    this.name = name;
    this.text = text;
  }

  /** Percent escapes decoded twice, HTML entities and full-width letters once; in lower case. */
  get decoded(): string {
    this.#decoded ??= decode(this.text).toLowerCase();
    return this.#decoded;
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
}
