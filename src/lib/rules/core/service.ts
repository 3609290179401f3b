/** What money is spent on, as a wallet groups it: the product lines that charge, and what none of them names. */
export const services = ['cdn', 'cloud', 'support', 'other'] as const;
export type Service = (typeof services)[number];
