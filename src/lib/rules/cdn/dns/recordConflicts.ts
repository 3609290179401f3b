import { absolute, relative } from '../../core/dnsName.ts';
import { type RecordData, type RecordType, sameData } from '../../core/dnsTypes.ts';
import { type Fault, fault } from '../../core/fault.ts';

/** A record with the fields that the warnings need. */
export type Known = RecordData & { proxy?: boolean };

/** The records at one name. The counts answer the most common queries without a scan: a name may have thousands of records. */
interface Place<R> {
  list: { record: R; place: number }[];
  aliases: number;
  proxied: number;
  /** DNAME records. */
  renamed: number;
  /** Hosts of the NS records. */
  servers: Map<string, number>;
}
const nowhere: Place<never> = { list: [], aliases: 0, proxied: 0, renamed: 0, servers: new Map() };

function countIn(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

/** Records by name, for sets too large to scan for each query: each then costs only the records of its name. */
export class RecordIndex<R extends Known = Known> {
  readonly #names = new Map<string, Place<R>>();
  /** Number of MX records that point to a host. */
  readonly #mail = new Map<string, number>();
  #places = 0;
  #delegations = 0;
  #renamings = 0;

  constructor(records: readonly R[] = []) {
    for (const record of records) this.add(record);
  }

  /** @returns the record's position: its index in the list, if all came from one */
  add(record: R): number {
    const place = this.#places++;
    let at = this.#names.get(record.name);
    if (!at) {
      at = { list: [], aliases: 0, proxied: 0, renamed: 0, servers: new Map() };
      this.#names.set(record.name, at);
    }
    at.list.push({ record, place });
    this.#count(at, record, 1);
    return place;
  }

  remove(name: string, place: number): void {
    const at = this.#names.get(name);
    const index = at?.list.findIndex((entry) => entry.place === place) ?? -1;
    const [removed] = index < 0 ? [] : (at?.list.splice(index, 1) ?? []);
    if (at && removed) this.#count(at, removed.record, -1);
  }

  at(name: string): readonly { record: R; place: number }[] {
    return this.place(name).list;
  }

  place(name: string): Readonly<Place<R>> {
    return this.#names.get(name) ?? nowhere;
  }

  names(): Iterable<string> {
    return this.#names.keys();
  }

  /** Most zones have no delegation: skip the lookup. */
  get delegates(): boolean {
    return this.#delegations > 0;
  }

  /** Like `delegates`, for DNAME. */
  get renames(): boolean {
    return this.#renamings > 0;
  }

  acceptsMail(host: string): boolean {
    return this.#mail.has(host);
  }

  #count(at: Place<R>, { type, content, proxy }: R, by: number): void {
    if (type === 'CNAME') at.aliases += by;
    if (proxy) at.proxied += by;
    if (type === 'DNAME') {
      at.renamed += by;
      this.#renamings += by;
    }
    if (type === 'NS') {
      countIn(at.servers, content, by);
      this.#delegations += by;
    }
    if (type === 'MX') countIn(this.#mail, content, by);
  }
}

type Records<R extends RecordData> = readonly R[] | RecordIndex<R & Known>;

/**
 * Whether `record` can coexist with the existing records (RFC 1034 section 3.6.2, RFC 2181 section 5).
 * @param exceptIndex position of the record being changed, which doesn't count
 */
export function clash(existing: Records<RecordData>, record: RecordData, exceptIndex = -1): Fault | null {
  const here =
    existing instanceof RecordIndex
      ? existing.at(record.name)
      : existing.flatMap((other, place) => (other.name === record.name ? [{ record: other, place }] : []));
  let alias: RecordData | undefined;
  let other: RecordData | undefined;
  let renaming: RecordData | undefined;
  for (const { record: one, place } of here) {
    if (place === exceptIndex) continue;
    if (sameData(one, record)) return twice(record);
    if (one.type === 'CNAME') alias ??= one;
    else other ??= one;
    if (one.type === 'DNAME') renaming ??= one;
  }
  return coexistenceFault(record, alias, other, renaming);
}

const twice = ({ name, type }: RecordData): Fault => fault('dns:error.duplicate', { name, type });

function coexistenceFault(
  record: RecordData,
  alias: RecordData | undefined,
  other: RecordData | undefined,
  renaming: RecordData | undefined,
): Fault | null {
  if (alias)
    return fault(record.type === 'CNAME' ? 'dns:error.cnameSingle' : 'dns:error.cnameTaken', { name: record.name, target: alias.content });
  if (record.type === 'CNAME' && other) return fault('dns:error.cnameConflict', { name: record.name, type: other.type });
  // RFC 6672 section 2.4.
  if (record.type === 'DNAME' && renaming) return fault('dns:error.dnameSingle', { name: record.name, target: renaming.content });
  return null;
}

/**
 * A zone built record by record: first those that stay, then those of a change. In time linear in the records,
 * even if all of them have one name.
 */
export class Gathering {
  readonly #names = new Map<string, { data: Set<string>; alias?: RecordData; other?: RecordData; renaming?: RecordData }>();

  /** @returns why the record conflicts with those before it, as in `clash`; it is then left out */
  add(record: RecordData): Fault | null {
    let here = this.#names.get(record.name);
    if (!here) {
      here = { data: new Set() };
      this.#names.set(record.name, here);
    }
    const key = JSON.stringify([record.type, record.content, record.priority, record.weight, record.port]);
    const wrong = here.data.has(key) ? twice(record) : coexistenceFault(record, here.alias, here.other, here.renaming);
    if (wrong) return wrong;
    here.data.add(key);
    if (record.type === 'CNAME') here.alias ??= record;
    else here.other ??= record;
    if (record.type === 'DNAME') here.renaming ??= record;
    return null;
  }
}

/** Types that give a name an address, directly or through another name. */
export const addressTypes: ReadonlySet<RecordType> = new Set<RecordType>(['A', 'AAAA', 'CNAME']);
/** Types whose target should exist and have an address; aliases aren't allowed there (RFC 2181 section 10.3, RFC 2782). */
const addressTargets: ReadonlySet<RecordType> = new Set<RecordType>(['MX', 'NS', 'SRV']);
const targets: ReadonlySet<RecordType> = new Set<RecordType>(['CNAME', 'MX', 'NS', 'SRV', 'HTTPS', 'SVCB']);

function aliasTarget({ type, content }: RecordData): string | null {
  if (!targets.has(type)) return null;
  const host = type === 'HTTPS' || type === 'SVCB' ? content.split(' ', 1).join('') : content;
  return host === '.' ? null : host;
}

/** `a.b.c` → `b.c`, `c`: the names above it inside the zone, without the apex. */
function* above(name: string): Generator<string> {
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) yield name.slice(dot + 1);
}

