/** The roles of members in an account that isn't their own (docs/decisions/0038). Apart from the table, which pages don't need. */
export const roles = ['owner', 'admin', 'billing', 'readOnly', 'domains'] as const;
export type Role = (typeof roles)[number];

/** Who may act for somebody else’s account: members, and an operator who sees the panel of a customer (docs/decisions/0035). */
export const actingRoles = [...roles, 'support'] as const;
export type ActingRole = (typeof actingRoles)[number];
