/** EXAMPLE: amount in mills from which moving a customer's money needs a second operator. */
export const FOUR_EYES_FROM = 100_000;

/** Whether a second operator has to approve an amount (mills; negative: a debit). */
export const needsSecond = (amount: number): boolean => Math.abs(amount) >= FOUR_EYES_FROM;
