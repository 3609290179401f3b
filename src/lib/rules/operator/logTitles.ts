import type { LogTitles } from '../core/log/title.ts';

export const operatorLogTitles: LogTitles = {
  titles: {
    'walletCorrection.create': 'log:change.walletCorrection.create',
    'creditRequest.create': 'log:change.creditRequest.create',
    'creditRequest.update': 'log:change.creditRequest.update',
    'customerSessions.delete': 'log:change.customerSessions.delete',
  },
};
