import { isScalar, type Pair, stringify } from 'yaml';
import { type RecordData, type RecordType, recordTypes } from '../../../core/dnsTypes.ts';
import { quote, textBytes, unescapeTo } from '../../dns/text.ts';
import { isQuoted } from '../flags.ts';
import { autoTtlMark, proxiedMark } from '../marks.ts';
import { type Notes, printNotes } from '../notes.ts';
import type { Entry } from '../parse.ts';
import { type PrintRecord, printData } from '../print.ts';
import { Scanner } from '../scan.ts';
import { entryText, type FormatFault, isObject, omission, parseTtl, refusal, toEntry } from './entries.ts';
import { readMaps } from './yaml.ts';

/** How a word of a master file is a field of octoDNS: a number, a word, a quoted string, or a length with its unit. */
type Field = readonly [name: string, kind: 'number' | 'word' | 'string' | 'metres', other?: string];

/** The fields of types that octoDNS writes as maps, in the order of a master file. `other` is an earlier name of the field. */
const fields: Readonly<Partial<Record<RecordType, readonly Field[]>>> = {
  MX: [
    ['preference', 'number', 'priority'],
    ['exchange', 'word', 'value'],
  ],
  SRV: [
    ['priority', 'number'],
    ['weight', 'number'],
    ['port', 'number'],
    ['target', 'word'],
  ],
  CAA: [
    ['flags', 'number'],
    ['tag', 'word'],
    ['value', 'string'],
  ],
  SSHFP: [
    ['algorithm', 'number'],
    ['fingerprint_type', 'number'],
    ['fingerprint', 'word'],
  ],
  TLSA: [
    ['certificate_usage', 'number'],
    ['selector', 'number'],
    ['matching_type', 'number'],
    ['certificate_association_data', 'word'],
  ],
  DS: [
    ['key_tag', 'number'],
    ['algorithm', 'number'],
    ['digest_type', 'number'],
    ['digest', 'word'],
  ],
  NAPTR: [
    ['order', 'number'],
    ['preference', 'number'],
    ['flags', 'string'],
    ['service', 'string'],
    ['regexp', 'string'],
    ['replacement', 'word'],
  ],
  URI: [
    ['priority', 'number'],
    ['weight', 'number'],
    ['target', 'string'],
  ],
  LOC: [
    ['lat_degrees', 'number'],
    ['lat_minutes', 'number'],
    ['lat_seconds', 'number'],
    ['lat_direction', 'word'],
    ['long_degrees', 'number'],
    ['long_minutes', 'number'],
    ['long_seconds', 'number'],
    ['long_direction', 'word'],
    ['altitude', 'metres'],
    ['size', 'metres'],
    ['precision_horz', 'metres'],
    ['precision_vert', 'metres'],
  ],
};
/** Seconds, of records without a TTL. */
const defaultTtlOfOctodns = 3600;
/** Types whose value is the word of a master file. */
const plain: ReadonlySet<string> = new Set<RecordType>(['A', 'AAAA', 'CNAME', 'DNAME', 'NS', 'PTR', 'OPENPGPKEY']);
const isService = (type: string): boolean => type === 'HTTPS' || type === 'SVCB';
const isText = (type: string): boolean => type === 'TXT' || type === 'SPF';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** One value of a record as the data of a master file; null: it isn't one. */
function octodnsData(type: string, value: unknown): string | null {
  if (isText(type)) return typeof value === 'object' ? null : quote(textBytes(String(value).replaceAll('\\;', ';')));
  if (isService(type)) return isObject(value) ? octodnsService(value) : null;
  const known = fields[type as RecordType]; // undefined for other texts
  if (!known) return entryText(value) || null;
  if (!isObject(value)) return null;
  const words = known.map(([name, kind, other]) => {
    const one = value[name] ?? (other === undefined ? undefined : value[other]);
    const text = entryText(one);
    if (kind === 'string') return quote(encoder.encode(text));
    if (text === '') return null;
    return kind === 'metres' ? `${text}m` : text;
  });
  return words.includes(null) ? null : words.join(' ');
}

function octodnsService({ svcpriority, targetname, svcparams }: Record<string, unknown>): string | null {
  const [priority, target] = [entryText(svcpriority), entryText(targetname)];
  if (priority === '' || target === '') return null;
  const params = Object.entries(isObject(svcparams) ? svcparams : {}).map(([key, value]) => {
    const text = Array.isArray(value) ? value.map(entryText).join(',') : entryText(value);
    return text === '' ? key : `${key}=${quote(encoder.encode(text))}`;
  });
  return [priority, target, ...params].join(' ');
}

