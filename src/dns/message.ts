import { nameBytes } from './name.ts';
import type { Query } from './query.ts';

const HEADER = 12;
/** A pointer has 14 bits. */
const LAST_TARGET = 0x3fff;

/** Writes one response, with compressed owner names (RFC 1035 section 4.1.4). */
export class Message {
  #bytes = Buffer.allocUnsafe(512);
  #length = 0;
  readonly #names = new Map<string, number>();
  readonly #question: string;
  readonly counts: [questions: number, answers: number, authorities: number, additionals: number] = [1, 0, 0, 0];

  constructor(query: Pick<Query, 'raw' | 'name'>) {
    this.#question = query.name;
    this.#length = HEADER;
    this.#put(query.raw);
  }

  get length(): number {
    return this.#length;
  }

  #room(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + size));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  #put(bytes: Buffer): void {
    this.#room(bytes.length);
    bytes.copy(this.#bytes, this.#length);
    this.#length += bytes.length;
  }

  #name(name: string): void {
    if (name === this.#question && name !== '.') {
      this.#length = this.#bytes.writeUInt16BE(0xc000 | HEADER, this.#length);
      return;
    }
    if (this.#names.size === 0) this.#learn();
    for (let rest = name; rest !== '.' && rest !== ''; ) {
      const known = this.#names.get(rest);
      if (known !== undefined) {
        this.#length = this.#bytes.writeUInt16BE(0xc000 | known, this.#length);
        return;
      }
      if (this.#length <= LAST_TARGET) this.#names.set(rest, this.#length);
      const dot = rest.indexOf('.');
      const label = nameBytes(dot < 0 ? rest : rest.slice(0, dot));
      this.#length += label.copy(this.#bytes, this.#length, 0, label.length - 1);
      rest = dot < 0 ? '' : rest.slice(dot + 1);
    }
    this.#bytes[this.#length++] = 0;
  }

  /** The suffixes of the question are targets too. */
  #learn(): void {
    let at = HEADER;
    for (let rest = this.#question; rest !== '.' && rest !== ''; ) {
      this.#names.set(rest, at);
      const dot = rest.indexOf('.');
      at += (this.#bytes[at] ?? 0) + 1;
      rest = dot < 0 ? '' : rest.slice(dot + 1);
    }
  }

  /** Adds one record to a section. */
  record(section: 1 | 2 | 3, name: string, type: number, ttl: number, rdata: Buffer): void {
    // The longest name and the fields after it.
    this.#room(255 + 10 + rdata.length);
    this.#name(name);
    this.#length = this.#bytes.writeUInt16BE(type, this.#length);
    this.#length = this.#bytes.writeUInt16BE(1, this.#length);
    this.#length = this.#bytes.writeUInt32BE(ttl, this.#length);
    this.#length = this.#bytes.writeUInt16BE(rdata.length, this.#length);
    this.#length += rdata.copy(this.#bytes, this.#length);
    this.counts[section]++;
  }

  /** Adds a record that is already encoded, such as OPT. */
  raw(bytes: Buffer): void {
    this.#put(bytes);
    this.counts[3]++;
  }

  /** @param flags the second word of the header */
  end(id: number, flags: number): Buffer {
    this.#bytes.writeUInt16BE(id, 0);
    this.#bytes.writeUInt16BE(flags, 2);
    for (const [i, count] of this.counts.entries()) this.#bytes.writeUInt16BE(count, 4 + 2 * i);
    return this.#bytes.subarray(0, this.#length);
  }
}
