import type { Payment } from '../../../lib/contract/finance/payment.ts';
import { navigate } from '../../../lib/navigate.ts';

/** Leads to where the payment is made. The sandbox is a page of the panel, whatever the provider takes the portal's origin to be. */
export function openGateway(gateway: Payment['gateway'], redirectUrl: string): void {
  const { pathname, search } = new URL(redirectUrl);
  if (gateway === 'sandbox') navigate.to(pathname + search);
  else navigate.leave(redirectUrl);
}
