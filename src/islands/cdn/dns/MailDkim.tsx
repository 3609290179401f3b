import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { checkDkim, printDkim, readDkimKey } from '../../../lib/rules/cdn/dns/mail/dkim.ts';
import type { DkimStatus } from '../../../lib/rules/cdn/dns/mail/state.ts';
import { isFault } from '../../../lib/rules/core/fault.ts';
import { DomainText } from '../../ui/DomainText.tsx';
import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { MailBadge, MailFindings } from './MailFindings.tsx';
import type { MailDraft, MailFaults } from './mailDraft.ts';

interface MailDkimProps {
  zone: string;
  draft: MailDraft['dkim'];
  faults: MailFaults;
  keys: readonly DkimStatus<DnsRecord>[];
  onChange: (change: Partial<MailDraft['dkim']>) => void;
}

/** The DKIM keys of the domain, and a form that adds one. */
export function MailDkim({ zone, draft, faults, keys, onChange }: MailDkimProps) {
  const t = useT();
  const key = readDkimKey(draft.key);
  const read = isFault(key) ? null : key;
  const formatFault = (fault: MailFaults['key'], value: string) => (fault && value !== '' ? t(fault.key, fault.params) : undefined);
  return (
    <div className="grid gap-5">
      {keys.length > 0 && (
        <Field label={t('dnsMail:dkim.present')} group>
          <ul className="rounded-md ring-1 ring-border">
            {keys.map(({ selector, state, findings, record }) => (
              <li key={record.id} className="grid gap-1.5 border-b border-border px-3 py-2 last:border-b-0">
                <span className="flex min-w-0 items-center gap-3">
                  <DomainText mono className="min-w-0 flex-1 truncate">
                    {selector}
                  </DomainText>
                  <MailBadge state={state} />
                </span>
                <MailFindings findings={findings} />
              </li>
            ))}
          </ul>
        </Field>
      )}
      <Field label={t('dnsMail:dkim.selectorLabel')} error={formatFault(faults.selector, draft.selector)}>
        <div dir="ltr" className="[&_input]:text-start!">
          <TextInput
            ltr
            mono
            autoComplete="off"
            value={draft.selector}
            placeholder="s1"
            suffix={<bdi>._domainkey.{zone}</bdi>}
            onChange={(event) => onChange({ selector: event.target.value })}
          />
        </div>
      </Field>
      <Field
        label={t('dnsMail:dkim.key')}
        help={t('dnsMail:dkim.keyHelp')}
        error={formatFault(faults.key, draft.key)}
        success={
          read &&
          t('dnsMail:dkim.read', {
            kind: read.kind === 'rsa' ? 'RSA' : 'Ed25519',
            bits: formatNumber(read.bits, currentLocale(), { useGrouping: false }),
          })
        }
      >
        <Textarea
          mono
          rows={5}
          style={{ textAlign: 'start' }}
          value={draft.key}
          placeholder="v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG…"
          onChange={({ target: { value } }) => {
            const found = readDkimKey(value);
            // A full zone file line contains the selector as well.
            const selector = isFault(found) || draft.selector !== '' ? undefined : found.selector;
            onChange({ key: value, ...(selector && { selector }) });
          }}
        />
      </Field>
      {read && <MailFindings findings={checkDkim(printDkim(read))} />}
    </div>
  );
}
