import { absolute } from '../../core/dnsName.ts';
import { type RecordData, recordTypes } from '../../core/dnsTypes.ts';
import { dotted } from '../../core/hostName.ts';
import { quote, textBytes } from '../dns/text.ts';
import { mailboxName } from './mailbox.ts';
import { autoTtlMark, proxiedMark } from './marks.ts';
import { type Notes, printNotes } from './notes.ts';
import { type SoaTimes, soaTimes } from './soa.ts';

/** A record to print. `auto` prints the default TTL, with a comment that parses back as automatic. */
export interface PrintRecord extends RecordData, Notes {
  ttl: number | 'auto';
  proxy?: boolean;
}

export interface PrintOptions {
  /** The domain, lower-case ASCII without the final dot. */
  zone: string;
  /** Seconds; the file's `$TTL`. */
  defaultTtl: number;
  /** Absolute host names, with or without the final dot. A zone without any can't be loaded. */
  nameServers: readonly string[];
  /** Email address validated by `checkSoaEmail`; empty or absent: `hostmaster@zone`. */
  soaEmail?: string;
  /** The default times, unless given. */
  times?: SoaTimes;
  serial: number;
  /** Added at the top of the file. */
  now: Date;
}

/** Longest string of a TXT record (RFC 1035 section 3.3). */
const maxString = 255;

function textParts(content: string): string {
  const bytes = textBytes(content);
  const parts: string[] = [];
  for (let i = 0; i < bytes.length || i === 0; i += maxString) parts.push(quote(bytes.subarray(i, i + maxString)));
  return parts.join(' ');
}

/** The host name at the start or end of the data, with its final dot. */
function dottedWord(content: string, place: 'first' | 'last'): string {
  const at = place === 'first' ? content.indexOf(' ') : content.lastIndexOf(' ');
  if (place === 'first') return at < 0 ? dotted(content) : dotted(content.slice(0, at)) + content.slice(at);
  return `${content.slice(0, at + 1)}${dotted(content.slice(at + 1))}`;
}

/**
 * The data of a record in a zone file: names absolute with the final dot, text quoted in parts of at most 255 bytes.
 * Plain ASCII for every record from `checkRecord` or `parseZone`.
 */
export function printData({ type, content, priority, weight, port }: RecordData): string {
  switch (type) {
    case 'CNAME':
    case 'DNAME':
    case 'NS':
    case 'PTR':
      return dotted(content);
    case 'MX':
      return `${priority ?? 0} ${dotted(content)}`;
    case 'SRV':
      return `${priority ?? 0} ${weight ?? 0} ${port ?? 0} ${dotted(content)}`;
    case 'TXT':
      return textParts(content);
    case 'URI':
      return `${priority ?? 0} ${weight ?? 0} ${quote(textBytes(content))}`;
    case 'HTTPS':
    case 'SVCB':
      return `${priority ?? 0} ${dottedWord(content, 'first')}`;
    case 'RP':
      return content.split(' ').map(dotted).join(' ');
    case 'NAPTR':
      return dottedWord(content, 'last');
    default:
      return content;
  }
}

/** Sorts names hierarchically: the apex, then by labels from the right, so that a subtree stays together (RFC 4034 section 6.1). */
const treeKey = (name: string): string => (name === '@' ? '' : name.split('.').reverse().join('\u0001'));
const typeOrder = new Map(recordTypes.map((type, index) => [type, index] as const));
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function sorted(records: readonly PrintRecord[]): PrintRecord[] {
  const keyed = records.map((record) => ({ record, tree: treeKey(record.name), order: typeOrder.get(record.type) ?? 0 }));
  keyed.sort(
    (a, b) =>
      compareText(a.tree, b.tree) ||
      a.order - b.order ||
      (a.record.priority ?? 0) - (b.record.priority ?? 0) ||
      compareText(a.record.content, b.record.content),
  );
  return keyed.map(({ record }) => record);
}

function printRecord(record: PrintRecord, defaultTtl: number): string {
  const marks = [...(record.proxy ? [proxiedMark] : []), ...(record.ttl === 'auto' ? [autoTtlMark] : []), ...printNotes(record)];
  const ttl = record.ttl === 'auto' ? defaultTtl : record.ttl;
  const comment = marks.length > 0 ? ` ; ${marks.join(', ')}` : '';
  return `${record.name}\t${ttl}\tIN\t${record.type}\t${printData(record)}${comment}`;
}

/** The lines of some records, to be parsed by `parseZone`: without the SOA and the name servers of the zone. */
export function printRecords(records: readonly PrintRecord[], { zone, defaultTtl }: Pick<PrintOptions, 'zone' | 'defaultTtl'>): string {
  const lines = [`$ORIGIN ${zone}.`, `$TTL ${defaultTtl}`, '', ...sorted(records).map((record) => printRecord(record, defaultTtl))];
  return `${lines.join('\n')}\n`;
}

/**
 * Prints a zone as a master file (RFC 1035 section 5) that BIND and NSD read, and `parseZone` reads back to the same records, with
 * their proxy status and automatic TTLs. Groups are separated by blank lines. LF line endings, ASCII.
 */
export function printZone(records: readonly PrintRecord[], options: PrintOptions): string {
  const { zone, defaultTtl, nameServers, soaEmail, serial, now, times = soaTimes(defaultTtl) } = options;
  const servers = nameServers.map((host) => dotted(host.toLowerCase()));
  const soa = `${servers[0] ?? dotted(absolute('@', zone))} ${mailboxName(soaEmail, zone)} ${serial} ${times.refresh} ${times.retry} ${times.expire} ${times.minimum}`;
  const lines = [
    `; ${zone}, ${now.toISOString()}`,
    `$ORIGIN ${zone}.`,
    `$TTL ${defaultTtl}`,
    '',
    `@\t${defaultTtl}\tIN\tSOA\t${soa}`,
    ...servers.map((host) => `@\t${defaultTtl}\tIN\tNS\t${host}`),
  ];
  let name = '';
  for (const record of sorted(records)) {
    if (record.name !== name) lines.push('');
    name = record.name;
    lines.push(printRecord(record, defaultTtl));
  }
  return `${lines.join('\n')}\n`;
}
