export interface VerificationTable {
  id: string;
  purpose: 'register' | 'reset' | 'signIn' | 'twoFactor' | 'email' | 'mobile' | 'allowedIp';
  /** Address that the code was sent to. */
  target: string;
  /** Null where no account stands behind it, so that nobody can tell. */
  userId: string | null;
  codeHash: string;
  /** JSON: what is done once the code is right. */
  payload: string;
  attempts: number;
  sentAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** What a customer asks for beside the password. No row: nothing. */
export interface TwoFactorTable {
  userId: string;
  /** Sealed (`auth/seal.ts`); null while the authenticator app is off. */
  totpSecret: string | null;
  totpEnabledAt: number | null;
  /** The time step of the last code that was taken: none up to it is taken again (RFC 6238 section 5.2). */
  totpLastStep: number | null;
  /** A secret that is being set up, sealed. It counts once a code has proven it. */
  newTotpSecret: string | null;
  newTotpExpiresAt: number | null;
  emailEnabledAt: number | null;
  smsEnabledAt: number | null;
  /** The number that was proven when SMS was turned on; another number of the profile gets no codes. */
  smsMobile: string | null;
}

export interface RecoveryCodeTable {
  id: string;
  userId: string;
  codeHash: string;
  createdAt: number;
  usedAt: number | null;
}

/** A sign-in whose password was right and whose second step is missing. It opens nothing. */
export interface SignInChallengeTable {
  /** Hash of the id that the caller holds. */
  id: string;
  userId: string;
  /** Wrong codes. */
  attempts: number;
  createdAt: number;
  expiresAt: number;
  endedAt: number | null;
}

/** A browser that signs in without the second step. */
export interface TrustedDeviceTable {
  /** Hash of the token that the browser holds. */
  id: string;
  userId: string;
  createdAt: number;
  expiresAt: number;
  ip: string;
  userAgent: string;
  endedAt: number | null;
}
