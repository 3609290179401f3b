import type { Archive } from '../../../../lib/contract/finance/archive.ts';
import type { Party } from '../../../../lib/contract/finance/invoice.ts';
import type { Billed } from '../../../../lib/rules/finance/invoice/billed.ts';
import type { StoredText } from '../core/ledger.ts';

/** The last number of a series: a year of invoices, or of proforma invoices. */
export interface InvoiceSeriesTable {
  /** `2026`, or `P2026` for proforma invoices. */
  series: string;
  last: number;
}

export interface InvoiceTable {
  id: string;
  accountId: string;
  /** Unique. The numbers of closed invoices have no gaps within a year. */
  number: string;
  /** The open invoice of a month has no row: it is computed from the ledger until the month is closed. */
  state: 'proforma' | 'closed';
  payment: 'paid' | 'unpaid' | 'unknown';
  /** `month`: the charges of a month. `credit`: credit for the wallet. `services`: prepaid services. */
  kind: 'month' | 'credit' | 'services';
  /** `2026-11`; null: not monthly. */
  month: string | null;
  description: string | null;
  /** Mills without tax; amount − discount + tax = total. */
  amount: number;
  discount: number;
  tax: number;
  total: number;
  /** Hundredths of a percent. */
  taxRate: number;
  /** The details at the time of issue. */
  issuer: Party;
  buyer: Party;
  issuedAt: number;
  dueAt: number | null;
  paidAt: number | null;
}

export interface InvoiceItemTable {
  id: string;
  invoiceId: string;
  place: number;
  title: StoredText;
  quantity: number;
  /** Mills without tax; quantity × unitPrice = amount. */
  unitPrice: number;
  amount: number;
  fromAt: number | null;
  toAt: number | null;
  /** Null: an item of an earlier version, or of a credit. */
  supply: Omit<Billed, 'from' | 'to'> | null;
}

/** A ledger entry on an invoice. */
export interface InvoiceEntryTable {
  entryId: string;
  invoiceId: string;
}

/** A request for the official invoices of a period. */
export interface InvoiceArchiveTable {
  id: string;
  accountId: string;
  /** `2026-01`; both inclusive. */
  fromMonth: string;
  toMonth: string;
  /** The buyer of the invoices. */
  buyer: Party & { accountType: Archive['accountType'] };
  description: string | null;
  createdAt: number;
}
