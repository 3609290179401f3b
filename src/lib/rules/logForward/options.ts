import { reachReasons } from '../cluster/options.ts';

/* What the form, the provider and the documentation count by. No rule is imported, so that a page can have it at once. */
export const maxTargets = 5;
export const maxUrl = 2048;
export const minSecret = 16;
export const maxSecret = 256;

/** How entries travel; `syslog` and `s3` of the API's catalogue are not accepted yet. */
export const targetKinds = ['http'] as const;
export const logFormats = ['ndjson', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];
/**
 * `delivering`: all was sent. `waiting`: some is about to be. `failing`: the last try failed and is made again. `suspended`: it failed for
 * so long that it was switched off. `paused`: the plan lacks log forwarding. `off`: the customer switched it off.
 */
export const targetStates = ['delivering', 'waiting', 'failing', 'suspended', 'paused', 'off'] as const;
export type TargetState = (typeof targetStates)[number];

/** Why a batch was not delivered; a text of its own each (`logForward:reason.…`). */
export const deliveryReasons = [...reachReasons, 'status'] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

/** Of one request. */
export const batchEntries = 500;
export const batchBytes = 1_048_576;
/** From the first packet to the head of the answer, names included. */
export const deliveryMs = 10_000;
/** A target that failed without a break for so long is switched off. */
export const suspendAfterMs = 86_400_000;

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * How long to wait after so many failures in a row: 10 s, 20 s, 40 s … an hour at most, less up to a half of it, so that targets that
 * failed together do not all come back together.
 * @param attempts failures in a row, from 1
 * @param random from 0 to 1
 */
export const waitAfter = (attempts: number, random: number): number =>
  Math.round(Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (1 - random / 2));
