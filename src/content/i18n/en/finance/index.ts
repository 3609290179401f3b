export { default as archive } from './archive.json' with { type: 'json' };
export { default as balance } from './balance.json' with { type: 'json' };
export { default as budget } from './budget.json' with { type: 'json' };
export { default as invoice } from './invoice.json' with { type: 'json' };
export { default as payment } from './payment.json' with { type: 'json' };
export { default as transaction } from './transaction.json' with { type: 'json' };
export { default as voucher } from './voucher.json' with { type: 'json' };
export { default as walletDetail } from './walletDetail.json' with { type: 'json' };
