import { type Fault, fault } from './fault.ts';
import { absolute, relative } from './name.ts';
import { sameData } from './record.ts';
import type { RecordData, RecordType } from './types.ts';

/** A record with what the warnings look at. */
export type Known = RecordData & { proxy?: boolean };

/** Records by name, for sets too large to walk for each question: each then costs the records of its name. */
export class RecordIndex<R extends RecordData = Known> {
  readonly #names = new Map<string, { record: R; place: number }[]>();
  /** How many MX records point to a host. */
  readonly #mail = new Map<string, number>();
  #places = 0;

  constructor(records: readonly R[] = []) {
    for (const record of records) this.add(record);
  }

  /** @returns the record's place: its index in the list, when all came from one */
  add(record: R): number {
    const place = this.#places++;
    const list = this.#names.get(record.name);
    if (list) list.push({ record, place });
    else this.#names.set(record.name, [{ record, place }]);
    this.#countMail(record, 1);
    return place;
  }

  remove(name: string, place: number): void {
    const list = this.#names.get(name) ?? [];
    const index = list.findIndex((entry) => entry.place === place);
    const [removed] = index < 0 ? [] : list.splice(index, 1);
    if (removed) this.#countMail(removed.record, -1);
  }

  at(name: string): readonly { record: R; place: number }[] {
    return this.#names.get(name) ?? [];
  }

  takesMail(host: string): boolean {
    return (this.#mail.get(host) ?? 0) > 0;
  }

  #countMail({ type, content }: R, by: number): void {
    if (type === 'MX') this.#mail.set(content, (this.#mail.get(content) ?? 0) + by);
  }
}

type Records<R extends RecordData> = readonly R[] | RecordIndex<R>;

/**
 * May `record` stand beside those that exist (RFC 1034 section 3.6.2, RFC 2181 section 5)?
 * @param exceptIndex place of the record that is being changed, which does not count
 */
export function clash(existing: Records<RecordData>, record: RecordData, exceptIndex = -1): Fault | null {
  const here =
    existing instanceof RecordIndex
      ? existing.at(record.name)
      : existing.flatMap((other, place) => (other.name === record.name ? [{ record: other, place }] : []));
  let alias: RecordData | undefined;
  let other: RecordData | undefined;
  for (const { record: one, place } of here) {
    if (place === exceptIndex) continue;
    if (sameData(one, record)) return fault('dns:error.duplicate', { name: record.name, type: record.type });
    if (one.type === 'CNAME') alias ??= one;
    else other ??= one;
  }
  if (alias)
    return fault(record.type === 'CNAME' ? 'dns:error.cnameSingle' : 'dns:error.cnameTaken', { name: record.name, target: alias.content });
  if (record.type === 'CNAME' && other) return fault('dns:error.cnameConflict', { name: record.name, type: other.type });
  return null;
}

/** Types whose target should exist and be an address; an alias there is not allowed (RFC 2181 section 10.3, RFC 2782). */
const addressTargets: ReadonlySet<RecordType> = new Set<RecordType>(['MX', 'NS', 'SRV']);
const targets: ReadonlySet<RecordType> = new Set<RecordType>(['CNAME', 'MX', 'NS', 'SRV', 'HTTPS', 'SVCB']);

function targetOf({ type, content }: RecordData): string | null {
  if (!targets.has(type)) return null;
  const host = type === 'HTTPS' || type === 'SVCB' ? content.split(' ', 1).join('') : content;
  return host === '.' ? null : host;
}

/** `a.b.c` → `b.c`, `c`: the names above it inside the zone, the apex left out. */
function* above(name: string): Generator<string> {
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) yield name.slice(dot + 1);
}

/** Records at a name, or those of the wildcard that answers for it (RFC 4592 section 3.3.1; a closer name without records is not looked for). */
function answers(index: RecordIndex<Known>, name: string): readonly { record: Known }[] {
  const here = index.at(name);
  if (here.length > 0 || name === '@') return here;
  for (const parent of above(name)) {
    const wild = index.at(`*.${parent}`);
    if (wild.length > 0) return wild;
  }
  return index.at('*');
}

/** The delegated name at or above a name, or null. NS and DS at the delegation itself belong to us. */
function delegationAbove(index: RecordIndex<Known>, name: string, type: RecordType): string | null {
  if (name === '@') return null;
  const own = type === 'NS' || type === 'DS' ? [] : [name];
  for (const one of [...own, ...above(name)]) if (index.at(one).some(({ record }) => record.type === 'NS')) return one;
  return null;
}

/**
 * What is allowed but probably not meant. `record` may be in `records` already or not; `zone` is needed to know which targets are ours.
 * - `proxiedMail`: a mail host that goes through the CDN, which carries no mail
 * - `shadowed`: the name is delegated elsewhere, so nobody asks us for it (addresses of the delegated name servers are glue and fine)
 * - `missingTarget`: the target is in this zone and has no record; `targetAlias`: it is an alias where an address is needed
 * - `textQuotes`: the text begins and ends with quotation marks, which are then part of it
 */
export function warnings(records: Records<Known>, record: Known, where: { zone: string }): Fault[] {
  const index = records instanceof RecordIndex ? records : new RecordIndex(records);
  const found: Fault[] = [];
  const target = targetOf(record);
  const local = target === null ? null : relative(target, where.zone);
  if (local !== null && delegationAbove(index, local, 'A') === null)
    found.push(...targetWarnings(answers(index, local), record, target ?? ''));
  const host = absolute(record.name, where.zone);
  if (record.proxy && index.takesMail(host)) found.push(fault('dns:warning.proxiedMail', { target: host }));
  const delegated = delegationAbove(index, record.name, record.type);
  const glue = delegated !== null && (record.type === 'A' || record.type === 'AAAA') && isServer(index, delegated, host);
  if (delegated !== null && !glue) found.push(fault('dns:warning.shadowed', { name: delegated }));
  if (record.type === 'TXT' && /^".*"$/s.test(record.content) && record.content.length > 1) found.push(fault('dns:warning.textQuotes'));
  return found;
}

/** Is `host` one of the name servers that `delegated` goes to? */
const isServer = (index: RecordIndex<Known>, delegated: string, host: string): boolean =>
  index.at(delegated).some(({ record }) => record.type === 'NS' && record.content === host);

function targetWarnings(there: readonly { record: Known }[], record: Known, target: string): Fault[] {
  const found: Fault[] = [];
  if (there.length === 0) found.push(fault('dns:warning.missingTarget', { target }));
  const alias = there.some((one) => one.record.type === 'CNAME');
  if (alias && addressTargets.has(record.type)) found.push(fault('dns:warning.targetAlias', { target, type: record.type }));
  if (record.type === 'MX' && there.some((one) => one.record.proxy)) found.push(fault('dns:warning.proxiedMail', { target }));
  return found;
}
