import { z } from 'zod';
import { get, group } from './call.ts';
import { Mills } from './fields.ts';

export const wallet = group('wallet', {
  balance: get('/fin/balance', {
    summary: 'The balance of the wallet, in mills',
    output: z.object({ balance: Mills }),
  }),
});
