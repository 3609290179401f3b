import type { Data, RecordData, RecordType } from '../../core/dnsTypes.ts';
import { isFault } from '../../core/fault.ts';
import { absoluteHost } from '../../core/hostName.ts';
import { absoluteWord, addBytes } from '../dns/rdata/words.ts';
import { decodeContent } from '../dns/text.ts';
import type { Header } from './entry.ts';
import { isQuoted } from './flags.ts';
import type { Scanner } from './scan.ts';

/**
 * What other services mean by lines that RFC 1035 reads differently, refuses, or doesn't know. Each function looks at one entry; none of
 * them changes anything.
 */

/** Whether the end of a name is a domain on the Internet, such as `l.google.com`: then a final dot was probably forgotten. */
export type IsHost = (name: string) => boolean;

/** Place of the host in the data of a type, counted in words. */
const hostAt: Readonly<Partial<Record<RecordType, number>>> = {
  CNAME: 0,
  DNAME: 0,
  NS: 0,
  PTR: 0,
  MX: 1,
  HTTPS: 1,
  SVCB: 1,
  SRV: 3,
  NAPTR: 5,
};

/** The data with another host. Only HTTPS, SVCB and NAPTR have more than the host in their content. */
function withHost(type: RecordType, data: Data, host: string): Data {
  if (type === 'HTTPS' || type === 'SVCB') {
    const space = data.content.indexOf(' ');
    return { ...data, content: space < 0 ? host : host + data.content.slice(space) };
  }
  if (type === 'NAPTR') return { ...data, content: data.content.slice(0, data.content.lastIndexOf(' ') + 1) + host };
  return { ...data, content: host };
}

/** Whether a name without a final dot ends with the zone's own name, as in `www.example.com` in the file of example.com. */
export function endsWithZone(word: string, zone: string): boolean {
  const name = word.toLowerCase();
  return name === zone || name.endsWith(`.${zone}`);
}

/**
 * The data with its host as an absolute name, if that is what was probably meant: the host has no final dot, but ends with the zone's
 * name or looks like a host on the Internet.
 * @returns the data, and the host by the letter, or null
 */
export function hostMeant(
  words: Scanner,
  { data: from }: Header,
  type: RecordType,
  data: Data,
  { zone, origin, isHost }: { zone: string; origin: string | null; isHost: IsHost },
): { data: Data; written: string } | null {
  const place = hostAt[type];
  const index = from + (place ?? 0);
  if (place === undefined || index >= words.count || words.flag(index) & isQuoted) return null;
  const word = words.word(index);
  if (!word.includes('.') || word.endsWith('.') || origin === '.') return null;
  if (!endsWithZone(word, zone) && !isHost(word)) return null;
  const name = absoluteWord(`${word}.`, words.flag(index), null);
  const written = absoluteWord(word, words.flag(index), origin);
  const host = isFault(name) ? name : absoluteHost(name, type, false);
  return isFault(host) || isFault(written) ? null : { data: withHost(type, data, host), written: written.replace(/\.$/, '') };
}

/**
 * The text of a TXT record that was written without quotation marks: spaces would separate its strings, and a semicolon would begin a
 * comment, as in `v=spf1 mx -all` and `v=DMARC1; p=none`.
 * @returns null when it was quoted, or is one word
 */
export function textMeant(words: Scanner, { data: from }: Header): string | null {
  const { count, text } = words;
  for (let i = from; i < count; i++) if (words.flag(i) & isQuoted) return null;
  if (words.word(from) === '\\#') return null;
  const end = words.ends[count - 1] ?? 0;
  const isCut = words.commentStart === end + 1 && /^v=/i.test(words.word(from));
  if (count - from < 2 && !isCut) return null;
  const bytes: number[] = [];
  for (let i = from; i < count; i++) {
    if (i > from) bytes.push(32);
    if (!addBytes(words, i, bytes)) return null;
  }
  const rest = isCut ? `;${text.slice(words.commentStart, words.commentEnd).trimEnd()}` : '';
  return decodeContent(bytes) + rest;
}

/** Whether one of the strings of a TXT record is longer than it may be (RFC 1035 section 3.3): it is split when it is served. */
export function hasLongString(words: Scanner, { data: from }: Header): boolean {
  for (let i = from; i < words.count; i++) if ((words.ends[i] ?? 0) - (words.starts[i] ?? 0) > 255) return true;
  return false;
}

/** An alias of another service, answered with the addresses of its target there. */
export interface Alias {
  /** As written: `ALIAS`. */
  kind: string;
  /** The word with its target. */
  at: number;
  /** The type of the addresses at Route 53, where each type has its own alias. */
  type: string | null;
}

const addressKinds: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME']);

/** `ALIAS`, `ANAME`, and cli53's class `AWS` with `ALIAS A target zone-id health`, or without the type in its first versions. */
export function toAlias(words: Scanner, { kind, data }: Header): Alias | null {
  if (kind.type !== null) return null;
  if ((kind.name === 'ALIAS' || kind.name === 'ANAME') && data < words.count) return { kind: kind.name, at: data, type: null };
  if (kind.name !== 'AWS' || words.word(data).toUpperCase() !== 'ALIAS') return null;
  const first = words.word(data + 1).toUpperCase();
  const isTyped = words.count - data > 3;
  return data + 2 < words.count ? { kind: 'ALIAS', at: data + 2, type: isTyped ? first : null } : null;
}
/** Aliases of other types, such as Route 53's of MX records, have no equivalent. */
export const isAddressAlias = ({ type }: Alias): boolean => type === null || addressKinds.has(type);

/** A record in one line, for people. */
export const recordText = ({ name, type, priority, weight, port, content }: RecordData): string =>
  [name, type, priority, weight, port, content].filter((part) => part !== undefined).join(' ');