/** Records at a name, or those of the wildcard that applies to it (RFC 4592 section 3.3.1; closer empty names aren't considered). */
function answers(index: RecordIndex, name: string): Readonly<Place<Known>> {
  const here = index.place(name);
  if (here.list.length > 0 || name === '@') return here;
  for (const parent of above(name)) {
    const wild = index.place(`*.${parent}`);
    if (wild.list.length > 0) return wild;
  }
  return index.place('*');
}

/** The delegated name at or above a name, or null. NS and DS at the delegation itself belong to this zone. */
function delegationAbove(index: RecordIndex, name: string, type: RecordType): string | null {
  if (name === '@' || !index.delegates) return null;
  const own = type === 'NS' || type === 'DS' ? [] : [name];
  for (const one of [...own, ...above(name)]) if (index.place(one).servers.size > 0) return one;
  return null;
}

/** The name with a DNAME above a name, or null. */
function renamedAbove(index: RecordIndex, name: string): string | null {
  if (name === '@' || !index.renames) return null;
  for (const one of [...above(name), '@']) if (index.place(one).renamed > 0) return one;
  return null;
}

/**
 * Allowed but probably unintended records. `record` may already be in `records`; `zone` is needed to tell which targets are local.
 * - `proxiedMail`: a mail host that goes through the CDN, which doesn't carry mail
 * - `shadowed`: the name is delegated, so it is never queried here (addresses of the delegated name servers are glue and fine)
 * - `renamed`: a DNAME above the name answers instead
 * - `missingTarget`: the target is in this zone but has no record; `targetAlias`: it is an alias where an address is required
 * - `textQuotes`: the text starts and ends with quotation marks, which are then part of it
 */
export function warnings(records: Records<Known>, record: Known, where: { zone: string }): Fault[] {
  const index = records instanceof RecordIndex ? records : new RecordIndex<Known>(records);
  const found: Fault[] = [];
  const target = aliasTarget(record);
  const local = target === null ? null : relative(target, where.zone);
  if (local !== null && delegationAbove(index, local, 'A') === null)
    found.push(...targetWarnings(answers(index, local), record, target ?? ''));
  const host = () => absolute(record.name, where.zone);
  if (record.proxy && index.acceptsMail(host())) found.push(fault('dns:warning.proxiedMail', { target: host() }));
  const delegated = delegationAbove(index, record.name, record.type);
  const glue = delegated !== null && (record.type === 'A' || record.type === 'AAAA') && isServer(index, delegated, host());
  if (delegated !== null && !glue) found.push(fault('dns:warning.shadowed', { name: delegated }));
  const renamed = renamedAbove(index, record.name);
  if (renamed !== null) found.push(fault('dns:warning.renamed', { name: renamed }));
  if (record.type === 'TXT' && /^".*"$/s.test(record.content) && record.content.length > 1) found.push(fault('dns:warning.textQuotes'));
  return found;
}

/** Whether `host` is one of the name servers of the delegation `delegated`. */
const isServer = (index: RecordIndex, delegated: string, host: string): boolean => index.place(delegated).servers.has(host);

function targetWarnings(there: Readonly<Place<Known>>, record: Known, target: string): Fault[] {
  const found: Fault[] = [];
  if (there.list.length === 0) found.push(fault('dns:warning.missingTarget', { target }));
  if (there.aliases > 0 && addressTargets.has(record.type)) found.push(fault('dns:warning.targetAlias', { target, type: record.type }));
  if (record.type === 'MX' && there.proxied > 0) found.push(fault('dns:warning.proxiedMail', { target }));
  return found;
}
