/** The items that can wait for an operator, in the order of the desk. Each line of the provider reports its own (`queue` of its manifest). */
export const queueKinds = ['ticket', 'consulting', 'credit', 'refund', 'dedicatedIp'] as const;
export type QueueKind = (typeof queueKinds)[number];

/** Maximum items per kind on the desk. */
export const QUEUE_ITEMS = 10;
