import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { dkimName, printDkim, readDkimKey, selectorFault } from '../../../lib/rules/cdn/dns/mail/dkim.ts';
import { type Dmarc, isReportAddress, newDmarc, parseDmarc, printDmarc } from '../../../lib/rules/cdn/dns/mail/dmarc.ts';
import { joinPlans, type MailPlan, writeDkim, writeDmarc, writeNoMail, writeSpf } from '../../../lib/rules/cdn/dns/mail/plan.ts';
import { allQualifier, mechanism, parseSpf, printSpf, type SpfTerm, withAll } from '../../../lib/rules/cdn/dns/mail/spf.ts';
import type { MailState } from '../../../lib/rules/cdn/dns/mail/state.ts';
import { type Fault, fault, isFault } from '../../../lib/rules/core/fault.ts';

/** The state of the setup dialog. Each part is only written when it is enabled. */
export interface MailDraft {
  use: 'mail' | 'none';
  spf: { write: boolean; terms: SpfTerm[] };
  dkim: { write: boolean; selector: string; key: string };
  dmarc: { write: boolean; policy: Dmarc; rua: string; ruf: string };
}

/** Starts with the domain's records, or else with harmless defaults. */
export function draftFrom({ mx, spf, dmarc }: MailState<DnsRecord>): MailDraft {
  const { terms } = parseSpf(spf.records[0]?.content ?? '');
  const senders = spf.state === 'missing' && mx.records.length > 0 && !mx.refuses ? [mechanism('mx')] : terms;
  const policy = dmarc.records[0] ? parseDmarc(dmarc.records[0].content) : newDmarc;
  return {
    use: mx.refuses ? 'none' : 'mail',
    spf: { write: false, terms: allQualifier(senders) === undefined && spf.state === 'missing' ? withAll(senders, '~') : senders },
    dkim: { write: false, selector: '', key: '' },
    dmarc: { write: false, policy, rua: policy.rua.join(', '), ruf: policy.ruf.join(', ') },
  };
}

export const splitAddresses = (text: string): string[] => text.split(/[,;،؛\s]+/).filter((one) => one !== '');

export const dmarcFromDraft = ({ policy, rua, ruf }: MailDraft['dmarc']): Dmarc => ({
  ...policy,
  rua: splitAddresses(rua),
  ruf: splitAddresses(ruf),
});

/** The errors of a part that will be written; empty when valid. */
export interface MailFaults {
  selector?: Fault;
  key?: Fault;
  rua?: Fault;
  ruf?: Fault;
}

const addressFault = (text: string): Fault | undefined => {
  const wrong = splitAddresses(text).find((address) => !isReportAddress(address));
  return wrong === undefined ? undefined : fault('dnsMail:dmarc.addressError', { address: wrong });
};

export function mailFaults({ use, dkim, dmarc }: MailDraft, records: readonly DnsRecord[]): MailFaults {
  const faults: MailFaults = {};
  if (use === 'none') return faults;
  if (dkim.write) {
    const selector = selectorFault(dkim.selector) ?? aliasAt(dkim.selector, records);
    if (selector) faults.selector = selector;
    const key = readDkimKey(dkim.key);
    if (isFault(key)) faults.key = key;
  }
  if (dmarc.write) {
    const [rua, ruf] = [addressFault(dmarc.rua), addressFault(dmarc.ruf)];
    if (rua) faults.rua = rua;
    if (ruf) faults.ruf = ruf;
  }
  return faults;
}

function aliasAt(selector: string, records: readonly DnsRecord[]): Fault | null {
  const name = dkimName(selector);
  return records.some((one) => one.name === name && one.type === 'CNAME') ? fault('dnsMail:dkim.aliasThere', { name }) : null;
}

/** The changes that saving makes. Parts with errors are left out until they are fixed. */
export function planFor(draft: MailDraft, records: readonly DnsRecord[]): MailPlan<DnsRecord> {
  const { use, spf, dkim, dmarc } = draft;
  if (use === 'none') return writeNoMail(records);
  const faults = mailFaults(draft, records);
  const key = dkim.write ? readDkimKey(dkim.key) : null;
  return joinPlans([
    ...(spf.write ? [writeSpf(records, printSpf(spf.terms))] : []),
    ...(key && !isFault(key) && !faults.selector ? [writeDkim(records, dkimName(dkim.selector), printDkim(key))] : []),
    ...(dmarc.write && !faults.rua && !faults.ruf ? [writeDmarc(records, printDmarc(dmarcFromDraft(dmarc)))] : []),
  ]);
}
