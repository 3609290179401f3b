/** The categories of spending in the wallet: the product lines that charge, and the rest. */
export const services = ['cdn', 'cloud', 'support', 'other'] as const;
export type Service = (typeof services)[number];
