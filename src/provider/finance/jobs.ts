import { z } from 'zod';
import { Id } from '../../lib/contract/fields.ts';
import { job } from '../jobs/kind.ts';

const OfAccount = z.object({ accountId: Id });
const ofAccount = (name: string) => job(name, OfAccount, ({ accountId }) => accountId);
const OfPayment = z.object({ paymentId: Id });
const ofPayment = (name: string) => job(name, OfPayment, ({ paymentId }) => paymentId);

export const financeJobs = {
  chargeCard: ofPayment('payment.charge'),
  checkAutoTopUp: ofAccount('autoTopUp.check'),
  checkBalance: ofAccount('balance.check'),
  checkBudget: ofAccount('budget.check'),
  checkLedger: job('ledger.check'),
  checkPayment: ofPayment('payment.check'),
  closeInvoices: job('invoice.close'),
  forgetCard: job('card.forget', z.object({ cardId: Id }), ({ cardId }) => cardId),
  payBack: job('payment.refund', z.object({ refundId: Id }), ({ refundId }) => refundId),
  sweepAutoTopUps: job('autoTopUp.sweep'),
  sweepBalances: job('balance.sweep'),
  sweepBudgets: job('budget.sweep'),
};
