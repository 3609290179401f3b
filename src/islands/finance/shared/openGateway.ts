import { navigate } from '../../../browser/navigate.ts';
import type { Payment } from '../../../lib/contract/finance/payment.ts';

/** Navigates to the payment page. The sandbox is a page of the panel, whatever origin the provider has configured. */
export function openGateway(gateway: Payment['gateway'], redirectUrl: string): void {
  const { pathname, search } = new URL(redirectUrl);
  if (gateway === 'sandbox') navigate.to(pathname + search);
  else navigate.leave(redirectUrl);
}
