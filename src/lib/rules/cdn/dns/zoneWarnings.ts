import { absolute } from '../../core/dnsName.ts';
import { type Fault, fault } from '../../core/fault.ts';
import { isDmarc, isSpf } from './mail/kinds.ts';
import { addressTypes, type Known, RecordIndex, warnings } from './recordConflicts.ts';

/** With a shorter TTL, resolvers query constantly; in seconds. */
const lowTtl = 60;

type Listed = Known & { ttl?: number | 'auto' };

/**
 * The warnings of a whole zone, by record position. In time linear in the records and the labels of their names:
 * 10,000 take a few milliseconds. In addition to the warnings of single records (`warnings`):
 * - `spfTwice`, `dmarcTwice`: receivers treat duplicates as an error (RFC 7208 section 4.5, RFC 9989 section 4.10)
 * - `dmarcMissing`: the domain accepts mail but has no policy for mail in its name
 * - `wildcardHidden`: a name with its own record gets nothing from the wildcard beside it (RFC 4592 section 2.2.1)
 * - `ttlLow`
 */
export function zoneWarnings(records: readonly Listed[], zone: string): Map<number, Fault[]> {
  const index = new RecordIndex<Listed>(records);
  const found = new Map<number, Fault[]>();
  const add = (place: number, one: Fault) => {
    const list = found.get(place);
    if (list) list.push(one);
    else found.set(place, [one]);
  };
  for (const [place, record] of records.entries()) {
    const list = warnings(index, record, { zone });
    if (list.length > 0) found.set(place, list);
    if (typeof record.ttl === 'number' && record.ttl < lowTtl && !record.proxy)
      add(place, fault('dns:warning.ttlLow', { seconds: record.ttl }));
  }
  for (const name of index.names()) {
    const here = index.at(name);
    const twice = (key: 'dns:warning.spfTwice' | 'dns:warning.dmarcTwice', isSame: (text: string) => boolean) => {
      const same = here.filter(({ record }) => record.type === 'TXT' && isSame(record.content));
      if (same.length > 1) for (const { place } of same) add(place, fault(key, { name: absolute(name, zone) }));
    };
    if (here.length > 1) {
      twice('dns:warning.spfTwice', isSpf);
      if (name === '_dmarc' || name.startsWith('_dmarc.')) twice('dns:warning.dmarcTwice', isDmarc);
    }
    const [first] = here;
    if (first && isHidden(index, name))
      add(first.place, fault('dns:warning.wildcardHidden', { name: absolute(name, zone), wildcard: absolute(parentWildcard(name), zone) }));
  }
  const mx = index.at('@').find(({ record }) => record.type === 'MX' && record.content !== '.');
  if (mx && !index.at('_dmarc').some(({ record }) => record.type === 'CNAME' || (record.type === 'TXT' && isDmarc(record.content))))
    add(mx.place, fault('dns:warning.dmarcMissing'));
  return found;
}

/** The wildcard beside a name. */
const parentWildcard = (name: string): string => {
  const dot = name.indexOf('.');
  return dot < 0 ? '*' : `*${name.slice(dot)}`;
};

/** Whether the wildcard has addresses and the name beside it has none. Service names aren't meant to have one. */
function isHidden(index: RecordIndex<Listed>, name: string): boolean {
  if (name === '@' || name.startsWith('*') || name.startsWith('_')) return false;
  const answers = ({ record }: { record: Listed }) => addressTypes.has(record.type);
  if (!index.at(parentWildcard(name)).some(answers)) return false;
  return index.place(name).servers.size === 0 && !index.at(name).some(answers);
}
