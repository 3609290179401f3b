import { type Fault, fault } from '../../core/fault.ts';
import type { Owner } from './owners.ts';
import type { ZoneRecord } from './types.ts';

/** From this number of records at one name on, equal data is found by lookup instead of comparison. */
const longChain = 12;

const dataKey = (r: ZoneRecord): string => `${r.type} ${r.priority ?? ''} ${r.weight ?? ''} ${r.port ?? ''} ${r.content}`;

/** Whether the data is equal, whatever the TTL. The names are already equal. */
const same = (a: ZoneRecord, b: ZoneRecord): boolean =>
  a.type === b.type && a.content === b.content && a.priority === b.priority && a.weight === b.weight && a.port === b.port;

/** Collects the records of a file: duplicates are merged, and a CNAME must be alone at its name (RFC 1034 section 3.6.2). */
export class Records {
  readonly all: ZoneRecord[] = [];
  readonly merged: { line: number; into: number }[] = [];
  /** Index of the previous record at the same name, or -1. */
  readonly #next: number[] = [];
  /** Lines of DNAME records: a name has one (RFC 6672 section 2.4). */
  readonly #renamed = new Map<Owner, number>();
  /** Indexes by data, for names with many records. */
  readonly #byData = new Map<Owner, Map<string, number>>();

  /** @returns why the record conflicts with those before it, or null when it is added (or merged) */
  add(owner: Owner, record: ZoneRecord): Fault | null {
    const before = this.all[owner.last];
    if (before) {
      const twin = this.#twin(owner, record);
      if (twin) {
        this.merged.push({ line: record.line, into: twin.line });
        return null;
      }
      const wrong = aliasFault(before, record) ?? this.#renamedFault(owner, record);
      if (wrong) return wrong;
    }
    if (record.type === 'DNAME') this.#renamed.set(owner, record.line);
    const place = this.all.push(record) - 1;
    this.#next.push(owner.last);
    owner.last = place;
    owner.count++;
    if (owner.count > longChain) this.#byData.get(owner)?.set(dataKey(record), place);
    return null;
  }

  /** The records at a name, in the order of the file. */
  at(owner: Owner): ZoneRecord[] {
    const found: ZoneRecord[] = [];
    for (let place = owner.last; place >= 0; place = this.#next[place] ?? -1) {
      const record = this.all[place];
      if (record) found.unshift(record);
    }
    return found;
  }

  #renamedFault(owner: Owner, { name, type }: ZoneRecord): Fault | null {
    const line = type === 'DNAME' ? this.#renamed.get(owner) : undefined;
    return line === undefined ? null : fault('zone:error.dnameSecond', { name, line });
  }

  #twin(owner: Owner, record: ZoneRecord): ZoneRecord | undefined {
    if (owner.count >= longChain) {
      let index = this.#byData.get(owner);
      if (!index) {
        index = this.#index(owner);
        this.#byData.set(owner, index);
      }
      return this.all[index.get(dataKey(record)) ?? -1];
    }
    for (let place = owner.last; place >= 0; place = this.#next[place] ?? -1) {
      const other = this.all[place];
      if (other && same(other, record)) return other;
    }
    return undefined;
  }

  #index(owner: Owner): Map<string, number> {
    const index = new Map<string, number>();
    for (let place = owner.last; place >= 0; place = this.#next[place] ?? -1) {
      const record = this.all[place];
      if (record) index.set(dataKey(record), place);
    }
    return index;
  }
}

/** `before` is the newest record of the name: a CNAME is always alone, so checking this one is enough. */
function aliasFault(before: ZoneRecord, { name, type }: ZoneRecord): Fault | null {
  const { line } = before;
  if (before.type === 'CNAME') return fault(type === 'CNAME' ? 'zone:error.cnameSecond' : 'zone:error.cnameTaken', { name, line });
  return type === 'CNAME' ? fault('zone:error.cnameBeside', { name, line }) : null;
}
