import { isolate } from '../../format/isolate.ts';

/** Names of card brands as gateways spell them. Another one is shown as it is spelt. */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** A card as people name it: "Visa •••• 4242". It reads from the left in every language. */
export const cardTitle = ({ brand, last4 }: { brand: string; last4: string }): string =>
  isolate(`${brands[brand] ?? brand} \u2022\u2022\u2022\u2022 ${last4}`);

/** The last digits of the sandbox gateway's cards: each later charge of the one is paid, of the other is declined. */
export const sandboxCards = { accepted: '4242', declined: '0002' } as const;
