import { relative } from '../../core/dnsName.ts';
import type { Data } from '../../core/dnsTypes.ts';
import { type Fault, fault, isFault } from '../../core/fault.ts';
import { readData } from '../dns/rdata/read.ts';
import { hostAt } from '../dns/rdata/words.ts';
import { type ApexAlias, apexAddresses } from './apex.ts';
import { Deferred } from './deferred.ts';
import type { Header } from './entry.ts';
import { isFlattened, parseRouting } from './marks.ts';
import type { Owner } from './owners.ts';
import { clipped, makeRecord, Reading } from './reading.ts';
import type { Scanner } from './scan.ts';
import {
  type Alias,
  endsWithZone,
  hasLongString,
  hostMeant,
  type IsHost,
  isAddressAlias,
  recordText,
  textMeant,
  toAlias,
} from './translate.ts';
import type { ReadOptions, Translation, ZoneNote, ZoneReading, ZoneRecord, ZoneRow } from './types.ts';

/** Parses the file of another service: with what it means by lines that RFC 1035 reads differently or doesn't know. */
export class TranslatedReading extends Reading {
  /** As in `Reading`. */
  static override readonly shapes: readonly object[] = [
    new TranslatedReading('', { zone: '' }, { exporter: null, reading: 'meant', otherwise: [] }, () => false),
  ];
  readonly #translation: Translation;
  readonly #isHost: IsHost;
  readonly #notes: ZoneNote[] = [];
  readonly #later = new Deferred();
  readonly #apex: ApexAlias[] = [];
  /** The owner that the last one probably means. */
  #meantOwner: Owner | null = null;

  constructor(text: string, options: ReadOptions, translation: Translation, isHost: IsHost) {
    super(text, options);
    this.#translation = translation;
    this.#isHost = isHost;
  }

  override result(): ZoneReading {
    this.#settle(this.#translation);
    if (this.pending > 0) {
      this.records.all.sort((a, b) => a.line - b.line);
      // The last one may say which limit ended the file.
      if (!this.isFull) this.refused.sort((a, b) => a.line - b.line);
    }
    return { ...super.result(), notes: this.#notes, doubts: this.#later.doubts };
  }

  /** Adds a note about an entry of another format. */
  note(line: number, { key, params, text }: Fault & { text: string }, became: string): void {
    this.#notes.push({ line, text: text.slice(0, clipped), key, params, became: became.slice(0, clipped) });
  }

  #note(words: Scanner, line: number, why: Fault, became: string): void {
    this.#notes.push({ ...this.lineOf(words, line, why), became: became.slice(0, clipped) });
  }

  protected override get isLong(): boolean {
    return true;
  }

  protected override get pending(): number {
    return this.#later.size + this.#apex.length;
  }

  protected override findOwner(words: Scanner, line: number): void {
    let word = words.word(0);
    // As Route 53 writes an asterisk: in octal.
    if (this.#translation.exporter === 'cli53' && word.startsWith('\\052')) word = `*${word.slice(4)}`;
    this.owner = this.owners.find(word, words.flag(0));
    this.#meantOwner = null;
    if (isFault(this.owner) && word.endsWith('.@')) {
      const owner = this.owners.find(word.slice(0, -2), words.flag(0));
      if (!isFault(owner)) this.#note(words, line, fault('zone:note.atSuffix'), owner.name);
      this.owner = owner;
    } else if (!isFault(this.owner) && !word.endsWith('.') && this.owners.origin !== '.' && endsWithZone(word, this.zone)) {
      const meant = this.owners.find(`${word}.`, words.flag(0));
      this.#meantOwner = isFault(meant) ? null : meant;
    }
  }

  protected override leavesOut(words: Scanner, line: number, header: Header): boolean {
    if (header.kind.kind === 'soa') this.#dotSoa(words, line);
    else if (this.#isForeignGlue(header)) {
      this.skip(words, line, fault('zone:skip.glue'));
      return true;
    }
    return false;
  }

  /** A SOA is at the apex, so its name without the final dot, as Cloudflare writes it, has one meaning. */
  #dotSoa(words: Scanner, line: number): void {
    if (this.#meantOwner?.name !== '@') return;
    this.owner = this.#meantOwner;
    this.#meantOwner = null;
    this.#note(words, line, fault('zone:note.soaDot'), `${this.zone}.`);
  }

  /** Windows DNS writes the addresses of other zones' name servers into the zone that delegates to them. */
  #isForeignGlue({ kind }: Header): boolean {
    const isOutside = isFault(this.owner) && this.owner.key === 'zone:error.outsideZone';
    return isOutside && this.#translation.exporter === 'windows' && (kind.type === 'A' || kind.type === 'AAAA');
  }

