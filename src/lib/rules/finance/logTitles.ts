import type { LogTitles } from '../core/log/title.ts';

const turns = {
  paid: { title: 'log:change.payment.paid', kind: 'edit' },
  failed: { title: 'log:change.payment.failed', kind: 'edit' },
  cancelled: { title: 'log:change.payment.cancelled', kind: 'edit' },
} as const;

export const financeLogTitles: LogTitles = {
  titles: {
    'autoTopUp.update': 'log:change.autoTopUp.update',
    'budget.update': 'log:change.budget.update',
    'invoiceArchive.create': 'log:change.invoiceArchive.create',
    'invoice.create': 'log:change.invoice.create',
    'invoice.update': 'log:change.invoice.update',
    'invoice.delete': 'log:change.invoice.delete',
    'payment.create': 'log:change.payment.create',
    'payment.update': 'log:change.payment.update',
    'refund.create': 'log:change.refund.create',
    'refund.update': 'log:change.refund.update',
    'savedCard.create': 'log:change.savedCard.create',
    'savedCard.delete': 'log:change.savedCard.delete',
    'sandboxPayment.request': 'log:change.sandboxPayment.request',
    'catalogueBonus.update': 'log:change.catalogueBonus.update',
    'catalogueGift.create': 'log:change.catalogueGift.create',
    'catalogueGift.update': 'log:change.catalogueGift.update',
    'giftCode.create': 'log:change.giftCode.create',
    'giftCode.delete': 'log:change.giftCode.delete',
  },
  turnOf({ entity, changes }) {
    if (entity.type !== 'payment') return null;
    const status = changes.find(({ field }) => field === 'status')?.after;
    const failure = changes.find(({ field }) => field === 'failure')?.after;
    if (failure === 'cancelled' || failure === 'replaced') return turns.cancelled;
    return status === 'paid' || status === 'failed' ? turns[status] : null;
  },
};
