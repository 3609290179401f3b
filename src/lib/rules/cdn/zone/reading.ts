import type { TKey } from '../../../i18n/keys.ts';
import { hostKeys, maxName, scanLabels } from '../../core/dnsLabel.ts';
import { absolute, ownerFault } from '../../core/dnsName.ts';
import { canProxy, type Data, type RecordType } from '../../core/dnsTypes.ts';
import { type Fault, fault, isFault } from '../../core/fault.ts';
import { readData } from '../dns/rdata/read.ts';
import { absoluteWord, type Scope } from '../dns/rdata/words.ts';
import { type Header, readHeader, ttlFault } from './entry.ts';
import { generate, maxTemplate, newBudget, parseOwnerTemplate } from './generate.ts';
import { mayContainMarks, readMarks } from './marks.ts';
import { readNotes } from './notes.ts';
import { type Owner, Owners } from './owners.ts';
import { Records } from './records.ts';
import { Scanner } from './scan.ts';
import { readSoa } from './soa.ts';
import { readTtl } from './ttl.ts';
import type { ReadOptions, ZoneReading, ZoneRecord, ZoneRow, ZoneSoa } from './types.ts';

export const clipped = 200;

/** Parses a file by RFC 1035 section 5, RFC 2308 section 4, RFC 3597 section 5, and BIND's `$GENERATE`. */
export class Reading {
  /** Referenced for their shapes: without an instance, garbage collection also discards the code compiled for them (measured: 1.5 times the time). */
  static readonly shapes: readonly object[] = [new Reading('', { zone: '' }), new Scanner('')];
  protected readonly zone: string;
  protected readonly owners: Owners;
  protected readonly records = new Records();
  protected readonly skipped: ZoneRow[] = [];
  protected readonly refused: ZoneRow[] = [];
  /** Whether a comment may hold data. */
  protected readonly hasMarks: boolean;
  /** Owner of the previous entry; a fault if it was invalid. */
  protected owner: Owner | Fault = fault('zone:error.noOwner');
  /** A limit was reached: the rest isn't read. */
  protected isFull = false;
  readonly #budget = newBudget();
  readonly #fallbackTtl: number;
  readonly #maxRecords: number;
  readonly #maxRefused: number;
  #scopes = new Map<RecordType, Scope>();
  /** `$TTL`, and the last TTL of a line; -1 before there is one. */
  #defaultTtl = -1;
  #lastTtl = -1;
  #soa: ZoneSoa | undefined;

  constructor(text: string, { zone, defaultTtl = 3600, maxRecords = 1_000_000, maxRefused = 10_000 }: ReadOptions) {
    this.zone = zone;
    this.owners = new Owners(zone);
    this.#fallbackTtl = defaultTtl;
    this.#maxRecords = maxRecords;
    this.#maxRefused = maxRefused;
    this.hasMarks = mayContainMarks(text);
  }

  read(words: Scanner): void {
    while (!this.isFull && words.next()) {
      const wrong = words.fault ? this.#broken(words, words.fault) : this.#entry(words, words.line);
      if (wrong) this.#refuse(words, words.line, wrong);
    }
  }

  /** Adds an entry that isn't read: of a format with what can't be a record here. */
  put(line: ZoneRow, isRefused: boolean): void {
    if (!isRefused) this.skipped.push(line);
    else if (!this.isFull) this.refuseLine(line);
  }

  result(): ZoneReading {
    const { all: records, merged } = this.records;
    const lines = { records, merged, skipped: this.skipped, refused: this.refused, notes: [], doubts: [], isWhole: !this.isFull };
    return this.#soa ? { ...lines, soa: this.#soa } : lines;
  }

  /** Reads the owner of an entry that names one. */
  protected findOwner(words: Scanner, _line: number): void {
    this.owner = this.owners.find(words.word(0), words.flag(0));
  }

  /** Whether an entry is left out before its owner and data are read. */
  protected leavesOut(_words: Scanner, _line: number, _header: Header): boolean {
    return false;
  }

  /** The name of an `$ORIGIN`. */
  protected originOf(words: Scanner, _line: number): string {
    return words.word(1);
  }

