export { archive } from './archive.ts';
export { budget } from './budget.ts';
export { invoice } from './invoice.ts';
export { operatorPayment } from './operatorPayment.ts';
export { payment } from './payment.ts';
export { transaction } from './transaction.ts';
export { voucher } from './voucher.ts';
export { walletDetail } from './walletDetail.ts';
