/** How many numbers of a series were given: a year of invoices, or of proforma invoices. */
export interface InvoiceSeriesTable {
  /** `2026`, or `P2026` of proforma invoices. */
  series: string;
  last: number;
}

export interface InvoiceTable {
  id: string;
  accountId: string;
  /** Unique. Those of closed invoices have no gaps within a year. */
  number: string;
  /** The open invoice of a month has no row: it is read from the ledger until the month is closed. */
  state: 'proforma' | 'closed';
  payment: 'paid' | 'unpaid' | 'unknown';
  /** `month`: what the ledger charged in a month. `credit`: credit for the wallet. `services`: services that are paid in advance. */
  kind: 'month' | 'credit' | 'services';
  /** `2026-11`; null: not of a month. */
  month: string | null;
  description: string | null;
  /** Mills without tax; amount − discount + tax = total. */
  amount: number;
  discount: number;
  tax: number;
  total: number;
  /** Hundredths of a percent. */
  taxRate: number;
  /** JSON: as they were when the invoice was issued. */
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
  /** A text key with params (JSON), so that it reads in every language. */
  title: string;
  quantity: number;
  /** Mills without tax; quantity × unitPrice = amount. */
  unitPrice: number;
  amount: number;
  fromAt: number | null;
  toAt: number | null;
}

/** The entry of the ledger that an invoice contains. */
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
  /** JSON: who the invoices are made out to. */
  buyer: string;
  description: string | null;
  createdAt: number;
}
