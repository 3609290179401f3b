import type { StaffArea } from './staff.ts';

/** The items that can wait for an operator, in the order of the desk. Each line of the provider reports its own (`queue` of its manifest). */
export const queueKinds = ['ticket', 'consulting', 'credit', 'refund', 'dedicatedIp'] as const;
export type QueueKind = (typeof queueKinds)[number];

/** The part of the operators' work that the items of a kind belong to. */
export const queueAreas: Readonly<Record<QueueKind, StaffArea>> = {
  ticket: 'tickets',
  consulting: 'tickets',
  credit: 'money',
  refund: 'money',
  dedicatedIp: 'system',
};

/** Maximum items per kind on the desk. */
export const QUEUE_ITEMS = 10;
