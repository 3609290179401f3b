import type { TKey, TParams } from '../../../i18n/keys.ts';
import { absolute, checkName } from '../../core/dnsName.ts';
import { canProxy, type Data, isRecordType, type RecordData, type RecordType } from '../../core/dnsTypes.ts';
import { type Fault, fault, isFault } from '../../core/fault.ts';
import { hostName } from '../../core/hostName.ts';
import { checkIpv4, checkIpv6 } from '../../core/ip.ts';
import { typedAddress } from '../../core/ipText.ts';
import { checkComment, checkTags } from './notes.ts';
import { readText } from './rdata/read.ts';
import { checkText, checkUri, maxUint16, portFault, priorityFault, weightFault } from './rdata/simple.ts';

/** A record as sent by a form or a call. */
export interface Draft {
  name: string;
  type: string;
  content: string;
  priority?: number | undefined;
  weight?: number | undefined;
  port?: number | undefined;
  /** Seconds, or `auto`, which is the default. */
  ttl?: number | 'auto' | undefined;
  proxy?: boolean | undefined;
  /** Empty or absent: none. */
  comment?: string | undefined;
  tags?: readonly string[] | undefined;
}

export interface CheckedRecord extends RecordData {
  ttl: number | 'auto';
  proxy: boolean;
  /** Absent: none. */
  comment?: string;
  /** Absent: none. */
  tags?: string[];
}

/** `part` is the field of `fieldsOf` that an error in `content` is about, if known. */
export interface Problem {
  field: 'name' | 'type' | 'content' | 'priority' | 'weight' | 'port' | 'ttl' | 'proxy' | 'comment' | 'tags';
  part?: string;
  key: TKey;
  params: TParams;
}

/** TTL of a stored record, in seconds (RFC 2181 section 8; 0 is left to zone files). */
export const minTtl = 1;
export const maxTtl = 2_147_483_647;

const isWhole = (value: number | undefined, min: number, max: number): value is number =>
  Number.isInteger(value) && value! >= min && value! <= max; // isInteger excludes undefined

/** The types with numbers beside `content`, and which. HTTPS and SVCB also call theirs "priority". */
export const numberFields: Readonly<Partial<Record<RecordType, readonly ('priority' | 'weight' | 'port')[]>>> = {
  MX: ['priority'],
  HTTPS: ['priority'],
  SVCB: ['priority'],
  URI: ['priority', 'weight'],
  SRV: ['priority', 'weight', 'port'],
};
const numberFault = { priority: priorityFault, weight: weightFault, port: portFault };

function readTyped(text: string, type: RecordType, zone: string): string | Fault {
  const data = readText(text, { zone, type, origin: zone, typed: true, hosts: new Map() });
  return isFault(data) ? data : data.content;
}

/** Validates the content by the rules of its type. The numbers are already validated. */
function checkContent(draft: Draft, type: RecordType, zone: string): string | Fault {
  const content = type === 'TXT' ? draft.content : draft.content.trim();
  switch (type) {
    case 'A':
      return checkIpv4(typedAddress(content));
    case 'AAAA':
      return checkIpv6(typedAddress(content));
    case 'CNAME':
    case 'DNAME':
    case 'NS':
    case 'PTR':
    case 'MX':
    case 'SRV':
      return hostName(content, { zone, type });
    case 'TXT':
      return checkText(content);
    case 'URI':
      return checkUri(content);
    default: {
      if (content === '') return fault('dns:error.contentRequired');
      // A key is pasted in lines.
      if (type === 'OPENPGPKEY' || type === 'CERT') return readTyped(content.replace(/\s+/g, ' '), type, zone);
      const text =
        type === 'HTTPS' || type === 'SVCB' ? `${isWhole(draft.priority, 0, maxUint16) ? draft.priority : 1} ${content}` : content;
      return readTyped(text, type, zone);
    }
  }
}

const problem = (field: Problem['field'], { key, params, part }: Fault): Problem =>
  part === undefined || part === field ? { field, key, params } : { field, part, key, params };

/**
 * Validates a whole record and returns it as stored: names and addresses in canonical form, numbers only if the type has
 * them. All errors are returned together, in the order of the form.
 */
export function checkRecord(
  draft: Draft,
  where: { zone: string },
): { ok: true; record: CheckedRecord } | { ok: false; problems: Problem[] } {
  const { type, ttl = 'auto', proxy = false } = draft;
  if (!isRecordType(type)) return { ok: false, problems: [problem('type', fault('dns:error.type', { type }))] };
  const problems: Problem[] = [];
  const name = checkName(draft.name, { zone: where.zone, type });
  if (!name.ok) problems.push(problem('name', name));
  else if (type === 'NS' && name.name === '@') problems.push(problem('name', fault('dns:error.nsApex')));
  const data: Data = { content: '' };
  for (const number of numberFields[type] ?? []) {
    const value = draft[number];
    if (isWhole(value, 0, maxUint16)) data[number] = value;
    else problems.push(problem(number, numberFault[number]()));
  }
  const content = checkContent(draft, type, where.zone);
  if (isFault(content)) problems.push(problem('content', content));
  else data.content = content;
  if (ttl !== 'auto' && !isWhole(ttl, minTtl, maxTtl)) problems.push(problem('ttl', fault('dns:error.ttl', { min: minTtl, max: maxTtl })));
  if (proxy && !canProxy(type)) problems.push(problem('proxy', fault('dns:error.proxyType', { type })));
  const comment = checkComment(draft.comment ?? '');
  if (isFault(comment)) problems.push(problem('comment', comment));
  const tags = checkTags(draft.tags ?? []);
  if (isFault(tags)) problems.push(problem('tags', tags));
  if (name.ok && type === 'CNAME' && data.content === absolute(name.name, where.zone))
    problems.push(problem('content', fault('dns:error.cnameSelf')));
  if (!name.ok || isFault(comment) || isFault(tags) || problems.length > 0) return { ok: false, problems };
  const notes = { ...(comment !== '' && { comment }), ...(tags.length > 0 && { tags }) };
  return { ok: true, record: { name: name.name, type, ...data, ttl, proxy, ...notes } };
}
