import { absolute } from '../../../core/dnsName.ts';
import type { RecordData } from '../../../core/dnsTypes.ts';
import { checkDkim } from './dkim.ts';
import { checkDmarc } from './dmarc.ts';
import { type Finding, finding, type State, stateOf } from './finding.ts';
import { isDmarc, isSpf } from './kinds.ts';
import { checkSpf, type Lookups, lookupsOf, parseSpf } from './spf.ts';

/** The input of these rules. */
export type MailRecord = Pick<RecordData, 'name' | 'type' | 'content'>;

interface Held<R> {
  state: State;
  findings: Finding[];
  /** The records of this kind at their name. */
  records: R[];
}
export interface DkimHeld<R> {
  selector: string;
  state: State;
  findings: Finding[];
  record: R;
}

/** The mail status of a domain, by the records of its zone. */
export interface MailState<R extends MailRecord = MailRecord> {
  mx: Held<R> & { refuses: boolean };
  spf: Held<R> & { lookups: Lookups };
  /** `alias`: the record is managed elsewhere, through a CNAME. */
  dmarc: Held<R> & { alias?: string };
  dkim: { state: State; keys: DkimHeld<R>[] };
}

/** MX 0 with the root as target: the domain accepts no mail (RFC 7505). */
export const isNullMx = ({ type, content }: MailRecord): boolean => type === 'MX' && content === '.';

const held = <R>(records: R[], findings: Finding[]): Held<R> => ({
  records,
  findings,
  state: records.length === 0 ? 'missing' : stateOf(findings),
});

/** Returns the SPF record at a full name of the zone. */
export function spfTextAt(records: readonly MailRecord[], zone: string): (host: string) => string | undefined {
  const texts = new Map<string, string>();
  for (const { name, type, content } of records) if (type === 'TXT' && isSpf(content)) texts.set(absolute(name, zone), content);
  return (host) => texts.get(host);
}

export function mailState<R extends MailRecord>(records: readonly R[], zone: string): MailState<R> {
  const apex = records.filter(({ name }) => name === '@');
  const mx = apex.filter(({ type }) => type === 'MX');
  const refuses = mx.length === 1 && mx.some(isNullMx);
  const spf = apex.filter(({ type, content }) => type === 'TXT' && isSpf(content));
  const textAt = spfTextAt(records, zone);
  const spfTexts = spf.map(({ content }) => content);
  const atDmarc = records.filter(({ name }) => name === '_dmarc');
  const dmarc = atDmarc.filter(({ type, content }) => type === 'TXT' && isDmarc(content));
  const alias = atDmarc.find(({ type }) => type === 'CNAME')?.content;
  const keys = records.flatMap((record) => dkimHeld(record));
  return {
    mx: { ...held(mx, mx.length > 1 && mx.some(isNullMx) ? [finding('wrong', 'dnsMail:mx.nullBeside')] : []), refuses },
    spf: { ...held(spf, checkSpf(spfTexts, textAt)), lookups: lookupsOf(parseSpf(spfTexts[0] ?? '').terms, textAt) },
    dmarc: alias
      ? { records: [], state: 'fine', findings: [finding('note', 'dnsMail:dmarc.alias', { target: alias })], alias }
      : held(
          dmarc,
          checkDmarc(
            dmarc.map(({ content }) => content),
            zone,
          ),
        ),
    dkim: { keys, state: keys.length === 0 ? 'missing' : stateOf(keys.flatMap(({ findings }) => findings)) },
  };
}

function dkimHeld<R extends MailRecord>(record: R): DkimHeld<R>[] {
  const [, selector] = /^(.+)\._domainkey$/.exec(record.name) ?? [];
  if (!selector || (record.type !== 'TXT' && record.type !== 'CNAME')) return [];
  const findings =
    record.type === 'CNAME' ? [finding('note', 'dnsMail:dkim.alias', { target: record.content })] : checkDkim(record.content);
  return [{ selector, record, findings, state: stateOf(findings) }];
}
