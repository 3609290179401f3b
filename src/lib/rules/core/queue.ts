/** What can wait for an operator, in the order of the desk. Each line of the provider reports its own (`queue` of its manifest). */
export const queueKinds = ['ticket', 'consulting', 'credit', 'dedicatedIp'] as const;
export type QueueKind = (typeof queueKinds)[number];

/** Items of one kind that the desk lists. */
export const QUEUE_ITEMS = 10;
