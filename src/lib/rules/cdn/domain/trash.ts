/** How long a removed domain can be restored, in days. Then it is deleted for good, with its part of the edge's log. */
export const trashDays = 30;

/** Whether a removed domain can be restored: `exists`: the account has added the name again; `taken`: another account has. */
export const trashStates = ['restorable', 'exists', 'taken'] as const;
