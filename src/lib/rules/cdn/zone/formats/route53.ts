import { fault } from '../../../core/fault.ts';
import type { Entry } from '../parse.ts';
import { entryText, type FormatFault, isObject, omission, parseTtl, refusal, toEntry } from './entries.ts';

/** Fields that make a record set one of several that are chosen from by a policy. All of them are answered by plain DNS. */
const policies = ['Weight', 'Region', 'Failover', 'GeoLocation', 'GeoProximityLocation', 'CidrRoutingConfig', 'TrafficPolicyInstanceId'];

/** Place of the host in a value, in words; -1: the last. Route 53 reads hosts as absolute, also without the final dot. */
const hostPlace: Readonly<Record<string, number>> = { CNAME: 0, NS: 0, PTR: 0, MX: 1, SRV: 3, HTTPS: 1, SVCB: 1, NAPTR: -1 };

/** Route 53 escapes bytes in octal, master files in decimal. */
const decimal = (text: string): string =>
  text.replace(/\\([0-3][0-7]{2})/g, (_, octal: string) => `\\${String(Number.parseInt(octal, 8)).padStart(3, '0')}`);

/** A value with its host as an absolute name. */
function absoluteValue(type: string, value: string): string {
  const place = hostPlace[type];
  if (place === undefined) return value;
  const words = value.split(/\s+/);
  const index = place < 0 ? words.length - 1 : place;
  const host = words[index];
  if (host === undefined || host === '' || host.endsWith('.')) return value;
  words[index] = `${host}.`;
  return words.join(' ');
}

/** The lines of the record sets: `Name` is written once in each. */
function rowNumbers(text: string, count: number): number[] {
  const lines: number[] = [];
  let line = 1;
  let from = 0;
  for (const { index } of text.matchAll(/"Name"\s*:/g)) {
    for (let i = text.indexOf('\n', from); i >= 0 && i < index; i = text.indexOf('\n', i + 1)) line++;
    from = index;
    lines.push(line);
  }
  // Otherwise the number of the record set.
  return lines.length === count ? lines : Array.from({ length: count }, (_, i) => i + 1);
}

function entriesOfSet(set: Record<string, unknown>, line: number): Entry[] {
  const name = entryText(set.Name);
  const type = entryText(set.Type).toUpperCase();
  const label = `${name} ${type}`;
  const policy = policies.find((field) => set[field] !== undefined);
  if (policy) return [refusal(line, label, 'zone:error.routing', { policy })];
  const shared = { name: decimal(name), ttl: parseTtl(set.TTL), type };
  if (isObject(set.AliasTarget)) {
    const target = entryText(set.AliasTarget.DNSName);
    // The class of cli53, so that aliases of both are read alike.
    return [{ line, entry: `${shared.name} AWS ALIAS ${type} ${target.endsWith('.') ? target : `${target}.`} - false` }];
  }
  const values = Array.isArray(set.ResourceRecords) ? set.ResourceRecords : [];
  if (name === '' || type === '' || values.length === 0) return [refusal(line, label, 'zone:error.recordSet')];
  return values.map((one: unknown): Entry => {
    const value = isObject(one) ? entryText(one.Value) : '';
    const data = decimal(absoluteValue(type, value));
    const entry = toEntry(line, { ...shared, data });
    return data.length > value.length && type in hostPlace
      ? { ...entry, note: { ...fault('zone:note.absolute'), text: `${label} ${value}` } }
      : entry;
  });
}

/** The sets of a change batch, as for `aws route53 change-resource-record-sets`, with what happens to each. */
function setsOfBatch(root: Record<string, unknown>): { set: unknown; isDeleted: boolean }[] | null {
  const batch = isObject(root.ChangeBatch) ? root.ChangeBatch : root;
  if (!Array.isArray(batch.Changes)) return null;
  return batch.Changes.map((change: unknown) =>
    isObject(change) ? { set: change.ResourceRecordSet, isDeleted: change.Action === 'DELETE' } : { set: null, isDeleted: false },
  );
}

/** Reads the output of `aws route53 list-resource-record-sets`, or a change batch: what it deletes is left out. */
export function readRoute53(text: string): Entry[] | FormatFault {
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { ...fault('zone:error.json'), line: 1 };
  }
  const list: unknown = isObject(root) ? root.ResourceRecordSets : root;
  const all = isObject(root) ? setsOfBatch(root) : null;
  const sets = all ?? (Array.isArray(list) ? list.map((set: unknown) => ({ set, isDeleted: false })) : []);
  if ((!all && !Array.isArray(list)) || sets.some(({ set }) => !isObject(set))) return { ...fault('zone:error.json'), line: 1 };
  const lines = rowNumbers(text, sets.length);
  return sets.flatMap(({ set, isDeleted }, i) => {
    const fields = set as Record<string, unknown>; // checked above
    const line = lines[i] ?? i + 1;
    return isDeleted
      ? [omission(line, `${entryText(fields.Name)} ${entryText(fields.Type)}`, 'zone:skip.deleted')]
      : entriesOfSet(fields, line);
  });
}
