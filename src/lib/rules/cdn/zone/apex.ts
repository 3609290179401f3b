import { relative } from '../../core/dnsName.ts';
import type { RecordType } from '../../core/dnsTypes.ts';
import type { Owner, Owners } from './owners.ts';
import type { Records } from './records.ts';
import type { ZoneRecord, ZoneRow } from './types.ts';

/** A CNAME or an alias at the apex, where a CNAME isn't possible (RFC 1034 section 3.6.2). */
export interface ApexAlias {
  line: ZoneRow;
  owner: Owner;
  /** As written: `ALIAS`. */
  kind: string;
  /** Absolute names without the final dot, the likeliest first. */
  targets: readonly string[];
  /** Of the addresses that it stands for; null: both. */
  type: RecordType | null;
  /** TTL and marks, as of a CNAME. */
  record: ZoneRecord;
}

/** Names that lead to each other in a file. */
const maxChain = 8;

/** The addresses of a name of the file, also through its CNAME records; empty when it has none or isn't in the zone. */
function resolveApex(target: string, zone: string, owners: Owners, records: Records): ZoneRecord[] {
  let name = target;
  for (let i = 0; i < maxChain; i++) {
    const owner = owners.at(relative(name, zone) ?? '');
    const here = owner ? records.at(owner) : [];
    const [first] = here;
    if (first?.type !== 'CNAME') return here.filter(({ type }) => type === 'A' || type === 'AAAA');
    name = first.content;
  }
  return [];
}

/** The address records that an alias at the apex stands for, by the records of its file. */
export function apexAddresses({ targets, type, record }: ApexAlias, zone: string, owners: Owners, records: Records): ZoneRecord[] {
  for (const target of targets) {
    const found = resolveApex(target, zone, owners, records).filter((one) => type === null || one.type === type);
    if (found.length > 0) return found.map((one) => ({ ...record, type: one.type, content: one.content }));
  }
  return [];
}
