import { brand } from '../../../config/brand.ts';
import type { InvoiceDetail, Party } from '../../../lib/contract/finance/invoice.ts';
import { invoiceDay, invoiceItemTexts } from '../../../lib/format/finance/invoiceItem.ts';
import { isolate } from '../../../lib/format/isolate.ts';
import { formatMoney, formatRate } from '../../../lib/format/money.ts';
import { formatPercent } from '../../../lib/format/number.ts';
import { type Locale, localeFacts } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { invoiceTotals, type TotalKey } from '../../../lib/rules/finance/invoice/totals.ts';
import type { PrintedInvoice } from './pdf.task.ts';

function partyAddress({ name, address, postalCode, taxId, nationalId, email }: Party, locale: Locale): string[] {
  const t = translator(locale);
  const labeled = (label: string, value: string | undefined) => (value ? [`${label}: ${isolate(value)}`] : []);
  return [
    isolate(name),
    ...(address ? [isolate(address)] : []),
    ...labeled(t('invoice:party.postalCode'), postalCode),
    ...labeled(t('invoice:party.taxId'), taxId),
    ...labeled(t('invoice:party.nationalId'), nationalId),
    ...(email ? [isolate(email)] : []),
  ];
}

/** The display name of an invoice: its number, or its month while the month is open. */
export const invoiceFileName = ({ number, month }: Pick<InvoiceDetail, 'number' | 'month'>): string => number ?? month ?? '';

/**
 * An invoice in its printed form.
 * @param buyer replaces the buyer, as requested in an archive request
 */
export function printed(invoice: InvoiceDetail, locale: Locale, buyer: Party = invoice.buyer): PrintedInvoice {
  const t = translator(locale);
  const money = (mills: number) => formatMoney(mills, locale, { exact: true });
  const day = (iso: string) => invoiceDay(iso, locale);
  const { state, taxRate, total, dueAt } = invoice;
  const { before, after } = invoiceTotals(invoice);
  const label = (key: TotalKey) =>
    t(`invoice:total.${key}`, { rate: formatPercent(taxRate / 10_000, locale, { maximumFractionDigits: 2 }) });
  return {
    lang: locale,
    rtl: localeFacts[locale].direction === 'rtl',
    brand: brand.name[locale],
    title: state === 'proforma' ? t('invoice:print.proforma') : t('invoice:print.invoice'),
    number: invoiceFileName(invoice),
    footer: t('invoice:print.footer', { number: invoiceFileName(invoice) }),
    facts: [
      [t('invoice:column.number'), isolate(invoiceFileName(invoice))],
      [t('invoice:column.issued'), day(invoice.issuedAt)],
      dueAt ? [t('invoice:column.due'), day(dueAt)] : [t('invoice:column.payment'), t(`invoice:payment.${invoice.payment}`)],
    ],
    fromLabel: t('invoice:party.from'),
    toLabel: t('invoice:party.to'),
    issuer: partyAddress(invoice.issuer, locale),
    buyer: partyAddress(buyer, locale),
    head: [t('invoice:column.item'), t('invoice:column.quantity'), t('invoice:column.unitPrice'), t('invoice:column.amount')],
    rows: invoice.items.map((item) => {
      const texts = invoiceItemTexts(item, t, locale);
      return [item.title, texts.period, texts.quantity, texts.unitPrice, texts.amount];
    }),
    totals: before.map(({ key, micro }) => [label(key), formatRate(micro, locale)]),
    sum: [t('invoice:total.total'), money(total)],
    after: after.map(({ key, micro }) => [label(key), formatRate(micro, locale)]),
    descriptionLabel: t('invoice:column.description'),
    description: invoice.description === null ? '' : isolate(invoice.description),
  };
}
