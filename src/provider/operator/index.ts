import { operatorLogTitles } from '../../lib/rules/operator/logTitles.ts';
import type { Manifest } from '../core/manifest.ts';
import { operatorBrandHandlers } from './brand/brand.ts';
import { operatorCustomerHandlers } from './customer/customer.ts';
import { waitingCredits } from './customer/queue.ts';
import { operatorDeskHandlers } from './desk/desk.ts';
import { operatorLogHandlers } from './log/log.ts';
import { operatorSearchHandlers } from './search/search.ts';
import { seedConsent, seedCreditRequest } from './seeds.ts';
import { operatorViewHandlers } from './view/view.ts';

export const operator = {
  handlers: {
    operatorBrand: operatorBrandHandlers,
    operatorCustomer: operatorCustomerHandlers,
    operatorDesk: operatorDeskHandlers,
    operatorLog: operatorLogHandlers,
    operatorSearch: operatorSearchHandlers,
    operatorView: operatorViewHandlers,
  },
  logTitles: operatorLogTitles,
  queue: waitingCredits,
  closeAccount: {
    async forget(tx, _ctx, { id }) {
      await tx.deleteFrom('supportConsent').where('accountId', '=', id).execute();
      await tx.deleteFrom('supportView').where('accountId', '=', id).execute();
      await tx.deleteFrom('creditRequest').where('accountId', '=', id).where('status', '=', 'waiting').execute();
    },
  },
  seeds: () => [seedCreditRequest, seedConsent],
} satisfies Manifest;
