import type { TKey } from '../../../i18n/keys.ts';
import { hostKeys, maxName, scanLabels } from '../../core/dnsLabel.ts';
import { absolute, ownerFault, relative } from '../../core/dnsName.ts';
import { canProxy, type Data, type RecordType } from '../../core/dnsTypes.ts';
import { type Fault, fault, isFault } from '../../core/fault.ts';
import { readData } from '../dns/rdata/read.ts';
import { absoluteWord, hostAt, type Scope } from '../dns/rdata/words.ts';
import { Deferred } from './deferred.ts';
import { type Header, readHeader, ttlFault } from './entry.ts';
import { generate, maxTemplate, newBudget, templateOf } from './generate.ts';
import { isFlattened, mayContainMarks, readMarks, routingOf } from './marks.ts';
import { readNotes } from './notes.ts';
import { type Owner, Owners } from './owners.ts';
import { Records } from './records.ts';
import { Scanner } from './scan.ts';
import { readSoa } from './soa.ts';
import {
  type Alias,
  aliasOf,
  endsWithZone,
  hasLongString,
  hostMeant,
  type IsHost,
  isAddressAlias,
  lineOf,
  textMeant,
} from './translate.ts';
import { readTtl } from './ttl.ts';
import type { ReadOptions, Translation, ZoneLine, ZoneNote, ZoneReading, ZoneRecord, ZoneSoa } from './types.ts';

const clipped = 200;

/** The state of parsing a file: RFC 1035 section 5, RFC 2308 section 4, RFC 3597 section 5, and BIND's `$GENERATE`. */
class Reading {
  /** Kept alive for their shapes: without an instance, garbage collection also discards the code compiled for them (measured: 1.5 times the time). */
  static readonly kept: readonly object[] = [new Reading('', { zone: '' }, () => false), new Scanner('')];
  readonly #zone: string;
  readonly #owners: Owners;
  readonly #records = new Records();
  readonly #skipped: ZoneLine[] = [];
  readonly #refused: ZoneLine[] = [];
  readonly #budget = newBudget();
  readonly #fallbackTtl: number;
  readonly #maxRecords: number;
  readonly #maxRefused: number;
  #marks: boolean;
  #scopes = new Map<RecordType, Scope>();
  /** Owner of the previous entry; a fault if it was invalid. */
  #owner: Owner | Fault = fault('zone:error.noOwner');
  /** `$TTL`, and the last TTL of a line; -1 before there is one. */
  #defaultTtl = -1;
  #lastTtl = -1;
  #soa: ZoneSoa | undefined;
  #full = false;
  readonly #translation: Translation | undefined;
  readonly #isHost: IsHost;
  readonly #notes: ZoneNote[] = [];
  readonly #later = new Deferred();
  /** The owner that the last one probably means. */
  #meantOwner: Owner | null = null;

  constructor(
    text: string,
    { zone, defaultTtl = 3600, maxRecords = 1_000_000, maxRefused = 10_000, translation }: ReadOptions,
    isHost: IsHost,
  ) {
    this.#translation = translation;
    this.#isHost = isHost;
    this.#zone = zone;
    this.#owners = new Owners(zone);
    this.#fallbackTtl = defaultTtl;
    this.#maxRecords = maxRecords;
    this.#maxRefused = maxRefused;
    this.#marks = mayContainMarks(text);
  }

  read(words: Scanner): void {
    while (!this.#full && words.next()) {
      const wrong = words.fault ? this.#broken(words, words.fault) : this.#entry(words, words.line);
      if (wrong) this.#refuse(words, words.line, wrong);
    }
  }

