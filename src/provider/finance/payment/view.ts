import type { Payment } from '../../../lib/contract/finance/payment.ts';
import { iso } from '../../../lib/time.ts';
import type { PaymentRow } from './settle.ts';

export const showPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  gateway: row.gateway,
  status: row.status,
  failure: row.failure,
  amount: Number(row.amount),
  bonus: Number(row.bonus),
  gift: Number(row.gift),
  giftCode: row.giftCode,
  total: Number(row.amount) + Number(row.bonus) + Number(row.gift),
  currency: row.currency,
  invoiceId: row.invoiceId,
  returnTo: row.returnTo,
  saveCard: row.saveCard,
  cardLast4: row.cardLast4,
  createdAt: iso(row.createdAt),
  expiresAt: iso(row.expiresAt),
  settledAt: row.settledAt === null ? null : iso(row.settledAt),
});
