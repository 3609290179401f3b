import type { DnsRecord } from '../../../lib/contract/cdn/dns.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { countItems, type MailPlan } from '../../../lib/rules/cdn/dns/mail/plan.ts';
import { textBytes } from '../../../lib/rules/cdn/dns/text.ts';
import { absolute } from '../../../lib/rules/core/dnsName.ts';
import { Badge } from '../../ui/Badge.tsx';
import { DomainText } from '../../ui/DomainText.tsx';
import type { Tone } from '../../ui/icon.ts';
import { TypeTag } from '../../ui/TypeTag.tsx';
import { valueText } from './data.ts';

/** Longest string of a TXT record (RFC 1035 section 3.3); longer texts are split. */
const maxString = 255;

/** The planned records, before anything is saved. */
export function MailPlanList({ plan, zone }: { plan: MailPlan<DnsRecord>; zone: string }) {
  const t = useT();
  const items: { key: string; tone: Tone; word: string; type: DnsRecord['type']; name: string; value: string; before?: string }[] = [
    ...plan.deletes.map((one) => ({
      key: one.id,
      tone: 'danger' as const,
      word: t('dnsMail:plan.delete'),
      type: one.type,
      name: one.name,
      value: valueText(one),
    })),
    ...plan.updates.map(({ record, content }) => ({
      key: record.id,
      tone: 'warning' as const,
      word: t('dnsMail:plan.change'),
      type: record.type,
      name: record.name,
      before: record.content,
      value: content,
    })),
    ...plan.creates.map((draft) => ({
      key: `${draft.name} ${draft.type}`,
      tone: 'success' as const,
      word: t('dnsMail:plan.add'),
      type: draft.type as DnsRecord['type'], // the mail rules only create MX and TXT
      name: draft.name,
      value: valueText(draft),
    })),
  ];
  return (
    <section aria-label={t('dnsMail:plan.title')} className="grid gap-2">
      <h3 className="text-ui font-semibold">{t('dnsMail:plan.title')}</h3>
      {countItems(plan) === 0 ? (
        <p className="text-help text-text-2">{t('dnsMail:plan.none')}</p>
      ) : (
        <ul className="rounded-md ring-1 ring-border">
          {items.map(({ key, tone, word, type, name, value, before }) => (
            <li key={key} className="grid gap-1.5 border-b border-border px-3 py-2.5 last:border-b-0">
              <span className="flex min-w-0 items-center gap-2.5">
                <Badge tone={tone}>{word}</Badge>
                <TypeTag type={type} />
                <DomainText className="min-w-0 truncate font-medium">{absolute(name, zone)}</DomainText>
              </span>
              {before !== undefined && (
                <del className="text-caption text-text-3">
                  <DomainText mono className="[overflow-wrap:anywhere]">
                    {before}
                  </DomainText>
                </del>
              )}
              <DomainText mono className="text-caption [overflow-wrap:anywhere]">
                {value}
              </DomainText>
              <Strings value={value} isText={type === 'TXT' && tone !== 'danger'} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Strings({ value, isText }: { value: string; isText: boolean }) {
  const t = useT();
  const count = Math.ceil(textBytes(value).length / maxString);
  return isText && count > 1 && <span className="text-caption text-text-3">{t('dnsMail:parts', counted(count, currentLocale()))}</span>;
}
