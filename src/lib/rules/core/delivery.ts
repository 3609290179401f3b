import { connectionErrors } from './connectionErrors.ts';

/* How requests are sent to the receivers of customers: log targets and webhooks. */
export const maxUrl = 2048;

/** Why a request was not delivered; each has its own text (`target:reason.…`). */
export const deliveryReasons = [...connectionErrors, 'status'] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

/** From the first packet to the response headers, including DNS. */
export const deliveryMs = 10_000;
/** A receiver that fails for this long without a success is turned off. */
export const suspendAfterMs = 86_400_000;

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * The delay after consecutive failures: 10 s, 20 s, 40 s … an hour at most, reduced randomly by up to a half, so that targets
 * that failed together aren't all retried together.
 * @param attempts consecutive failures, from 1
 * @param random from 0 to 1
 */
export const waitAfter = (attempts: number, random: number): number =>
  Math.round(Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (1 - random / 2));
