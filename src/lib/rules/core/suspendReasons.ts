/** Why operators suspend an account; the customer reads it. */
export const suspendReasons = ['abuse', 'fraud', 'payment', 'legal', 'other'] as const;
export type SuspendReason = (typeof suspendReasons)[number];
