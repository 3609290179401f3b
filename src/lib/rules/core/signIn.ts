/** Second-step methods that are proven with a code, the most secure first. */
export const codeMethods = ['totp', 'email', 'sms', 'recovery'] as const;
export type CodeMethod = (typeof codeMethods)[number];

/** All second-step methods. A passkey is also a sign-in of its own. */
export const signInMethods = [...codeMethods, 'passkey'] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** What a sign-in can be made with. */
export const signInProofs = ['password', ...signInMethods] as const;
export type SignInProof = (typeof signInProofs)[number];
