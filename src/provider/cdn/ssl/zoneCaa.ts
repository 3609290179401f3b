import { split } from '../../../lib/rules/cdn/dns/fields.ts';
import type { CaaRecord } from '../../../lib/rules/cdn/ssl/caa.ts';
import { absolute } from '../../../lib/rules/core/dnsName.ts';
import type { DnsRow } from '../../db/schema.ts';

export type ZoneRow = Pick<DnsRow, 'name' | 'type' | 'content' | 'proxy'>;

/** The response of a local zone to a CAA query. `elsewhere`: query another zone, for this name. */
export type ZoneAnswer = { is: 'records'; records: CaaRecord[] } | { is: 'elsewhere'; name: string };

/** Maximum length of a CNAME chain inside a zone. */
const HOPS = 8;

/**
 * Looks up a name in the records of its zone as a name server does (RFC 1034 section 4.3.2): delegated names and CNAMEs out
 * of the zone have to be resolved elsewhere, and a wildcard applies to names that don't exist. A record that goes through the CDN
 * isn't served as a CNAME, and neither is one at the domain itself: that is flattened.
 */
export function zoneCaa(rows: readonly ZoneRow[], zone: string, name: string): ZoneAnswer {
  const owned = Map.groupBy(rows, (row) => absolute(row.name, zone).toLowerCase());
  const names = [...owned.keys()];
  const exists = (one: string) => names.some((owner) => owner === one || owner.endsWith(`.${one}`));
  let current = name;
  for (let hop = 0; hop < HOPS; hop++) {
    if (current !== zone && !current.endsWith(`.${zone}`)) return { is: 'elsewhere', name: current };
    const above = ancestors(current, zone);
    const isDelegated = above.some((one) => one !== zone && owned.get(one)?.some(({ type }) => type === 'NS'));
    if (isDelegated) return { is: 'elsewhere', name: current };
    const here = exists(current) ? owned.get(current) : owned.get(`*.${above.find(exists) ?? zone}`);
    const alias = current === zone ? undefined : here?.find(({ type, proxy }) => type === 'CNAME' && !proxy);
    if (!alias) return { is: 'records', records: (here ?? []).filter(({ type }) => type === 'CAA').map(toCaa) };
    current = alias.content.toLowerCase();
  }
  return { is: 'records', records: [] };
}

/** A name of a zone and those above it, up to the zone itself. */
function ancestors(name: string, zone: string): string[] {
  const all: string[] = [];
  for (let one = name; one !== zone; one = one.slice(one.indexOf('.') + 1)) all.push(one);
  return [...all, zone];
}

function toCaa({ name, content }: ZoneRow): CaaRecord {
  const { flags, tag = '', value = '' } = split({ name, type: 'CAA', content });
  return { flags: Number(flags), tag, value };
}
