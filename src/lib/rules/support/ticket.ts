export const ticketStatuses = ['pending', 'active', 'answered', 'inactive', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];
/** In the list of active tickets; the others are closed. */
export const openStatuses = ['pending', 'active', 'answered', 'inactive'] as const satisfies readonly TicketStatus[];

export const ticketPriorities = ['low', 'medium', 'high'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

export const ticketScores = ['good', 'bad'] as const;
export type TicketScore = (typeof ticketScores)[number];

/** Characters. */
export const ticketLimits = { title: 150, message: 20_000, note: 1_000 } as const;

/** Days without a reply from the customer until an answered ticket becomes inactive. */
export const inactiveAfterDays = 7;

export const customerActions = ['reply', 'close', 'reopen'] as const;
export type CustomerAction = (typeof customerActions)[number];

/**
 * The status after an action of the customer; unlisted actions aren't possible. Buttons and handlers both use this
 * table. A reply while the ticket waits for its first answer leaves it pending.
 */
export const customerTransitions: Record<TicketStatus, Partial<Record<CustomerAction, TicketStatus>>> = {
  pending: { reply: 'pending', close: 'closed' },
  active: { reply: 'active', close: 'closed' },
  answered: { reply: 'active', close: 'closed' },
  inactive: { reply: 'active', close: 'closed' },
  closed: { reopen: 'active' },
};

export const canCustomer = (status: TicketStatus, action: CustomerAction): boolean => customerTransitions[status][action] !== undefined;

/** The statuses that support can set by hand. `answered` comes with a reply, `pending` only with a new ticket. */
export const operatorTransitions: Record<TicketStatus, readonly TicketStatus[]> = {
  pending: ['active', 'inactive', 'closed'],
  active: ['inactive', 'closed'],
  answered: ['active', 'inactive', 'closed'],
  inactive: ['active', 'closed'],
  closed: ['active'],
};
