import { Payments } from '../../../islands/finance/operatorPayment/Payments.tsx';
import Customer from '../../../islands/operator/customer/Customer.tsx';

/** The page of an account with its payments as one island: a feature may not import another. */
export default function CustomerPage({ customerId }: { customerId: string }) {
  return <Customer customerId={customerId} payments={<Payments accountId={customerId} />} />;
}
