/* What other features use of this one. */
export { giftAttempts, giftByCode, giftOfRow, pendingGift, requestGift, showVoucher, usableGift } from './gift.ts';
export { closePaid, markOpenPayments } from './paidInvoice.ts';
export { EXPIRES_MS, queryGateway } from './queryGateway.ts';
export { changeGroup, type PaymentRow, replacePayment, settle } from './settle.ts';
export { countStart, derivePaymentId, notePayment, startAt } from './start.ts';
export { showPayment } from './view.ts';
export { firstLook, watchPayment } from './watch.ts';
