import type { TKey } from '../../../i18n/keys.ts';
import { hasEscape, hasInnerQuote, hasUpper, hasWide, isQuoted } from './flags.ts';

/** More words than 65,535 bytes of rdata can have; a power of two, like the growing arrays. */
const maxWords = 65_536;

/**
 * Splits the text of a master file (RFC 1035 section 5.1) into entries and words, in one pass over its character codes.
 * An entry is one line, or several joined by parentheses. Words aren't copied: only their offsets are stored, in arrays
 * that are reused for the next entry. Lines end with LF, CR LF or CR.
 *
 * An unclosed parenthesis would swallow the rest of the file: then the entry is read again as one line, and so are all
 * later entries, so that the message has the right line and the time stays linear.
 */
export class Scanner {
  readonly text: string;
  /** Line of the entry, counted from 1; its first character; and where the entry ends. */
  line = 0;
  start = 0;
  end = 0;
  /** The entry starts with a space: it has the owner of the previous one. */
  blank = false;
  count = 0;
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  flags = new Uint8Array(64);
  /** The first error in the entry. */
  fault: TKey | null = null;
  /** The last comment of the entry, without its semicolon; -1 when there is none. */
  commentStart = -1;
  commentEnd = -1;
  #at = 0;
  #line: number;
  #joins = true;

  constructor(text: string, line = 1) {
    this.text = text;
    this.#line = line;
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }

  /** Reads the next entry that has words. @returns false at the end */
  next(): boolean {
    const length = this.text.length;
    while (this.#at < length) {
      this.start = this.#at;
      this.line = this.#line;
      const code = this.text.charCodeAt(this.#at);
      this.blank = code === 32 || code === 9;
      if (!this.#entry()) {
        this.#joins = false;
        this.#at = this.start;
        this.#line = this.line;
        this.#entry();
      }
      if (this.count > 0 || this.fault) return true;
    }
    return false;
  }

  /** The word as written, without its outer quotes. */
  word(index: number): string {
    return this.text.slice(this.starts[index], this.ends[index]);
  }

  flag(index: number): number {
    return this.flags[index] ?? 0;
  }

  /** Sets words, comment and `end`. @returns false when a parenthesis is still open at the end of the text */
  #entry(): boolean {
    const text = this.text;
    const length = text.length;
    let i = this.#at;
    let depth = 0;
    this.count = 0;
    this.fault = null;
    this.commentStart = -1;
    while (i < length) {
      const code = text.charCodeAt(i);
      if (code === 32 || code === 9) i++;
      else if (code === 10 || code === 13) {
        this.end = i;
        i += code === 13 && text.charCodeAt(i + 1) === 10 ? 2 : 1;
        this.#line++;
        if (depth === 0) {
          this.#at = i;
          return true;
        }
        if (!this.#joins) {
          this.#fail('zone:error.openParenthesis');
          this.#at = i;
          return true;
        }
      } else if (code === 59) i = this.#comment(i + 1);
      else if (code === 34) i = this.#quotedWord(i + 1);
      else if (code === 40) {
        depth++;
        i++;
      } else if (code === 41) {
        if (depth === 0) this.#fail('zone:error.closeParenthesis');
        else depth--;
        i++;
      } else i = this.#bareWord(i);
    }
    this.end = length;
    this.#at = length;
    if (depth > 0) {
      if (this.#joins) return false;
      this.#fail('zone:error.openParenthesis');
    }
    return true;
  }

  #comment(from: number): number {
    const text = this.text;
    let i = from;
    for (; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 32) {
        if (code === 10 || code === 13) break;
        if (code === 0) this.#fail('zone:error.nul');
      }
    }
    this.commentStart = from;
    this.commentEnd = i;
    return i;
  }

  #bareWord(from: number): number {
    const text = this.text;
    const length = text.length;
    let flags = 0;
    let i = from;
    while (i < length) {
      const code = text.charCodeAt(i);
      if (code >= 97 && code < 127) i++;
      else if (code <= 41) {
        if (code === 32 || code === 40 || code === 41 || code === 10 || code === 13 || code === 9) break;
        if (code === 34) {
          if (i === from || text.charCodeAt(i - 1) !== 61) break;
          flags |= hasInnerQuote;
          i = this.#closingQuote(i + 1);
          flags |= this.#quotedFlags;
          if (text.charCodeAt(i) === 34) i++;
        } else {
          if (code < 32) this.#control(code);
          i++;
        }
      } else if (code === 59) break;
      else if (code === 92) {
        flags |= hasEscape;
        i = this.#escape(i);
      } else {
        if (code >= 65 && code <= 90) flags |= hasUpper;
        else if (code > 126) flags |= this.#wide(code);
        i++;
      }
    }
    const end = Math.min(i, length);
    this.#keep(from, end, flags);
    return end;
  }

  #quotedWord(from: number): number {
    const end = this.#closingQuote(from);
    this.#keep(from, end, isQuoted | this.#quotedFlags);
    return this.text.charCodeAt(end) === 34 ? end + 1 : end;
  }

  #quotedFlags = 0;
  /** The position of the closing quote, or of the end of the line with an error. */
  #closingQuote(from: number): number {
    const text = this.text;
    const length = text.length;
    let i = from;
    let flags = 0;
    while (i < length) {
      const code = text.charCodeAt(i);
      if (code === 34) {
        this.#quotedFlags = flags;
        return i;
      }
      if (code === 92) {
        flags |= hasEscape;
        i = this.#escape(i);
        continue;
      }
      if (code < 32) {
        if (code === 10 || code === 13) break;
        // A tab isn't an escape, but like one it is a byte that content doesn't show literally.
        if (code === 9) flags |= hasEscape;
        else this.#control(code);
      } else if (code > 126) flags |= this.#wide(code);
      i++;
    }
    this.#quotedFlags = flags;
    this.#fail('zone:error.openQuote');
    return Math.min(i, length);
  }

  /** Skips a backslash and the escaped character; a line break can't be escaped. */
  #escape(at: number): number {
    const next = this.text.charCodeAt(at + 1);
    if (next === 10 || next === 13 || Number.isNaN(next)) {
      this.#fail('zone:error.escape');
      return at + 1;
    }
    if (next < 32) this.#control(next);
    return at + 2;
  }

  #control(code: number): void {
    this.#fail(code === 0 ? 'zone:error.nul' : 'zone:error.control');
  }

  #wide(code: number): number {
    if (code === 127) this.#fail('zone:error.control');
    else if (code === 0xfffd) this.#fail('zone:error.encoding');
    return hasWide;
  }

  #fail(key: TKey): void {
    this.fault ??= key;
  }

  #keep(start: number, end: number, flags: number): void {
    const index = this.count;
    if (index === this.starts.length) {
      if (index >= maxWords) {
        this.#fail('zone:error.tooManyWords');
        return;
      }
      this.#grow(index * 2);
    }
    this.count = index + 1;
    this.starts[index] = start;
    this.ends[index] = end;
    this.flags[index] = flags;
  }

  #grow(size: number): void {
    const { starts, ends, flags } = this;
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.flags = new Uint8Array(size);
    this.starts.set(starts);
    this.ends.set(ends);
    this.flags.set(flags);
  }
}
