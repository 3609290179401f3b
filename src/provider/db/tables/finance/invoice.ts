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
  /** JSON: the details at the time of issue. */
  issuer: string;
  buyer: string;
  issuedAt: number;
  dueAt: number | null;
  paidAt: number | null;
}

export interface InvoiceItemTable {
  id: string;
  invoiceId: string;
  place: number;
  /** A text key with params (JSON), for display in every language. */
  title: string;
  quantity: number;
  /** Mills without tax; quantity × unitPrice = amount. */
  unitPrice: number;
  amount: number;
  fromAt: number | null;
  toAt: number | null;
  /** JSON (`Billed` of rules/finance/invoice/billed.ts); null: an item of an earlier version, or of a credit. */
  supply: string | null;
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
  /** JSON: the buyer of the invoices. */
  buyer: string;
  description: string | null;
  createdAt: number;
}