  /** Adds an entry that isn't read: of a format with what can't be a record here. */
  put(line: ZoneLine, isRefused: boolean): void {
    if (!isRefused) this.#skipped.push(line);
    else if (!this.#full) this.#refuseLine(line);
  }

  result(): ZoneReading {
    if (this.#translation) this.#settle(this.#translation);
    const { all: records, merged } = this.#records;
    if (this.#later.size > 0) {
      records.sort((a, b) => a.line - b.line);
      // The last one may say which limit ended the file.
      if (!this.#full) this.#refused.sort((a, b) => a.line - b.line);
    }
    const lists = { skipped: this.#skipped, refused: this.#refused, notes: this.#notes, doubts: this.#later.doubts };
    const lines = { records, merged, ...lists, isWhole: !this.#full };
    return this.#soa ? { ...lines, soa: this.#soa } : lines;
  }

  #line(words: Scanner, line: number, { key, params }: Fault): ZoneLine {
    const source = words.text.slice(words.start, Math.min(words.end, words.start + clipped * 2));
    return {
      line,
      text: source
        .split(/[\r\n]/, 1)
        .join('')
        .trim()
        .slice(0, clipped),
      key,
      params,
    };
  }

  #refuse(words: Scanner, line: number, wrong: Fault): void {
    this.#refuseLine(this.#line(words, line, wrong));
  }

  #refuseLine(line: ZoneLine): void {
    this.#refused.push(line);
    if (this.#refused.length < this.#maxRefused || this.#full) return;
    this.#full = true;
    this.#refused.push({ ...line, ...fault('zone:error.tooManyRefused', { max: this.#maxRefused }) });
  }

  note(line: number, { key, params, text }: Fault & { text: string }, became: string): void {
    this.#notes.push({ line, text: text.slice(0, clipped), key, params, became: became.slice(0, clipped) });
  }

  #note(words: Scanner, line: number, why: Fault, became: string): void {
    this.#notes.push({ ...this.#line(words, line, why), became: became.slice(0, clipped) });
  }

  /** An entry that can't be tokenized; following lines without an owner have none. */
  #broken(words: Scanner, key: TKey): Fault {
    if (!words.blank) this.#owner = fault('zone:error.noOwner');
    return fault(key);
  }

  #entry(words: Scanner, line: number): Fault | null {
    if (!words.blank && words.text.charCodeAt(words.starts[0] ?? 0) === 36 && words.flag(0) % 2 === 0) return this.#directive(words, line);
    if (!words.blank) this.#findOwner(words, line);
    const from = words.blank ? 0 : 1;
    const header = readHeader(words, from);
    if (this.#translation && !isFault(header)) {
      if (header.kind.kind === 'soa') this.#dotSoa(words, line);
      else if (this.#isForeignGlue(header)) return this.#skip(words, line, fault('zone:skip.glue'));
    }
    // A SOA of another zone explains more than "outside the zone".
    if (isFault(this.#owner)) {
      const foreign = !isFault(header) && header.kind.kind === 'soa' && this.#owner.key === 'zone:error.outsideZone';
      return foreign ? { ...this.#owner, key: 'zone:error.otherZone' } : this.#owner;
    }
    if (isFault(header)) return header;
    return this.#record(words, line, this.#owner, header);
  }

  #findOwner(words: Scanner, line: number): void {
    let word = words.word(0);
    // As Route 53 writes an asterisk: in octal.
    if (this.#translation?.exporter === 'cli53' && word.startsWith('\\052')) word = `*${word.slice(4)}`;
    this.#owner = this.#owners.find(word, words.flag(0));
    this.#meantOwner = null;
    if (!this.#translation) return;
    if (isFault(this.#owner) && word.endsWith('.@')) {
      const owner = this.#owners.find(word.slice(0, -2), words.flag(0));
      if (!isFault(owner)) this.#note(words, line, fault('zone:note.atSuffix'), owner.name);
      this.#owner = owner;
    } else if (!isFault(this.#owner) && !word.endsWith('.') && this.#owners.origin !== '.' && endsWithZone(word, this.#zone)) {
      const meant = this.#owners.find(`${word}.`, words.flag(0));
      this.#meantOwner = isFault(meant) ? null : meant;
    }
  }

  /** A SOA is at the apex, so its name without the final dot, as Cloudflare writes it, has one meaning. */
  #dotSoa(words: Scanner, line: number): void {
    if (this.#meantOwner?.name !== '@') return;
    this.#owner = this.#meantOwner;
    this.#meantOwner = null;
    this.#note(words, line, fault('zone:note.soaDot'), `${this.#zone}.`);
  }

  /** Windows DNS writes the addresses of other zones' name servers into the zone that delegates to them. */
  #isForeignGlue({ kind }: Header): boolean {
    const isOutside = isFault(this.#owner) && this.#owner.key === 'zone:error.outsideZone';
    return isOutside && this.#translation?.exporter === 'windows' && (kind.type === 'A' || kind.type === 'AAAA');
  }

  #record(words: Scanner, line: number, owner: Owner, header: Header): Fault | null {
    const { ttl: given, kind, data } = header;
    if (given >= 0) this.#lastTtl = given;
    if (this.#translation) return this.#translated(words, line, owner, header);
    if (kind.kind === 'unknown') return fault('zone:error.unknownType', { type: kind.name });
    if (kind.kind === 'unsupported') return fault('zone:error.unsupportedType', { type: kind.name });
    if (kind.kind === 'signed') return this.#skip(words, line, fault('zone:skip.signed', { type: kind.name }));
    if (kind.type === null) return this.#takeSoa(words, line, owner, given, data);
    const { type } = kind;
    const read = readData(words, data, this.#scope(type));
    if (isFault(read)) return read;
    if (type === 'NS' && owner.name === '@') return this.#skip(words, line, fault('zone:skip.apexNs', { host: read.content }));
    const record = makeRecord(line, owner.name, type, read, this.#ttl(given));
    if (this.#marks && words.commentStart >= 0) this.#mark(words, record);
    return this.#admit(owner, record);
  }

  #admit(owner: Owner, record: ZoneRecord): Fault | null {
    const wrong = this.#placeFault(owner, record);
    if (wrong) return wrong;
    return this.#fits() ? this.#records.add(owner, record) : this.#fullFault();
  }

  #placeFault(owner: Owner, record: ZoneRecord): Fault | null {
    const isSelf = record.type === 'CNAME' && record.content === absolute(owner.name, this.#zone);
    return ownerFault(owner.name, owner.bits, record.type) ?? (isSelf ? fault('dns:error.cnameSelf') : null);
  }

  /** Whether one more record is allowed; otherwise the file isn't read further. */
  #fits(): boolean {
    if (this.#records.all.length + this.#later.size >= this.#maxRecords) this.#full = true;
    return !this.#full;
  }

  #fullFault(): Fault | null {
    return this.#full ? fault('zone:error.tooManyRecords', { max: this.#maxRecords }) : null;
  }

  /** `#record` for the file of another service: with what it means by lines that RFC 1035 reads differently or doesn't know. */
  #translated(words: Scanner, line: number, owner: Owner, header: Header): Fault | null {
    const { ttl: given, kind, data } = header;
    const comment = words.commentStart >= 0 ? words.text.slice(words.commentStart, words.commentEnd) : '';
    const policy = comment.includes('AWS') ? routingOf(comment) : null;
    if (policy) return fault('zone:error.routing', { policy });
    const alias = aliasOf(words, header);
    if (alias) return this.#alias(words, line, owner, header, alias);
    const isSpf = kind.name === 'SPF' && kind.type === null;
    const type = isSpf ? 'TXT' : kind.type;
    if (kind.kind === 'unknown') return fault('zone:error.unknownType', { type: kind.name });
    if (kind.kind === 'signed') return this.#skip(words, line, fault('zone:skip.signed', { type: kind.name }));
    if (kind.kind === 'soa') return this.#takeSoa(words, line, owner, given, data);
    if (type === null) return fault('zone:error.unsupportedType', { type: kind.name });
    const read = readData(words, data, this.#scope(type));
    if (isFault(read)) {
      const isPlaceholder = this.#translation?.exporter === 'godaddy' && type === 'A' && /^[a-z]/i.test(words.word(data));
      return isPlaceholder ? fault('zone:error.placeholder', { value: words.word(data) }) : read;
    }
    if (type === 'NS' && (this.#meantOwner ?? owner).name === '@')
      return this.#skip(words, line, fault('zone:skip.apexNs', { host: read.content }));
    const record = makeRecord(line, owner.name, type, read, this.#ttl(given));
    if (this.#marks && comment) this.#mark(words, record);
    if (this.#translation?.exporter === 'cloudflare' && given === 1) {
      record.autoTtl = true;
      this.#note(words, line, fault('zone:note.autoTtl'), 'TTL auto');
    }
    if (isSpf) this.#note(words, line, fault('zone:note.spf'), lineOf(record));
    if (type === 'TXT' && hasLongString(words, header)) this.#note(words, line, fault('zone:note.longText'), lineOf(record));
    if (comment && isFlattened(comment)) this.#note(words, line, fault('zone:note.flattened'), lineOf(record));
    const isLater = this.#doubtful(words, header, owner, record, read);
    return isLater ? this.#fullFault() : this.#admit(owner, record);
  }

  /** Defers a line with two readings to the end. @returns false for a line with one */
  #doubtful(words: Scanner, header: Header, owner: Owner, record: ZoneRecord, read: Data): boolean {
    const { type, line } = record;
    const place = { zone: this.#zone, origin: this.#owners.origin, isHost: this.#isHost };
    const text = type === 'TXT' ? textMeant(words, header) : null;
    const host = type === 'TXT' ? null : hostMeant(words, header, type, read, place);
    const meantOwner = this.#meantOwner;
    if (text === null && host === null && meantOwner === null) return false;
    if (!this.#fits()) return true;
    const why = fault(text !== null ? 'zone:doubt.text' : meantOwner ? 'zone:doubt.owner' : 'zone:doubt.host', { zone: this.#zone });
    const target = meantOwner ?? owner;
    const meant: ZoneRecord = { ...record, ...host?.data, ...(text !== null && { content: text }), name: target.name };
    this.#later.push({
      line: this.#line(words, line, why),
      owner,
      record,
      meant: { owner: target, record: meant },
      host: meantOwner || text !== null ? null : (host?.written ?? null),
    });
    return true;
  }

  #alias(words: Scanner, line: number, owner: Owner, header: Header, alias: Alias): Fault | null {
    const { ttl: given, kind } = header;
    if (!isAddressAlias(alias)) return fault('zone:error.unsupportedType', { type: `${alias.kind} ${alias.type}` });
    const at = this.#meantOwner ?? owner;
    const target = hostAt(words, alias.at, this.#scope('CNAME'));
    if (isFault(target)) return target;
    if (at.name === '@') return fault('zone:error.aliasApex', { kind: alias.kind, target });
    if (!this.#fits()) return this.#fullFault();
    const record = makeRecord(line, at.name, 'CNAME', { content: target }, this.#ttl(given));
    // Route 53's aliases have no TTL; cli53 writes a fixed one.
    if (kind.name === 'AWS') record.autoTtl = true;
    if (this.#marks && words.commentStart >= 0) this.#mark(words, record);
    this.#note(words, line, fault('zone:note.alias', { kind: alias.kind }), lineOf(record));
    const later = { line: this.#line(words, line, fault('zone:doubt.host', { zone: this.#zone })), owner: at, record, host: null };
    const place = { zone: this.#zone, origin: this.#owners.origin, isHost: this.#isHost };
    const host = hostMeant(words, { ...header, data: alias.at }, 'CNAME', { content: target }, place);
    const meant = { owner: at, record: { ...record, ...host?.data } };
    this.#later.push(host ? { ...later, host: host.written, meant } : later);
    return null;
  }

  /** Decides the lines that depend on the whole file. */
  #settle({ reading, otherwise }: Translation): void {
    const isNamed = (host: string) => this.#owners.has(relative(host, this.#zone) ?? '');
    this.#later.settle({ reading, otherwise }, isNamed, ({ owner, record }, line) => {
      const wrong = this.#placeFault(owner, record) ?? this.#records.add(owner, record);
      // After a limit, its line stays the last one.
      if (wrong && !this.#full) this.#refuseLine({ ...line, ...wrong });
    });
  }

  /** RFC 2308 section 4, then RFC 1035 section 5.1 (the TTL before), as name servers read files. */
  #ttl(given: number): number {
    if (given >= 0) return given;
    if (this.#defaultTtl >= 0) return this.#defaultTtl;
    return this.#lastTtl >= 0 ? this.#lastTtl : this.#fallbackTtl;
  }

  #mark(words: Scanner, record: ZoneRecord): void {
    const { notes, rest } = readNotes(words.text.slice(words.commentStart, words.commentEnd));
    Object.assign(record, notes);
    const marks = readMarks(rest);
    if (marks.proxied && canProxy(record.type)) record.proxy = true;
    if (marks.autoTtl || (marks.cloudflare && record.ttl === 1)) record.autoTtl = true;
  }

  #skip(words: Scanner, line: number, why: Fault): null {
    this.#skipped.push(this.#line(words, line, why));
    return null;
  }

  #takeSoa(words: Scanner, line: number, owner: Owner, given: number, from: number): Fault | null {
    if (owner.name !== '@') return fault('zone:error.soaPlace', { name: owner.name });
    const soa = readSoa(
      words,
      from,
      this.#owners.origin,
      line,
      given >= 0 || this.#defaultTtl >= 0 || this.#lastTtl >= 0 ? this.#ttl(given) : -1,
    );
    if (isFault(soa)) return soa;
    if (this.#soa) {
      // A transfer ends with the SOA that it began with (RFC 5936 section 2.2).
      if (this.#soa.serial !== soa.serial || this.#soa.primary !== soa.primary)
        return fault('zone:error.soaSecond', { line: this.#soa.line });
      this.#records.merged.push({ line, into: this.#soa.line });
      return null;
    }
    this.#soa = soa;
    if (this.#defaultTtl < 0 && this.#lastTtl < 0) this.#defaultTtl = soa.minimum;
    return null;
  }

  #scope(type: RecordType): Scope {
    let scope = this.#scopes.get(type);
    if (!scope) {
      scope = {
        zone: this.#zone,
        type,
        origin: this.#owners.origin,
        typed: false,
        isLong: this.#translation !== undefined,
        hosts: new Map(),
      };
      this.#scopes.set(type, scope);
    }
    return scope;
  }

  #directive(words: Scanner, line: number): Fault | null {
    const name = words.word(0).toUpperCase();
    if (name === '$INCLUDE') return fault('zone:error.include');
    if (name === '$GENERATE') return this.#generate(words, line);
    if (name !== '$TTL' && name !== '$ORIGIN') return fault('zone:error.directive', { name: words.word(0) });
    const value = words.word(1);
    if (words.count !== 2) return fault('zone:error.directiveValue', { name });
    if (name === '$ORIGIN') return this.#setOrigin(value, words.flag(1), words, line);
    const seconds = readTtl(value);
    if (seconds >= 0) this.#defaultTtl = seconds;
    return ttlFault(seconds, words, 1);
  }

  #setOrigin(written: string, flags: number, words: Scanner, line: number): Fault | null {
    let word = written;
    if (this.#translation && !word.endsWith('.') && endsWithZone(word, this.#zone)) {
      word += '.';
      this.#note(words, line, fault('zone:note.originDot'), `$ORIGIN ${word}`);
    }
    const full = absoluteWord(word, flags, this.#owners.origin);
    const name = isFault(full) || full === '.' || !full.endsWith('.') ? full : full.slice(0, -1);
    const bits = isFault(name) ? name : name === '.' ? 0 : scanLabels(name, hostKeys);
    const wrong = isFault(bits)
      ? bits
      : isFault(name)
        ? name
        : name.length > maxName
          ? fault('dns:error.nameTooLong', { max: maxName, length: name.length })
          : null;
    this.#owners.origin = wrong || isFault(name) ? null : name;
    this.#scopes = new Map();
    return wrong;
  }

  #generate(words: Scanner, line: number): Fault | null {
    if (words.count < 4) return fault('zone:error.directiveValue', { name: '$GENERATE' });
    const lines = generate(words.word(1), templateOf(words), this.#budget);
    if (isFault(lines)) return lines;
    for (const text of lines) {
      if (this.#full) return null;
      if (isFault(text)) return text;
      const made = new Scanner(text);
      if (!made.next()) continue;
      if (text.startsWith('$')) return fault('zone:error.generateTemplate', { max: maxTemplate });
      const wrong = made.fault ? this.#broken(made, made.fault) : this.#entry(made, line);
      if (wrong) this.#refuse(made, line, wrong);
    }
    return null;
  }
}

/** Objects of one shape per group of types keep 100,000 of them small and fast. */
function makeRecord(line: number, name: string, type: RecordType, { content, priority, weight, port }: Data, ttl: number): ZoneRecord {
  if (priority === undefined) return { line, name, type, content, ttl };
  if (weight === undefined) return { line, name, type, content, priority, ttl };
  if (port === undefined) return { line, name, type, content, priority, weight, ttl };
  return { line, name, type, content, priority, weight, port, ttl };
}

/**
 * Parses a master file into records of `zone`. Never throws, and takes time linear in the text; every entry is
 * in exactly one list of the result, unless a limit stops parsing: then the last refused line says so.
 */
export function parseZone(text: string, options: ReadOptions, isHost: IsHost = () => false): ZoneReading {
  const reading = new Reading(text, options, isHost);
  reading.read(new Scanner(text));
  return reading.result();
}

/** A record of a file in another format as an entry of a master file, or why it isn't one. `line` and `text` are those of the file. */
export type Entry = { line: number; entry: string; note?: Fault & { text: string } } | (ZoneLine & { isRefused: boolean });

/** Parses the records of a file in another format by the rules of `parseZone`. */
export function parseEntries(entries: readonly Entry[], options: ReadOptions, isHost: IsHost = () => false): ZoneReading {
  const reading = new Reading('nasim: AWS routing', options, isHost);
  for (const one of entries) {
    if (!('entry' in one)) reading.put({ line: one.line, text: one.text, key: one.key, params: one.params }, one.isRefused);
    // It would be the next record.
    else if (/[\r\n]/.test(one.entry)) reading.put({ line: one.line, text: one.entry, ...fault('zone:error.control') }, true);
    else {
      reading.read(new Scanner(one.entry, one.line));
      if (one.note) reading.note(one.line, one.note, one.entry);
    }
  }
  return reading.result();
}

/**
 * Parses one pasted line by the rules of `parseZone`.
 * @returns the record, or the line with its error; null for a text without an entry (blank, a comment, a directive)
 */
export function parseLine(text: string, options: Pick<ReadOptions, 'zone' | 'defaultTtl'>): ZoneRecord | ZoneLine | null {
  const { records, refused, skipped } = parseZone(text.trim(), { ...options, maxRecords: 2 });
  if (records.length > 1) return { line: 1, text: text.trim().slice(0, clipped), key: 'zone:error.oneLine', params: {} };
  return refused[0] ?? skipped[0] ?? records[0] ?? null;
}
