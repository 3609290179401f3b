import { answeredAs, type EdgeAddresses } from '../../../../dns/zone.ts';
import { parseLocContent } from '../../../../lib/rules/cdn/dns/rdata/loc.ts';
import { splitParams } from '../../../../lib/rules/cdn/dns/rdata/svcb.ts';
import { keyName, showParam } from '../../../../lib/rules/cdn/dns/rdata/svcparam.ts';
import { quote } from '../../../../lib/rules/cdn/dns/text.ts';
import { STEERED_TTL } from '../../../../lib/rules/cdn/edge/fleet.ts';
import { mailboxName } from '../../../../lib/rules/cdn/zone/mailbox.ts';
import { printData } from '../../../../lib/rules/cdn/zone/print.ts';
import type { RecordData } from '../../../../lib/rules/core/dnsTypes.ts';
import type { ZoneSnapshot } from '../dns.ts';

/** Records of one name and type, as PowerDNS's API has them. */
export interface RrSet {
  /** Absolute, with the final dot. */
  name: string;
  type: string;
  ttl: number;
  records: readonly { content: string; disabled: boolean }[];
}

/** Names with an underscore have no addresses, but data such as the TXT records of DKIM, to which an ALIAS doesn't lead. */
const canBeAlias = (name: string, flattening: boolean): boolean => name === '@' || (flattening && !name.includes('_'));

/** The SOA record comes first. @param edge the addresses of proxied records. @param isSteered they change with the health of edges */
export function buildRrSets(zone: ZoneSnapshot, edge: EdgeAddresses, isSteered = false): RrSet[] {
  const { id, version, soa, nameServers, defaultTtl, flattening } = zone;
  const sets = new Map<string, { name: string; type: string; ttl: number; contents: Set<string> }>();
  const add = (name: string, type: string, ttl: number, content: string) => {
    const owner = name === '@' ? `${id}.` : `${name}.${id}.`;
    const set = sets.get(`${owner} ${type}`);
    if (!set) sets.set(`${owner} ${type}`, { name: owner, type, ttl, contents: new Set([content]) });
    else {
      // The TTLs of a set are equal (RFC 2181 section 5.2).
      set.ttl = Math.min(set.ttl, ttl);
      set.contents.add(content);
    }
  };
  const times = `${soa.refresh} ${soa.retry} ${soa.expire} ${soa.minimum}`;
  add('@', 'SOA', defaultTtl, `${nameServers[0] ?? id}. ${mailboxName(soa.email, id)} ${version} ${times}`);
  for (const host of nameServers) add('@', 'NS', defaultTtl, `${host}.`);
  for (const record of zone.records) {
    const ttl = record.ttl === 'auto' ? defaultTtl : record.ttl;
    for (const answer of answeredAs(record, zone, edge)) {
      const type = answer.type === 'CNAME' && canBeAlias(answer.name, flattening) ? 'ALIAS' : answer.type;
      add(answer.name, type, isSteered && answer !== record ? Math.min(ttl, STEERED_TTL) : ttl, rrSetContent(answer));
    }
  }
  return [...sets.values()].map(({ contents, ...set }) => ({
    ...set,
    records: [...contents].sort().map((content) => ({ content, disabled: false })),
  }));
}

/** Data in PowerDNS's own notation: it refuses others, even if they mean the same. */
function rrSetContent(record: RecordData): string {
  switch (record.type) {
    case 'AAAA':
      return record.content.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts) => {
        const [a, b, c, d] = parts.map(Number) as [number, number, number, number]; // the four groups
        return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
      });
    case 'LOC': {
      const { latitude, longitude } = parseLocContent(record.content);
      const south = latitude === 0 ? record.content.replace(' N ', ' S ') : record.content;
      return longitude === 0 ? south.replace(' E ', ' W ') : south;
    }
    case 'HTTPS':
    case 'SVCB':
      return serviceBinding(record);
    default:
      return printData(record);
  }
}

/** Keys of service parameters that PowerDNS knows by name (RFC 9460); it wants others by number and in quotes. */
const NAMED = 6;
const ECH = 5;

function serviceBinding(record: RecordData): string {
  const target = record.content.split(' ', 1)[0] ?? '';
  const params = [...splitParams(record.content.slice(target.length + 1))].map(([number, wire]) => {
    if (number > NAMED) return `key${number}=${quote(wire)}`;
    const shown = showParam(number, wire);
    return number === ECH ? `${keyName(number)}="${shown.slice(shown.indexOf('=') + 1)}"` : shown;
  });
  return [printData({ ...record, content: target }), ...params].join(' ');
}

const rrSetKey = ({ name, type }: RrSet): string => `${name} ${type}`;
const rrSetBody = ({ ttl, records }: RrSet): string =>
  `${ttl} ${records
    .map(({ content, disabled }) => `${disabled} ${content}`)
    .sort()
    .join('\n')}`;

export type Change = { changetype: 'DELETE'; name: string; type: string } | ({ changetype: 'REPLACE' } & RrSet);

/** What turns the record sets of the server into the wanted ones: deletions first, the SOA with the new serial last. */
export function diffRrSets(stored: readonly RrSet[], wanted: readonly RrSet[]): Change[] {
  const there = new Map(stored.map((set) => [rrSetKey(set), rrSetBody(set)]));
  const [soa, ...others] = wanted;
  const wantedKeys = new Set(wanted.map(rrSetKey));
  const deletions = stored
    .filter((set) => !wantedKeys.has(rrSetKey(set)))
    .map(({ name, type }) => ({ changetype: 'DELETE' as const, name, type }));
  const replacements = [...others, ...(soa ? [soa] : [])]
    .filter((set) => there.get(rrSetKey(set)) !== rrSetBody(set))
    .map((set) => ({ changetype: 'REPLACE' as const, ...set }));
  return [...deletions, ...replacements];
}
