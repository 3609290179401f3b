/** The roles of members in an account that isn't their own (docs/decisions/0038). Apart from the table, which pages don't need. */
export const roles = ['owner', 'admin', 'billing', 'readOnly', 'domains', 'custom'] as const;
export type Role = (typeof roles)[number];

/** Who may act for somebody else’s account: members, and an operator who sees the panel of a customer (docs/decisions/0035). */
export const actingRoles = [...roles, 'support'] as const;
export type ActingRole = (typeof actingRoles)[number];

/**
 * The areas of the role `custom` with the levels that can be granted. Not API keys and webhooks, which can do more than the member who
 * creates them, and not changes of the team.
 */
export const grantedRealms = {
  domains: ['read', 'write'],
  orders: ['write'],
  cloud: ['read', 'write'],
  spaces: ['read', 'write'],
  finance: ['read', 'write'],
  support: ['read', 'write'],
  activity: ['read'],
  team: ['read'],
} as const satisfies Record<string, readonly ('read' | 'write')[]>;
export type GrantedRealm = keyof typeof grantedRealms;
/** An area that isn't named isn't granted. */
export type GrantedAccess = { readonly [R in GrantedRealm]?: (typeof grantedRealms)[R][number] | undefined };
