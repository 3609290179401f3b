import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import TopUp from '../../src/islands/finance/payment/TopUp.tsx';
import { demo } from '../../src/lib/contract/fields.ts';
import { openPage, paste, t } from './panel.ts';

/** The page of the second customer, whose wallet is empty. */
export async function topUpPage(options: Parameters<typeof openPage>[1] = {}) {
  history.replaceState(null, '', '/finance/top-up');
  // The router follows links; here nothing does.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { running, user } = await openPage(<TopUp />, { signedIn: demo.second, ...options });
  const amount = await screen.findByRole('textbox', { name: t('payment:field.amount') });
  return {
    running,
    user,
    amount,
    type: async (text: string) => {
      await user.clear(amount);
      await paste(amount, text);
    },
    pay: () => user.click(screen.getByRole('button', { name: /^Pay / })),
    made: () => running.store.reader.selectFrom('payment').selectAll().where('id', '!=', demo.paymentId).execute(),
  };
}