  /** Whether strings of a text may be longer than one can be. */
  protected get isLong(): boolean {
    return false;
  }

  /** Records that aren't added yet. */
  protected get pending(): number {
    return 0;
  }

  protected lineOf(words: Scanner, line: number, { key, params }: Fault): ZoneRow {
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
    this.refuseLine(this.lineOf(words, line, wrong));
  }

  protected refuseLine(line: ZoneRow): void {
    this.refused.push(line);
    if (this.refused.length < this.#maxRefused || this.isFull) return;
    this.isFull = true;
    this.refused.push({ ...line, ...fault('zone:error.tooManyRefused', { max: this.#maxRefused }) });
  }

  protected skip(words: Scanner, line: number, why: Fault): null {
    this.skipped.push(this.lineOf(words, line, why));
    return null;
  }

  /** An entry that can't be tokenized; following lines without an owner have none. */
  #broken(words: Scanner, key: TKey): Fault {
    if (!words.blank) this.owner = fault('zone:error.noOwner');
    return fault(key);
  }

  #entry(words: Scanner, line: number): Fault | null {
    if (!words.blank && words.text.charCodeAt(words.starts[0] ?? 0) === 36 && words.flag(0) % 2 === 0) return this.#directive(words, line);
    if (!words.blank) this.findOwner(words, line);
    const header = readHeader(words, words.blank ? 0 : 1);
    if (!isFault(header) && this.leavesOut(words, line, header)) return null;
    // A SOA of another zone explains more than "outside the zone".
    if (isFault(this.owner)) {
      const foreign = !isFault(header) && header.kind.kind === 'soa' && this.owner.key === 'zone:error.outsideZone';
      return foreign ? { ...this.owner, key: 'zone:error.otherZone' } : this.owner;
    }
    if (isFault(header)) return header;
    if (header.ttl >= 0) this.#lastTtl = header.ttl;
    return this.record(words, line, this.owner, header);
  }

  protected record(words: Scanner, line: number, owner: Owner, header: Header): Fault | null {
    const { ttl: declared, kind, data } = header;
    if (kind.kind === 'unknown') return fault('zone:error.unknownType', { type: kind.name });
    if (kind.kind === 'unsupported') return fault('zone:error.unsupportedType', { type: kind.name });
    if (kind.kind === 'signed') return this.skip(words, line, fault('zone:skip.signed', { type: kind.name }));
    if (kind.type === null) return this.applySoa(words, line, owner, header);
    const { type } = kind;
    const read = readData(words, data, this.scope(type));
    if (isFault(read)) return read;
    if (type === 'NS' && owner.name === '@') return this.skip(words, line, fault('zone:skip.apexNs', { host: read.content }));
    const record = makeRecord(line, owner.name, type, read, this.ttl(declared));
    if (this.hasMarks && words.commentStart >= 0) this.mark(words, record);
    return this.admit(owner, record);
  }

  protected admit(owner: Owner, record: ZoneRecord): Fault | null {
    const wrong = this.placeFault(owner, record);
    if (wrong) return wrong;
    return this.fits() ? this.records.add(owner, record) : this.fullFault();
  }

  protected placeFault(owner: Owner, record: ZoneRecord): Fault | null {
    const isSelf = record.type === 'CNAME' && record.content === absolute(owner.name, this.zone);
    return ownerFault(owner.name, owner.bits, record.type) ?? (isSelf ? fault('dns:error.cnameSelf') : null);
  }

  /** Whether one more record is allowed; otherwise the file isn't read further. */
  protected fits(): boolean {
    if (this.records.all.length + this.pending >= this.#maxRecords) this.isFull = true;
    return !this.isFull;
  }

  protected fullFault(): Fault | null {
    return this.isFull ? fault('zone:error.tooManyRecords', { max: this.#maxRecords }) : null;
  }

  /** RFC 2308 section 4, then RFC 1035 section 5.1 (the TTL before), as name servers read files. */
  protected ttl(input: number): number {
    if (input >= 0) return input;
    if (this.#defaultTtl >= 0) return this.#defaultTtl;
    return this.#lastTtl >= 0 ? this.#lastTtl : this.#fallbackTtl;
  }

  /** Applies the marks in the comment of an entry. */
  protected mark(words: Scanner, record: ZoneRecord): void {
    const { notes, rest } = readNotes(words.text.slice(words.commentStart, words.commentEnd));
    Object.assign(record, notes);
    const marks = readMarks(rest);
    if (marks.proxied && canProxy(record.type)) record.proxy = true;
    if (marks.autoTtl || (marks.cloudflare && record.ttl === 1)) record.autoTtl = true;
  }

  protected applySoa(words: Scanner, line: number, owner: Owner, { ttl: declared, data }: Header): Fault | null {
    if (owner.name !== '@') return fault('zone:error.soaPlace', { name: owner.name });
    const hasTtl = declared >= 0 || this.#defaultTtl >= 0 || this.#lastTtl >= 0;
    const soa = readSoa(words, data, this.owners.origin, line, hasTtl ? this.ttl(declared) : -1);
    if (isFault(soa)) return soa;
    if (this.#soa) {
      // A transfer ends with the SOA that it began with (RFC 5936 section 2.2).
      if (this.#soa.serial !== soa.serial || this.#soa.primary !== soa.primary)
        return fault('zone:error.soaSecond', { line: this.#soa.line });
      this.records.merged.push({ line, into: this.#soa.line });
      return null;
    }
    this.#soa = soa;
    if (this.#defaultTtl < 0 && this.#lastTtl < 0) this.#defaultTtl = soa.minimum;
    return null;
  }

  protected scope(type: RecordType): Scope {
    let scope = this.#scopes.get(type);
    if (!scope) {
      scope = { zone: this.zone, type, origin: this.owners.origin, typed: false, isLong: this.isLong, hosts: new Map() };
      this.#scopes.set(type, scope);
    }
    return scope;
  }

  #directive(words: Scanner, line: number): Fault | null {
    const name = words.word(0).toUpperCase();
    if (name === '$INCLUDE') return fault('zone:error.include');
    if (name === '$GENERATE') return this.#generate(words, line);
    if (name !== '$TTL' && name !== '$ORIGIN') return fault('zone:error.directive', { name: words.word(0) });
    if (words.count !== 2) return fault('zone:error.directiveValue', { name });
    if (name === '$ORIGIN') return this.#setOrigin(this.originOf(words, line), words.flag(1));
    const seconds = readTtl(words.word(1));
    if (seconds >= 0) this.#defaultTtl = seconds;
    return ttlFault(seconds, words, 1);
  }

  #setOrigin(word: string, flags: number): Fault | null {
    const full = absoluteWord(word, flags, this.owners.origin);
    const name = isFault(full) || full === '.' || !full.endsWith('.') ? full : full.slice(0, -1);
    const bits = isFault(name) ? name : name === '.' ? 0 : scanLabels(name, hostKeys);
    const wrong = isFault(bits)
      ? bits
      : isFault(name)
        ? name
        : name.length > maxName
          ? fault('dns:error.nameTooLong', { max: maxName, length: name.length })
          : null;
    this.owners.origin = wrong || isFault(name) ? null : name;
    this.#scopes = new Map();
    return wrong;
  }

  #generate(words: Scanner, line: number): Fault | null {
    if (words.count < 4) return fault('zone:error.directiveValue', { name: '$GENERATE' });
    const lines = generate(words.word(1), parseOwnerTemplate(words), this.#budget);
    if (isFault(lines)) return lines;
    for (const text of lines) {
      if (this.isFull) return null;
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
export function makeRecord(
  line: number,
  name: string,
  type: RecordType,
  { content, priority, weight, port }: Data,
  ttl: number,
): ZoneRecord {
  if (priority === undefined) return { line, name, type, content, ttl };
  if (weight === undefined) return { line, name, type, content, priority, ttl };
  if (port === undefined) return { line, name, type, content, priority, weight, ttl };
  return { line, name, type, content, priority, weight, port, ttl };
}
