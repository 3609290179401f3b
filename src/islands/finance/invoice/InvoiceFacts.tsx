import type { InvoiceDetail, Party } from '../../../lib/contract/finance/invoice.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Card } from '../../ui/Card.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';

export function FactsCard({ detail: { number, issuedAt, dueAt, paidAt, description, state } }: { detail: InvoiceDetail }) {
  const t = useT();
  const locale = currentLocale();
  const day = (iso: string) => (
    <time dateTime={iso} title={formatDateTime(iso, locale)}>
      {formatDate(iso, locale)}
    </time>
  );
  const rows = [
    ...(number ? [{ key: 'number', label: t('invoice:column.number'), value: <bdi dir="ltr">{number}</bdi> }] : []),
    ...(state === 'current'
      ? [{ key: 'from', label: t('invoice:column.from'), value: day(issuedAt) }]
      : [{ key: 'issued', label: t('invoice:column.issued'), value: day(issuedAt) }]),
    ...(dueAt ? [{ key: 'due', label: t('invoice:column.due'), value: day(dueAt) }] : []),
    ...(paidAt ? [{ key: 'paid', label: t('invoice:payment.paid'), value: day(paidAt) }] : []),
    ...(description ? [{ key: 'description', label: t('invoice:column.description'), value: description }] : []),
  ];
  return (
    <Card title={t('invoice:detail.facts')}>
      <KeyValueList items={rows} />
    </Card>
  );
}

export function PartiesCard({ detail: { issuer, buyer } }: { detail: InvoiceDetail }) {
  const t = useT();
  return (
    <Card title={t('invoice:detail.parties')}>
      <div className="grid gap-4">
        <PartyAddress title={t('invoice:party.from')} party={issuer} />
        <PartyAddress title={t('invoice:party.to')} party={buyer} />
      </div>
    </Card>
  );
}

function PartyAddress({ title, party: { name, address, postalCode, taxId, nationalId, email } }: { title: string; party: Party }) {
  const t = useT();
  const lines = [
    { key: 'address', text: address },
    { key: 'postalCode', label: t('invoice:party.postalCode'), text: postalCode },
    { key: 'taxId', label: t('invoice:party.taxId'), text: taxId },
    { key: 'nationalId', label: t('invoice:party.nationalId'), text: nationalId },
    { key: 'email', text: email },
  ];
  return (
    <div className="text-ui">
      <h3 className="text-caption text-text-3">{title}</h3>
      <p className="font-semibold [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </p>
      {lines.map(
        ({ key, label, text }) =>
          text && (
            <p key={key} className="text-text-2 [overflow-wrap:anywhere]">
              {label && `${label}: `}
              <bdi>{text}</bdi>
            </p>
          ),
      )}
    </div>
  );
}
