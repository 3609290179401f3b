import { financeLogTitles } from '../../lib/rules/finance/logTitles.ts';
import type { Manifest } from '../core/manifest.ts';
import { bindJobs } from '../jobs/jobs.ts';
import { archiveHandlers } from './archive/archive.ts';
import { autoTopUpHandlers } from './autoTopUp/autoTopUp.ts';
import { chargeCard, forgetCard } from './autoTopUp/charge.ts';
import { checkAutoTopUp, sweepAutoTopUps } from './autoTopUp/check.ts';
import { checkBalance, sweepBalances, watchWallets } from './balance/balance.ts';
import { budgetHandlers } from './budget/budget.ts';
import { checkBudget, sweepBudgets } from './budget/check.ts';
import { closeFinance } from './closeAccount.ts';
import { exportFinance } from './exportData.ts';
import { closeInvoices } from './invoice/close.ts';
import { invoiceHandlers } from './invoice/invoice.ts';
import { financeJobs } from './jobs.ts';
import { checkLedger, ledgerHealth } from './ledgerCheck.ts';
import { operatorTopUpHandlers } from './operatorTopUp/operatorTopUp.ts';
import { payBack } from './payment/payBack.ts';
import { paymentHandlers } from './payment/payment.ts';
import { operatorPaymentHandlers, waitingRefunds } from './payment/refund.ts';
import { checkPayment } from './payment/watch.ts';
import { seedGiftCodes } from './seeds/giftCode.ts';
import { seedInvoices } from './seeds/invoice.ts';
import { seedPayments } from './seeds/payment.ts';
import { transactionHandlers } from './transaction/transaction.ts';
import { voucherHandlers } from './voucher/voucher.ts';
import { walletDetailHandlers } from './walletDetail/walletDetail.ts';

export const finance = {
  jobs: bindJobs(financeJobs, {
    checkAutoTopUp: { run: checkAutoTopUp },
    sweepAutoTopUps: { run: sweepAutoTopUps, schedule: '*/10 * * * *', atStart: {} },
    checkBalance: { run: checkBalance },
    sweepBalances: { run: sweepBalances, schedule: '*/10 * * * *', atStart: {} },
    checkBudget: { run: checkBudget },
    sweepBudgets: { run: sweepBudgets, schedule: '4 * * * *', atStart: {} },
    forgetCard: { run: forgetCard },
    // Hourly rather than monthly: months missed while no process ran are closed as soon as one starts.
    closeInvoices: { run: closeInvoices, schedule: '9 * * * *', atStart: {} },
    checkLedger: { run: checkLedger, schedule: '23 3 * * *', atStart: { key: 'ledger.check:start' } },
    chargeCard: { run: chargeCard },
    checkPayment: { run: checkPayment },
    payBack: { run: payBack },
  }),
  handlers: {
    archive: archiveHandlers,
    autoTopUp: autoTopUpHandlers,
    budget: budgetHandlers,
    invoice: invoiceHandlers,
    operatorPayment: operatorPaymentHandlers,
    operatorTopUp: operatorTopUpHandlers,
    payment: paymentHandlers,
    transaction: transactionHandlers,
    voucher: voucherHandlers,
    walletDetail: walletDetailHandlers,
  },
  logTitles: financeLogTitles,
  checks: async (db) => [await ledgerHealth(db)],
  seeds: (services) => [seedGiftCodes, seedInvoices, ...(services.env.sandbox ? [seedPayments] : [])],
  queue: waitingRefunds,
  exportData: exportFinance,
  closeAccount: closeFinance,
  attach: watchWallets,
} satisfies Manifest;
