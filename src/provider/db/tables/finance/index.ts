import type { AutoTopUpTable, SavedCardTable } from './autoTopUp.ts';
import type { BudgetMarkTable, BudgetTable, NegativeBalanceTable } from './budget.ts';
import type { InvoiceArchiveTable, InvoiceEntryTable, InvoiceItemTable, InvoiceSeriesTable, InvoiceTable } from './invoice.ts';

import type { GiftCodeTable, GiftCountTable, GiftUseTable, PaymentTable, RefundTable, SandboxPaymentTable } from './payment.ts';

export interface FinanceTables {
  autoTopUp: AutoTopUpTable;
  budget: BudgetTable;
  budgetMark: BudgetMarkTable;
  invoice: InvoiceTable;
  invoiceArchive: InvoiceArchiveTable;
  invoiceEntry: InvoiceEntryTable;
  invoiceItem: InvoiceItemTable;
  invoiceSeries: InvoiceSeriesTable;
  negativeBalance: NegativeBalanceTable;
  payment: PaymentTable;
  giftCode: GiftCodeTable;
  giftUse: GiftUseTable;
  giftCount: GiftCountTable;
  refund: RefundTable;
  sandboxPayment: SandboxPaymentTable;
  savedCard: SavedCardTable;
}
