export interface VerificationTable {
  id: string;
  purpose: 'register' | 'reset' | 'signIn' | 'twoFactor' | 'email' | 'mobile' | 'allowedIp';
  /** The address the code was sent to. */
  target: string;
  /** Null if there is no account for it, so that this can't be detected. */
  userId: string | null;
  codeHash: string;
  /** The action to run once the code is correct. */
  payload: object;
  attempts: number;
  sentAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** A customer's second-factor settings. No row: none. */
export interface TwoFactorTable {
  userId: string;
  /** Sealed (`auth/seal.ts`); null if the authenticator app is off. */
  totpSecret: string | null;
  totpEnabledAt: number | null;
  /** The time step of the last accepted code: codes up to it are refused (RFC 6238 section 5.2). */
  totpLastStep: number | null;
  /** A sealed secret during setup. It takes effect after a code has verified it. */
  newTotpSecret: string | null;
  newTotpExpiresAt: number | null;
  emailEnabledAt: number | null;
  smsEnabledAt: number | null;
  /** The number verified when SMS was turned on; a different number in the profile gets no codes. */
  smsMobile: string | null;
}

export interface RecoveryCodeTable {
  id: string;
  userId: string;
  codeHash: string;
  createdAt: number;
  usedAt: number | null;
}

/** A sign-in with a correct password and a pending second step. It grants no access. */
export interface SignInChallengeTable {
  /** Hash of the ID that the caller has. */
  id: string;
  userId: string;
  /** Incorrect codes. */
  attempts: number;
  createdAt: number;
  expiresAt: number;
  endedAt: number | null;
}

/** A browser that can sign in without the second step. */
export interface TrustedDeviceTable {
  /** Hash of the token that the browser has. */
  id: string;
  userId: string;
  createdAt: number;
  expiresAt: number;
  ip: string;
  userAgent: string;
  endedAt: number | null;
}
