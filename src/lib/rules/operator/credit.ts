/** EXAMPLE: amount in mills from which a credit or debit needs a second operator. */
export const FOUR_EYES_FROM = 100_000;
/** Maximum amount of a correction, in mills. */
export const MOST_CREDIT = 10_000_000;
/** Maximum length of a reason. */
export const REASON = 200;

/** Whether a second operator has to approve an amount (mills; negative: a debit). */
export const needsSecond = (amount: number): boolean => Math.abs(amount) >= FOUR_EYES_FROM;
