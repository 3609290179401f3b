import type { LogTitles } from '../core/log/title.ts';

export const operatorLogTitles: LogTitles = {
  titles: {
    'brand.update': 'log:change.brand.update',
    'brand.restore': 'log:change.brand.restore',
    'brandImage.create': 'log:change.brandImage.create',
    'walletCorrection.create': 'log:change.walletCorrection.create',
    'creditRequest.create': 'log:change.creditRequest.create',
    'creditRequest.update': 'log:change.creditRequest.update',
    'accountSuspension.create': 'log:change.accountSuspension.create',
    'accountSuspension.delete': 'log:change.accountSuspension.delete',
    'supportView.create': 'log:change.supportView.create',
    'supportView.delete': 'log:change.supportView.delete',
    'customerSessions.delete': 'log:change.customerSessions.delete',
  },
};
