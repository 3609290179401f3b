import type { TKey } from '../../../i18n/keys.ts';
import { hostKeys, maxName, scanLabels } from '../../core/dnsLabel.ts';
import { absolute, ownerFault } from '../../core/dnsName.ts';
import { canProxy, type Data, type RecordType } from '../../core/dnsTypes.ts';
import { type Fault, fault, isFault } from '../../core/fault.ts';
import { readData } from '../dns/rdata/read.ts';
import { absoluteWord, type Scope } from '../dns/rdata/words.ts';
import { type Header, readHeader, ttlFault } from './entry.ts';
import { generate, maxTemplate, newBudget, templateOf } from './generate.ts';
import { mayContainMarks, readMarks } from './marks.ts';
import { type Owner, Owners } from './owners.ts';
import { Records } from './records.ts';
import { Scanner } from './scan.ts';
import { readSoa } from './soa.ts';
import { readTtl } from './ttl.ts';
import type { ReadOptions, ZoneLine, ZoneReading, ZoneRecord, ZoneSoa } from './types.ts';

const clipped = 200;

/** The state of parsing a file: RFC 1035 section 5, RFC 2308 section 4, RFC 3597 section 5, and BIND's `$GENERATE`. */
class Reading {
  /** Kept alive for their shapes: without an instance, garbage collection also discards the code compiled for them (measured: 1.5 times the time). */
  static readonly kept: readonly object[] = [new Reading('', { zone: '' }), new Scanner('')];
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

  constructor(text: string, { zone, defaultTtl = 3600, maxRecords = 1_000_000, maxRefused = 10_000 }: ReadOptions) {
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

  result(): ZoneReading {
    const { all: records, merged } = this.#records;
    const lines = { records, merged, skipped: this.#skipped, refused: this.#refused, isWhole: !this.#full };
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
    this.#refused.push(this.#line(words, line, wrong));
    if (this.#refused.length < this.#maxRefused || this.#full) return;
    this.#full = true;
    this.#refused.push(this.#line(words, line, fault('zone:error.tooManyRefused', { max: this.#maxRefused })));
  }

  /** An entry that can't be tokenized; following lines without an owner have none. */
  #broken(words: Scanner, key: TKey): Fault {
    if (!words.blank) this.#owner = fault('zone:error.noOwner');
    return fault(key);
  }

  #entry(words: Scanner, line: number): Fault | null {
    if (!words.blank && words.text.charCodeAt(words.starts[0] ?? 0) === 36 && words.flag(0) % 2 === 0) return this.#directive(words, line);
    if (!words.blank) this.#owner = this.#owners.find(words.word(0), words.flag(0));
    const from = words.blank ? 0 : 1;
    const header = readHeader(words, from);
    // A SOA of another zone explains more than "outside the zone".
    if (isFault(this.#owner)) {
      const foreign = !isFault(header) && header.kind.kind === 'soa' && this.#owner.key === 'zone:error.outsideZone';
      return foreign ? { ...this.#owner, key: 'zone:error.otherZone' } : this.#owner;
    }
    if (isFault(header)) return header;
    return this.#record(words, line, this.#owner, header);
  }

  #record(words: Scanner, line: number, owner: Owner, { ttl: given, kind, data }: Header): Fault | null {
    if (given >= 0) this.#lastTtl = given;
    if (kind.kind === 'unknown') return fault('zone:error.unknownType', { type: kind.name });
    if (kind.kind === 'unsupported') return fault('zone:error.unsupportedType', { type: kind.name });
    if (kind.kind === 'signed') return this.#skip(words, line, fault('zone:skip.signed', { type: kind.name }));
    if (kind.type === null) return this.#takeSoa(words, line, owner, given, data);
    const { type } = kind;
    const read = readData(words, data, this.#scope(type));
    if (isFault(read)) return read;
    if (type === 'NS' && owner.name === '@') return this.#skip(words, line, fault('zone:skip.apexNs', { host: read.content }));
    const wrong = ownerFault(owner.name, owner.bits, type);
    if (wrong) return wrong;
    if (type === 'CNAME' && read.content === absolute(owner.name, this.#zone)) return fault('dns:error.cnameSelf');
    if (this.#records.all.length >= this.#maxRecords) {
      this.#full = true;
      return fault('zone:error.tooManyRecords', { max: this.#maxRecords });
    }
    const record = makeRecord(line, owner.name, type, read, this.#ttl(given));
    if (this.#marks && words.commentStart >= 0) this.#mark(words, record);
    return this.#records.add(owner, record);
  }

  /** RFC 2308 section 4, then RFC 1035 section 5.1 (the TTL before), as name servers read files. */
  #ttl(given: number): number {
    if (given >= 0) return given;
    if (this.#defaultTtl >= 0) return this.#defaultTtl;
    return this.#lastTtl >= 0 ? this.#lastTtl : this.#fallbackTtl;
  }

  #mark(words: Scanner, record: ZoneRecord): void {
    const marks = readMarks(words.text.slice(words.commentStart, words.commentEnd));
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
      scope = { zone: this.#zone, type, origin: this.#owners.origin, typed: false, hosts: new Map() };
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
    if (name === '$ORIGIN') return this.#setOrigin(value, words.flag(1));
    const seconds = readTtl(value);
    if (seconds >= 0) this.#defaultTtl = seconds;
    return ttlFault(seconds, words, 1);
  }

  #setOrigin(word: string, flags: number): Fault | null {
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
export function parseZone(text: string, options: ReadOptions): ZoneReading {
  const reading = new Reading(text, options);
  reading.read(new Scanner(text));
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
