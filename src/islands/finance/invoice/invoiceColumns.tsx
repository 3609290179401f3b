import { FileDown, FileSpreadsheet, ReceiptText, Trash2 } from 'lucide-react';
import { type Invoice, paymentLabels } from '../../../lib/contract/finance/invoice.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, t } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import type { Column, Filter, RowMenu } from '../../ui/DataTable.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { confirmCancel } from './cancel.ts';
import { downloadInvoice } from './download.ts';
import { formatPurpose, invoiceName, paymentKinds } from './invoiceText.ts';

const money = (mills: number) => <bdi>{formatMoney(mills, currentLocale(), { exact: true })}</bdi>;
const day = (iso: string) => (
  <time dateTime={iso} title={formatDateTime(iso, currentLocale())}>
    {formatDate(iso, currentLocale())}
  </time>
);
const purpose = (one: Invoice) => formatPurpose(t, one, currentLocale());

export const invoiceColumns = (state: Invoice['state']): readonly Column<Invoice>[] => [
  {
    key: 'number',
    title: t('invoice:column.number'),
    cell: (one) => (
      <a href={href('invoice', { invoice: one.id })} className="block truncate font-semibold text-text hover:text-brand-text">
        {one.number ? <bdi dir="ltr">{one.number}</bdi> : invoiceName(t, one)}
      </a>
    ),
    width: '180px',
    narrow: '156px',
    place: 'title',
    sort: ({ number, month }) => number ?? month ?? '',
    search: ({ number }) => number ?? '',
    csv: ({ number, month }) => number ?? month ?? '',
  },
  {
    key: 'what',
    title: t('invoice:column.what'),
    cell: (one) => (
      <span className="block truncate">
        {purpose(one)}
        {one.description && <span className="text-text-3"> · {one.description}</span>}
      </span>
    ),
    place: 'sub',
    search: (one) => `${purpose(one)} ${one.month ?? ''} ${one.description ?? ''}`,
    csv: (one) => [purpose(one), one.description].filter(Boolean).join(' · '),
  },
  {
    key: 'payment',
    title: t('invoice:column.payment'),
    cell: ({ payment }) => <StatusBadge kind={paymentKinds[payment]}>{t(`invoice:payment.${payment}`)}</StatusBadge>,
    width: '212px',
    csv: ({ payment }) => t(`invoice:payment.${payment}`),
  },
  {
    key: 'issued',
    title: t(state === 'proforma' ? 'invoice:column.due' : 'invoice:column.issued'),
    cell: state === 'current' ? undefined : (one) => day(one.dueAt ?? one.issuedAt),
    width: '136px',
    sort: ({ dueAt, issuedAt }) => Date.parse(dueAt ?? issuedAt),
    csv: ({ dueAt, issuedAt }) => dueAt ?? issuedAt,
  },
  {
    key: 'tax',
    title: t('invoice:column.tax'),
    cell: ({ tax }) => money(tax),
    num: true,
    width: '112px',
    narrow: 'hidden',
    sort: ({ tax }) => tax,
    csv: ({ tax }) => tax / 1000,
  },
  {
    key: 'total',
    title: t('invoice:column.total'),
    cell: ({ total }) => money(total),
    num: true,
    width: '124px',
    place: 'end',
    sort: ({ total }) => total,
    csv: ({ total }) => total / 1000,
  },
];

export const invoiceFilters = (): readonly Filter<Invoice>[] => [
  {
    key: 'payment',
    label: t('invoice:column.payment'),
    value: ({ payment }) => payment,
    options: paymentLabels.map((label) => ({ value: label, label: t(`invoice:payment.${label}`) })),
  },
];

export const invoiceMenu = (): RowMenu<Invoice> => ({
  label: (one) => t('invoice:menu.label', { number: invoiceName(t, one) }),
  title: (one) => invoiceName(t, one),
  items: (one) => [
    { key: 'open', label: t('invoice:menu.open'), icon: ReceiptText, href: href('invoice', { invoice: one.id }) },
    { key: 'pdf', label: t('invoice:menu.pdf'), icon: FileDown, onSelect: () => void downloadInvoice(one, 'pdf') },
    { key: 'csv', label: t('invoice:menu.csv'), icon: FileSpreadsheet, onSelect: () => void downloadInvoice(one, 'csv') },
    ...(one.state === 'proforma'
      ? [
          {
            key: 'cancel',
            label: t('invoice:menu.cancel'),
            icon: Trash2,
            danger: true,
            group: true as const,
            onSelect: () => confirmCancel(one),
          },
        ]
      : []),
  ],
});
