import { type Fault, fault } from '../dns/fault.ts';
import type { Owner } from './owners.ts';
import type { ZoneRecord } from './types.ts';

/** From this many records at one name on, equal data is looked up rather than compared. */
const longChain = 12;

const dataKey = (r: ZoneRecord): string => `${r.type} ${r.priority ?? ''} ${r.weight ?? ''} ${r.port ?? ''} ${r.content}`;

/** Is it the same data, whatever the TTL? The names are the same already. */
const same = (a: ZoneRecord, b: ZoneRecord): boolean =>
  a.type === b.type && a.content === b.content && a.priority === b.priority && a.weight === b.weight && a.port === b.port;

/** Collects the records of a file: equal ones become one, and a CNAME stays alone at its name (RFC 1034 section 3.6.2). */
export class Records {
  readonly all: ZoneRecord[] = [];
  readonly merged: { line: number; into: number }[] = [];
  /** Place of the record before at the same name, or -1. */
  readonly #next: number[] = [];

  /** @returns why the record can't stand beside those before it, or null when it is in (or merged) */
  add(owner: Owner, record: ZoneRecord): Fault | null {
    if (owner.count > 0) {
      const twin = this.#twin(owner, record);
      if (twin) {
        this.merged.push({ line: record.line, into: twin.line });
        return null;
      }
      if (owner.cname >= 0) {
        const key = record.type === 'CNAME' ? 'zone:error.cnameSecond' : 'zone:error.cnameTaken';
        return fault(key, { name: owner.name, line: this.all[owner.cname]?.line ?? 0 });
      }
      if (record.type === 'CNAME') return fault('zone:error.cnameBeside', { name: owner.name, line: this.all[owner.last]?.line ?? 0 });
    }
    const place = this.all.push(record) - 1;
    this.#next.push(owner.last);
    owner.last = place;
    owner.count++;
    if (record.type === 'CNAME') owner.cname = place;
    owner.byData?.set(dataKey(record), place);
    return null;
  }

  #twin(owner: Owner, record: ZoneRecord): ZoneRecord | undefined {
    if (owner.count >= longChain) {
      owner.byData ??= this.#index(owner);
      return this.all[owner.byData.get(dataKey(record)) ?? -1];
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
