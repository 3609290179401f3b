import { absolute } from '../../../core/dnsName.ts';
import type { RecordData } from '../../../core/dnsTypes.ts';
import { checkDkim } from './dkim.ts';
import { checkDmarc } from './dmarc.ts';
import { type Finding, finding, type State, worstState } from './finding.ts';
import { isDmarc, isSpf } from './kinds.ts';
import { checkSpf, countLookups, type Lookups, parseSpf } from './spf.ts';

/** The input of these rules. */
export type MailRecord = Pick<RecordData, 'name' | 'type' | 'content'>;

interface MailStatus<R> {
  state: State;
  findings: Finding[];
  /** The records of this kind at their name. */
  records: R[];
}
export interface DkimStatus<R> {
  selector: string;
  state: State;
  findings: Finding[];
  record: R;
}

/** The mail status of a domain, by the records of its zone. */
export interface MailState<R extends MailRecord = MailRecord> {
  mx: MailStatus<R> & { refuses: boolean };
  spf: MailStatus<R> & { lookups: Lookups };
  /** `alias`: the record is managed elsewhere, through a CNAME. */
  dmarc: MailStatus<R> & { alias?: string };
  dkim: { state: State; keys: DkimStatus<R>[] };
}

/** MX 0 with the root as target: the domain accepts no mail (RFC 7505). */
export const isNullMx = ({ type, content }: MailRecord): boolean => type === 'MX' && content === '.';

const mailStatus = <R>(records: R[], findings: Finding[]): MailStatus<R> => ({
  records,
  findings,
  state: records.length === 0 ? 'missing' : worstState(findings),
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
  const keys = records.flatMap((record) => findDkim(record));
  return {
    mx: { ...mailStatus(mx, mx.length > 1 && mx.some(isNullMx) ? [finding('wrong', 'dnsMail:mx.nullBeside')] : []), refuses },
    spf: { ...mailStatus(spf, checkSpf(spfTexts, textAt)), lookups: countLookups(parseSpf(spfTexts[0] ?? '').terms, textAt) },
    dmarc: alias
      ? { records: [], state: 'fine', findings: [finding('note', 'dnsMail:dmarc.alias', { target: alias })], alias }
      : mailStatus(
          dmarc,
          checkDmarc(
            dmarc.map(({ content }) => content),
            zone,
          ),
        ),
    dkim: { keys, state: keys.length === 0 ? 'missing' : worstState(keys.flatMap(({ findings }) => findings)) },
  };
}

function findDkim<R extends MailRecord>(record: R): DkimStatus<R>[] {
  const [, selector] = /^(.+)\._domainkey$/.exec(record.name) ?? [];
  if (!selector || (record.type !== 'TXT' && record.type !== 'CNAME')) return [];
  const findings =
    record.type === 'CNAME' ? [finding('note', 'dnsMail:dkim.alias', { target: record.content })] : checkDkim(record.content);
  return [{ selector, record, findings, state: worstState(findings) }];
}
