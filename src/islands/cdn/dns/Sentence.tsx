import { Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { brand } from '../../../config/brand.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { rich } from '../../../lib/i18n/rich.tsx';
import { split } from '../../../lib/rules/cdn/dns/fields.ts';
import type { CheckedRecord } from '../../../lib/rules/cdn/dns/record.ts';
import { absolute, splitServiceName } from '../../../lib/rules/core/dnsName.ts';
import type { RecordType } from '../../../lib/rules/core/dnsTypes.ts';
import { claimMark, useHas } from '../shared/engines.ts';

/** The key of the sentence that describes a record. @param isHidden proxied names have addresses of edges */
function keyFor(record: CheckedRecord, parts: Record<string, string>, isHidden: boolean): TKey {
  const { type, proxy, content, name } = record;
  switch (type) {
    case 'A':
    case 'AAAA':
      return !proxy ? 'dns:says.address' : isHidden ? 'dns:says.addressProxied' : 'dns:says.addressOpen';
    case 'CNAME':
      return !proxy ? 'dns:says.CNAME' : isHidden ? 'dns:says.CNAMEProxied' : 'dns:says.CNAMEOpen';
    case 'TXT':
      if (/^v=spf1\b/i.test(content)) return 'dns:says.SPF';
      if (/^_dmarc(\.|$)/.test(name) && /^v=DMARC1\b/i.test(content)) return 'dns:says.DMARC';
      if (/(^|\.)_domainkey(\.|$)/.test(name)) return 'dns:says.DKIM';
      return 'dns:says.TXT';
    case 'CAA': {
      if (parts.tag === 'iodef') return 'dns:says.CAAReport';
      if (parts.tag !== 'issue' && parts.tag !== 'issuewild') return 'dns:says.CAAOther';
      if (parts.value?.trim().startsWith(';')) return parts.tag === 'issue' ? 'dns:says.CAANobody' : 'dns:says.CAANobodyWild';
      return parts.tag === 'issue' ? 'dns:says.CAA' : 'dns:says.CAAWild';
    }
    case 'HTTPS':
      return record.priority === 0 ? 'dns:says.HTTPSAlias' : 'dns:says.HTTPS';
    case 'SVCB':
      return record.priority === 0 ? 'dns:says.SVCBAlias' : 'dns:says.SVCB';
    default:
      return `dns:says.${type}`;
  }
}

interface SentenceProps {
  zone: string;
  type: RecordType;
  /** Null while the form is incomplete: then the purpose of the type is shown. */
  record: CheckedRecord | null;
}

/** Describes what the record will do before it is saved. */
export function Sentence({ zone, type, record }: SentenceProps) {
  const t = useT();
  return (
    <p className="flex min-w-0 items-start gap-3 text-ui text-text-2">
      <Waypoints aria-hidden className="mt-0.5 size-4 flex-none text-brand-text" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {record ? <RecordSentence zone={zone} record={record} /> : t(`dns:type.${type}`)}
      </span>
    </p>
  );
}

function RecordSentence({ zone, record }: { zone: string; record: CheckedRecord }) {
  const t = useT();
  const isHidden = useHas('edgeAddresses');
  const parts = split(record);
  const { service, protocol, host } = splitServiceName(record.name);
  const strong = (text: string) => (
    <b>
      <bdi dir="ltr">{text}</bdi>
    </b>
  );
  const mono = (text: string) => (
    <bdi dir="ltr" className="mono text-text">
      {text.length > 80 ? `${text.slice(0, 79)}…` : text}
    </bdi>
  );
  const full = absolute(record.name, zone);
  const target = parts.target === '.' ? full : (parts.target ?? record.content);
  const nodes: Record<string, ReactNode> = {
    name: strong(full),
    content: mono(record.content),
    target: mono(target),
    value: mono(parts.value ?? ''),
    service: mono(service),
    protocol: mono(protocol),
    host: strong(absolute(host || '@', zone)),
    priority: mono(String(record.priority ?? '')),
    port: mono(String(record.port ?? '')),
  };
  const text = rich(t, keyFor(record, parts, isHidden === true), nodes, { brand: brand.name[currentLocale()] });
  return record.proxy ? <span {...claimMark('edgeAddresses', isHidden)}>{text}</span> : text;
}
