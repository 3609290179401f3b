/** Changes to sign-in that an email offers to undo. */
export const undoKinds = ['password', 'email', 'mobile', 'twoFactor', 'recoveryCodes', 'passkey'] as const;
export type UndoKind = (typeof undoKinds)[number];

/** How long the link of such an email works. */
export const undoDays = 7;
