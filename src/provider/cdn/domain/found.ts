import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { presentation } from '../../../lib/rules/cdn/dns/rdata/wire.ts';
import { type CheckedRecord, checkRecord, type Draft } from '../../../lib/rules/cdn/dns/record.ts';
import { clash, RecordIndex } from '../../../lib/rules/cdn/dns/recordConflicts.ts';
import { decodeContent, quote, textBytes } from '../../../lib/rules/cdn/dns/text.ts';
import { serviceHosts, suggestProxy } from '../../../lib/rules/cdn/domain/scan.ts';
import { relative } from '../../../lib/rules/core/dnsName.ts';
import { type RecordType, recordTypes } from '../../../lib/rules/core/dnsTypes.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { type Rr, txtBytes } from '../../drivers/resolver/wire.ts';

/** A record that was found but can't be imported, with the reason. */
export interface Left {
  name: string;
  type: string;
  content: string;
  key: TKey;
  params: TParams;
}

/** The shapes that dns-packet decodes to; other shapes are ignored. */
interface Decoded {
  preference?: number;
  exchange?: string;
  priority?: number;
  weight?: number;
  port?: number;
  target?: string;
  flags?: number;
  tag?: string;
  value?: string;
}

/** A name as the rules take it: absolute, so that `localhost.` isn't read as relative to the zone. */
const dotted = (name: unknown): string => (typeof name === 'string' ? `${name.replace(/\.$/, '')}.` : '');

/** A resource record → a draft in the form of the record rules; null for types that the portal doesn't support. */
export function toDraft(rr: Rr, zone: string): Draft | null {
  const name = relative(rr.name, zone);
  const type = recordTypes.find((one) => one === rr.type);
  if (name === null || !type) return null;
  const data = rr.data as Decoded; // read field by field below, and validated by the rules
  const ttl = rr.ttl > 0 ? rr.ttl : 'auto';
  const of = (rest: Omit<Draft, 'name' | 'type' | 'ttl'>): Draft => ({ name, type, ttl, ...rest });
  switch (type) {
    case 'A':
    case 'AAAA':
      return of({ content: String(rr.data) });
    case 'CNAME':
    case 'NS':
      return of({ content: dotted(rr.data) });
    case 'MX':
      return of({ content: dotted(data.exchange), priority: data.preference });
    case 'SRV':
      return of({ content: dotted(data.target), priority: data.priority, weight: data.weight, port: data.port });
    case 'TXT':
      return of({
        content: decodeContent(txtBytes(rr)),
      });
    case 'CAA':
      return of({ content: `${data.flags ?? 0} ${data.tag ?? ''} ${quote(textBytes(data.value ?? ''))}` });
    case 'HTTPS':
      return binding(type, rr.data, of);
    default:
      return null;
  }
}

function binding(type: RecordType, data: unknown, of: (rest: Omit<Draft, 'name' | 'type' | 'ttl'>) => Draft): Draft | null {
  const text = Buffer.isBuffer(data) ? presentation(type, [...data]) : null;
  const [priority = '', ...rest] = text?.split(' ') ?? [];
  return text === null ? null : of({ priority: Number(priority), content: rest.join(' ') });
}

const typeOrder = new Map<string, number>(recordTypes.map((type, index) => [type, index]));
const inOrder = (a: Draft, b: Draft): number =>
  Number(b.name === '@') - Number(a.name === '@') ||
  (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) ||
  (typeOrder.get(a.type) ?? 0) - (typeOrder.get(b.type) ?? 0) ||
  (a.content < b.content ? -1 : 1);

/** The found records that can coexist in a zone, each with a suggestion whether to send it through the CDN. */
export function settle(drafts: readonly Draft[], zone: string): { records: CheckedRecord[]; left: Left[] } {
  const records: CheckedRecord[] = [];
  const left: Left[] = [];
  const index = new RecordIndex();
  for (const draft of [...drafts].sort(inOrder)) {
    const checked = checkRecord(draft, { zone });
    const [problem] = checked.ok ? [] : checked.problems;
    const fault = checked.ok ? clash(index, checked.record) : problem;
    if (checked.ok && !fault) {
      index.add(checked.record);
      records.push(checked.record);
    } else if (fault && isFault(fault) && fault.key !== 'dns:error.duplicate') {
      left.push({ name: draft.name, type: draft.type, content: draft.content.slice(0, 200), key: fault.key, params: fault.params });
    }
  }
  const services = serviceHosts(records, zone);
  return { records: records.map((record) => ({ ...record, proxy: suggestProxy(record, services) })), left };
}
