import { operatorLogTitles } from '../../lib/rules/operator/logTitles.ts';
import type { Kinds, Manifest } from '../core/manifest.ts';
import { operatorCustomerHandlers } from './customer/customer.ts';
import { waitingCredits } from './customer/queue.ts';
import { operatorDeskHandlers } from './desk/desk.ts';
import { operatorLogHandlers } from './log/log.ts';
import { seedCreditRequest } from './seeds.ts';

export const operatorKinds = { jobs: {}, desired: {}, tasks: {} } satisfies Kinds;

export const operator = {
  ...operatorKinds,
  handlers: { operatorCustomer: operatorCustomerHandlers, operatorDesk: operatorDeskHandlers, operatorLog: operatorLogHandlers },
  logTitles: operatorLogTitles,
  queue: waitingCredits,
  closeAccount: {
    async forget(tx, _ctx, { id }) {
      await tx.deleteFrom('creditRequest').where('accountId', '=', id).where('status', '=', 'waiting').execute();
    },
  },
  seeds: () => [seedCreditRequest],
} satisfies Manifest;
