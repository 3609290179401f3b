/** Days between the request to close an account and its removal, in which it can be cancelled. */
export const closingDays = 14;
/** Days before the removal that the reminder is sent. */
export const closingWarnDays = 3;

export const closingReasons = ['unused', 'price', 'features', 'support', 'other'] as const;
export type ClosingReason = (typeof closingReasons)[number];

/** What is removed with an account, as counted for its owner. */
export const closingKinds = ['domains', 'servers', 'volumes', 'backups', 'spaces', 'tickets'] as const;
export type ClosingKind = (typeof closingKinds)[number];

/** Why an account can't be closed now. */
export const closingBlockers = ['balance', 'invoice', 'operator'] as const;
export type ClosingBlocker = (typeof closingBlockers)[number];