/** A comment and tags of octoDNS; what isn't in the map is absent. */
const parseNotes = ({ comment, tags }: Record<string, unknown>): Notes => ({
  ...(comment !== undefined && { comment: entryText(comment) }),
  ...(Array.isArray(tags) && { tags: tags.map(entryText) }),
});

/**
 * The part of a record for a provider that has a CDN, as marks of each value: proxy, TTL, comment and tags. The keys are those of octoDNS's
 * provider for Cloudflare, where an entry of `values` has the comment and the tags of one value instead of those of the whole record.
 */
function recordMarks(type: string, octodns: Record<string, unknown>): (data: string) => string[] {
  const cdn = isObject(octodns.cloudflare) ? octodns.cloudflare : {};
  const isAuto = cdn['auto-ttl'] === true || cdn.auto_ttl === true;
  const marks = [...(cdn.proxied === true ? [proxiedMark] : []), ...(isAuto ? [autoTtlMark] : [])];
  const own = new Map(
    (Array.isArray(cdn.values) ? cdn.values : []).filter(isObject).map((one) => [octodnsData(type, one.value), parseNotes(one)] as const),
  );
  const shared = parseNotes(cdn);
  return (data) => [...marks, ...printNotes({ ...shared, ...own.get(data) })];
}

/** Reads a zone of octoDNS's YAML provider. */
export function readOctodns(text: string): Entry[] | FormatFault {
  const maps = readMaps(text, true);
  if (!Array.isArray(maps)) return maps;
  return maps.flatMap(({ key, line, value: record }): Entry[] => {
    const name = key === '' ? '@' : key;
    const type = entryText(record.type).toUpperCase();
    const label = `${name} ${type}`;
    const octodns = isObject(record.octodns) ? record.octodns : {};
    if (octodns.ignored === true) return [omission(line, label, 'zone:skip.ignored')];
    const policy = ['dynamic', 'geo'].find((field) => record[field] !== undefined);
    if (policy) return [refusal(line, label, 'zone:error.routing', { policy })];
    const values = Array.isArray(record.values) ? record.values : record.value === undefined ? [] : [record.value];
    if (type === '' || values.length === 0) return [refusal(line, label, 'zone:error.recordSet')];
    const shared = { name, ttl: parseTtl(record.ttl) ?? defaultTtlOfOctodns, type };
    const marks = recordMarks(type, octodns);
    return values.map((value: unknown) => {
      const data = octodnsData(type, value);
      return data === null ? refusal(line, label, 'zone:error.recordSet') : toEntry(line, { ...shared, data, marks: marks(data) });
    });
  });
}

