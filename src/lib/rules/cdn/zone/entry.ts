import { type Fault, fault } from '../../core/fault.ts';
import { whole } from '../dns/rdata/words.ts';
import { isQuoted } from './flags.ts';
import { type Kind, parseKind } from './rrtypes.ts';
import type { Scanner } from './scan.ts';
import { readTtl } from './ttl.ts';

/** The header of an entry, between owner and data. `ttl` is -1 when the line has none; `data` is the first word of the data. */
export interface Header {
  ttl: number;
  kind: Kind;
  data: number;
}

const classes: ReadonlySet<string> = new Set(['IN', 'CH', 'HS', 'CS', 'ANY', 'NONE', 'CHAOS', 'HESIOD']);
const header: Header = { ttl: -1, kind: parseKind('A'), data: 0 };

/** `IN`, `CH` or `CLASS3` (RFC 3597 section 5) → the class by its name; null for another word. */
function parseClass(word: string): string | null {
  const upper = word.toUpperCase();
  if (classes.has(upper)) return upper;
  const [, digits] = /^CLASS(\d{1,5})$/.exec(upper) ?? [];
  if (digits === undefined) return null;
  return whole(digits, 65_535) === 1 ? 'IN' : upper;
}

export function ttlFault(seconds: number, words: Scanner, index: number): Fault | null {
  if (seconds >= 0) return null;
  const word = words.word(index);
  return seconds === -2 ? fault('zone:error.ttlRange', { value: word }) : fault('zone:error.ttl', { value: word });
}

/** Types of the short words that nearly every line has, by their character codes. */
const short = new Map(
  ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'SRV', 'CAA', 'PTR', 'SOA'].map(
    (word) => [pack(word, 0, word.length), parseKind(word)] as const,
  ),
);

/** Up to five characters as one number, to look up a word without slicing the text. */
function pack(text: string, start: number, end: number): number {
  if (end - start > 5) return -1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return -1;
    value = value * 128 + code;
  }
  return value;
}

/** Up to nine digits → seconds; -1 for any other word. */
function plainSeconds(text: string, start: number, end: number): number {
  if (end - start > 9) return -1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

const classIn = pack('IN', 0, 2);

/**
 * Reads `[TTL] [class] type`, TTL and class in either order (RFC 1035 section 5.1), from word `from` on.
 * @returns the header, in an object that the next call reuses
 */
export function readHeader(words: Scanner, from: number): Header | Fault {
  const { text } = words;
  let ttl = -1;
  let named = false;
  for (let i = from; i < words.count; i++) {
    const start = words.starts[i] ?? 0;
    const end = words.ends[i] ?? 0;
    if (words.flag(i) & isQuoted) return fault('zone:error.noType', { word: words.word(i) });
    const first = text.charCodeAt(start);
    if (first >= 48 && first <= 57) {
      const plain = plainSeconds(text, start, end);
      const seconds = plain < 0 ? readTtl(words.word(i)) : plain;
      const wrong = ttl >= 0 ? fault('zone:error.ttlTwice', { value: words.word(i) }) : ttlFault(seconds, words, i);
      if (wrong) return wrong;
      ttl = seconds;
      continue;
    }
    // The timestamp of a record in Windows DNS, before its TTL.
    if (first === 91 && /^\[AGE:\d+\]$/i.test(words.word(i))) continue;
    const packed = pack(text, start, end);
    if (packed !== classIn) {
      const kind = short.get(packed) ?? parseKind(words.word(i));
      const name = kind.kind === 'unknown' ? parseClass(words.word(i)) : null;
      if (name === null) {
        header.ttl = ttl;
        header.kind = kind;
        header.data = i + 1;
        return header;
      }
      if (name !== 'IN') return fault('zone:error.class', { class: name });
    }
    if (named) return fault('zone:error.classTwice');
    named = true;
  }
  return fault('zone:error.noType', { word: words.count > 0 ? words.word(words.count - 1) : '' });
}
