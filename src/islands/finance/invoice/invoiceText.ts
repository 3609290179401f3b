import type { Invoice } from '../../../lib/contract/finance/invoice.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import type { StatusKind } from '../../ui/StatusBadge.tsx';

export const paymentKinds: Record<Invoice['payment'], StatusKind> = { paid: 'ok', unpaid: 'waiting', unknown: 'progress' };

/** A short description of an invoice. */
export const formatPurpose = (t: Translate, { kind, month }: Pick<Invoice, 'kind' | 'month'>, locale: Locale): string =>
  kind === 'month' ? t('invoice:kind.month', { month: month ? formatMonth(month, locale) : '' }) : t(`invoice:kind.${kind}`);

/** The name in lists: the number, or the month while it is open. */
export const invoiceName = (t: Translate, { number }: Pick<Invoice, 'number'>): string => number ?? t('invoice:open');

export const invoiceTitle = (t: Translate, { number, month, state }: Invoice, locale: Locale): string =>
  state === 'current'
    ? t('invoice:detail.openTitle', { month: month ? formatMonth(month, locale) : '' })
    : t(state === 'proforma' ? 'invoice:detail.proformaTitle' : 'invoice:detail.title', { number: number ?? '' });