/** A word of a master file as text; null when it has bytes that YAML can't show. */
function textAt(words: Scanner, index: number): string | null {
  const bytes: number[] = [];
  if (!unescapeTo(words.word(index), bytes)) return null;
  try {
    const text = decoder.decode(Uint8Array.from(bytes));
    return /\p{Cc}/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

const lists: ReadonlySet<string> = new Set(['alpn', 'mandatory', 'ipv4hint', 'ipv6hint']);

/** The value of a record for octoDNS; null when it has no form for it. */
function octodnsValue(record: RecordData): unknown {
  if (record.type === 'TXT') return /\\\d{3}/.test(record.content) ? null : record.content.replaceAll(';', '\\;');
  const words = new Scanner(printData(record));
  if (!words.next() || words.fault) return null;
  const at = Array.from({ length: words.count }, (_, i) => i);
  if (plain.has(record.type)) return at.map((i) => words.word(i)).join('');
  if (isService(record.type)) {
    const params = at.slice(2).map((i) => {
      const [, key = '', , quoted, bare] = /^([^=]+)(=(?:"(.*)"|(.*)))?$/s.exec(words.word(i)) ?? [];
      const text = quoted ?? bare;
      return [key, text === undefined ? null : lists.has(key) ? text.split(',') : text] as const;
    });
    if (at.some((i) => i > 1 && words.word(i).includes('\\'))) return null;
    return { svcpriority: Number(words.word(0)), targetname: words.word(1), svcparams: Object.fromEntries(params) };
  }
  const known = fields[record.type];
  if (!known || known.length !== words.count) return null;
  const entries = known.map(([name, kind], i) => {
    const text = words.flag(i) & isQuoted ? textAt(words, i) : words.word(i);
    if (text === null) return null;
    return [name, kind === 'number' ? Number(text) : kind === 'metres' ? Number(text.replace(/m$/, '')) : text] as const;
  });
  return entries.includes(null) ? null : Object.fromEntries(entries as [string, unknown][]); // null was excluded
}

/** `a2` before `a10`: octoDNS requires this order of every map. */
function natural(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? []);
  for (const [i, part] of (left ?? []).entries()) {
    const other = right?.[i];
    if (other === undefined) return 1;
    if (part === other) continue;
    const isNumber = /^\d/.test(part) && /^\d/.test(other);
    if (isNumber && Number(part) !== Number(other)) return Number(part) - Number(other);
    return part < other ? -1 : 1;
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
}

const pairKey = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);
const byKey = (a: Pair, b: Pair): number => natural(pairKey(a), pairKey(b));

const typeOrder = new Map(recordTypes.map((type, index) => [type, index] as const));

/** The notes of a set of records: once if they are the same for all of them, else of each value. */
function noted(records: readonly PrintRecord[], values: readonly unknown[]) {
  const notes = records.map(({ comment, tags }) => ({ ...(comment !== undefined && { comment }), ...(tags !== undefined && { tags }) }));
  const isShared = new Set(notes.map((one) => JSON.stringify(one))).size === 1;
  if (isShared) return notes[0];
  return { values: notes.map((one, i) => ({ value: values[i], ...one })).filter((one) => Object.keys(one).length > 1) };
}

/** A set of records as octoDNS has it: one TTL, the shortest, as in answers; through the CDN if one of them is. */
function octodnsSet(records: readonly PrintRecord[], values: readonly unknown[], defaultTtl: number) {
  const isAuto = records.every(({ ttl }) => ttl === 'auto');
  const ttl = Math.min(...records.map((record) => (record.ttl === 'auto' ? defaultTtl : record.ttl)));
  const isProxied = records.some(({ proxy }) => proxy);
  const cloudflare = { ...(isAuto && { 'auto-ttl': true }), ...(isProxied && { proxied: true }), ...noted(records, values) };
  return {
    ...(Object.keys(cloudflare).length > 0 && { octodns: { cloudflare } }),
    ttl,
    type: records[0]?.type,
    ...(values.length === 1 ? { value: values[0] } : { values }),
  };
}

/**
 * Prints a zone for octoDNS's YAML provider. Records of types or with bytes that it has no form for are left out; they are listed at the
 * top of the file.
 */
export function printOctodns(
  records: readonly PrintRecord[],
  { zone, defaultTtl }: { zone: string; defaultTtl: number },
): { text: string; leftOut: number } {
  // A map: an object would put names of digits first.
  const zoneMap = new Map<string, unknown>();
  const leftOut: PrintRecord[] = [];
  const names = Map.groupBy(records, ({ name }) => (name === '@' ? '' : name));
  for (const [name, here] of names) {
    const types = [...Map.groupBy(here, ({ type }) => type)].sort(([a], [b]) => (typeOrder.get(a) ?? 0) - (typeOrder.get(b) ?? 0));
    const sets = types.flatMap(([, set]) => {
      const valued = set.map((record) => ({ record, value: octodnsValue(record) }));
      leftOut.push(...valued.filter(({ value }) => value === null).map(({ record }) => record));
      const shown = valued.filter(({ value }) => value !== null);
      const values = shown.map(({ value }) => value);
      return shown.length === 0
        ? []
        : [
            octodnsSet(
              shown.map(({ record }) => record),
              values,
              defaultTtl,
            ),
          ];
    });
    if (sets.length > 0) zoneMap.set(name, sets.length === 1 ? sets[0] : sets);
  }
  const head = leftOut.map((record) => `# ${record.name} ${record.type} ${printData(record)}`.slice(0, 400));
  const lines = [`# ${zone}`, ...(head.length > 0 ? ['# octoDNS has no form for these records:', ...head] : []), '---', ''];
  const body = zoneMap.size === 0 ? '{}\n' : stringify(zoneMap, { lineWidth: 0, aliasDuplicateObjects: false, sortMapEntries: byKey });
  return { text: lines.join('\n') + body, leftOut: leftOut.length };
}