  protected override originOf(words: Scanner, line: number): string {
    const word = words.word(1);
    if (word.endsWith('.') || !endsWithZone(word, this.zone)) return word;
    this.#note(words, line, fault('zone:note.originDot'), `$ORIGIN ${word}.`);
    return `${word}.`;
  }

  protected override record(words: Scanner, line: number, owner: Owner, header: Header): Fault | null {
    const { ttl: declared, kind, data } = header;
    const comment = words.commentStart >= 0 ? words.text.slice(words.commentStart, words.commentEnd) : '';
    const policy = comment.includes('AWS') ? parseRouting(comment) : null;
    if (policy) return fault('zone:error.routing', { policy });
    const alias = toAlias(words, header);
    if (alias) return this.#alias(words, line, owner, header, alias);
    const isSpf = kind.name === 'SPF' && kind.type === null;
    const type = isSpf ? 'TXT' : kind.type;
    if (kind.kind === 'unknown') return fault('zone:error.unknownType', { type: kind.name });
    if (kind.kind === 'signed') return this.skip(words, line, fault('zone:skip.signed', { type: kind.name }));
    if (kind.kind === 'soa') return this.applySoa(words, line, owner, header);
    if (type === null) return fault('zone:error.unsupportedType', { type: kind.name });
    const read = readData(words, data, this.scope(type));
    if (isFault(read)) {
      const isPlaceholder = this.#translation.exporter === 'godaddy' && type === 'A' && /^[a-z]/i.test(words.word(data));
      return isPlaceholder ? fault('zone:error.placeholder', { value: words.word(data) }) : read;
    }
    if (type === 'NS' && (this.#meantOwner ?? owner).name === '@')
      return this.skip(words, line, fault('zone:skip.apexNs', { host: read.content }));
    const record = makeRecord(line, owner.name, type, read, this.ttl(declared));
    if (this.hasMarks && comment) this.mark(words, record);
    if (this.#translation.exporter === 'cloudflare' && declared === 1) {
      record.autoTtl = true;
      this.#note(words, line, fault('zone:note.autoTtl'), 'TTL auto');
    }
    if (isSpf) this.#note(words, line, fault('zone:note.spf'), recordText(record));
    if (type === 'TXT' && hasLongString(words, header)) this.#note(words, line, fault('zone:note.longText'), recordText(record));
    if (type === 'CNAME' && (this.#meantOwner ?? owner).name === '@')
      return this.#apexAlias(words, line, header, { kind: 'CNAME', at: data, type: null }, record);
    if (comment && isFlattened(comment)) this.#note(words, line, fault('zone:note.flattened'), recordText(record));
    const isLater = this.#doubtful(words, header, owner, record, read);
    return isLater ? this.fullFault() : this.admit(owner, record);
  }

  /** Defers a line with two readings to the end. @returns false for a line with one */
  #doubtful(words: Scanner, header: Header, owner: Owner, record: ZoneRecord, read: Data): boolean {
    const { type, line } = record;
    const place = { zone: this.zone, origin: this.owners.origin, isHost: this.#isHost };
    const text = type === 'TXT' ? textMeant(words, header) : null;
    const host = type === 'TXT' ? null : hostMeant(words, header, type, read, place);
    const meantOwner = this.#meantOwner;
    if (text === null && host === null && meantOwner === null) return false;
    if (!this.fits()) return true;
    const why = fault(text !== null ? 'zone:doubt.text' : meantOwner ? 'zone:doubt.owner' : 'zone:doubt.host', { zone: this.zone });
    const target = meantOwner ?? owner;
    const meant: ZoneRecord = { ...record, ...host?.data, ...(text !== null && { content: text }), name: target.name };
    this.#later.push({
      line: this.lineOf(words, line, why),
      owner,
      record,
      meant: { owner: target, record: meant },
      host: meantOwner || text !== null ? null : (host?.written ?? null),
    });
    return true;
  }

  #alias(words: Scanner, line: number, owner: Owner, header: Header, alias: Alias): Fault | null {
    const { ttl: declared, kind } = header;
    if (!isAddressAlias(alias)) return fault('zone:error.unsupportedType', { type: `${alias.kind} ${alias.type}` });
    const at = this.#meantOwner ?? owner;
    const target = hostAt(words, alias.at, this.scope('CNAME'));
    if (isFault(target)) return target;
    const record = makeRecord(line, at.name, 'CNAME', { content: target }, this.ttl(declared));
    // Route 53's aliases have no TTL; cli53 writes a fixed one.
    if (kind.name === 'AWS') record.autoTtl = true;
    if (this.hasMarks && words.commentStart >= 0) this.mark(words, record);
    if (at.name === '@') return this.#apexAlias(words, line, header, alias, record);
    if (!this.fits()) return this.fullFault();
    this.#note(words, line, fault('zone:note.alias', { kind: alias.kind }), recordText(record));
    const later = { line: this.lineOf(words, line, fault('zone:doubt.host', { zone: this.zone })), owner: at, record, host: null };
    const place = { zone: this.zone, origin: this.owners.origin, isHost: this.#isHost };
    const host = hostMeant(words, { ...header, data: alias.at }, 'CNAME', { content: target }, place);
    const meant = { owner: at, record: { ...record, ...host?.data } };
    this.#later.push(host ? { ...later, host: host.written, meant } : later);
    return null;
  }

  /** Defers a CNAME or an alias at the apex to the end, when the addresses of its target are known. */
  #apexAlias(words: Scanner, line: number, header: Header, { kind, at, type }: Alias, record: ZoneRecord): Fault | null {
    const owner = this.owners.find('@', 0);
    if (isFault(owner)) return owner;
    if (!this.fits()) return this.fullFault();
    const place = { zone: this.zone, origin: this.owners.origin, isHost: this.#isHost };
    const host = hostMeant(words, { ...header, data: at }, 'CNAME', { content: record.content }, place);
    const targets = host ? [host.data.content, record.content] : [record.content];
    const why = fault('zone:error.aliasApex', { kind, target: targets[0] ?? '' });
    const addressType = type === 'A' || type === 'AAAA' ? type : null;
    this.#apex.push({ line: this.lineOf(words, line, why), owner, kind, targets, type: addressType, record: { ...record, name: '@' } });
    return null;
  }

  /** Adds the addresses that an alias at the apex stands for. */
  #settleApex(alias: ApexAlias): void {
    const { line, owner, kind } = alias;
    const found = apexAddresses(alias, this.zone, this.owners, this.records);
    if (found.length === 0) {
      this.#refuseLater(line);
      return;
    }
    const why = fault('zone:note.aliasApex', { kind, target: String(line.params?.target) });
    this.note(line.line, { ...why, text: line.text }, found.map(recordText).join(', '));
    for (const record of found) {
      const wrong = this.records.add(owner, record);
      if (wrong) this.#refuseLater({ ...line, ...wrong });
    }
  }

  #refuseLater(line: ZoneRow): void {
    // After a limit, its line stays the last one.
    if (!this.isFull) this.refuseLine(line);
  }

  /** Decides the lines that depend on the whole file. */
  #settle({ reading, otherwise }: Translation): void {
    const isNamed = (host: string) => this.owners.has(relative(host, this.zone) ?? '');
    this.#later.settle({ reading, otherwise }, isNamed, ({ owner, record }, line) => {
      const wrong = this.placeFault(owner, record) ?? this.records.add(owner, record);
      if (wrong) this.#refuseLater({ ...line, ...wrong });
    });
    for (const alias of this.#apex) this.#settleApex(alias);
  }
}
