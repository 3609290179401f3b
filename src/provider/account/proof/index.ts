/* What other features use of this one. */
export { endAccess } from './access.ts';
export { type AttemptScope, countPassword, countReset, forgetPasswords, resolveScope, waitingTurn } from './attemptScope.ts';
export {
  factorAddress,
  type Method,
  methodsOn,
  onItsWay,
  openSecret,
  preferredLanguage,
  putCode,
  reachable,
  readFactors,
  resetLink,
  type SentMethod,
  saveFactors,
  sealSecret,
  spendFactor,
  userLock,
} from './factors.ts';
export {
  CHALLENGE_MS,
  currentRelyingParty,
  hasPasskeys,
  loadPasskeys,
  putChallenge,
  spendChallenge,
  toKnown,
  toPasskey,
} from './passkeys.ts';
export { checkPassword, hashPassword } from './passwords.ts';
export { dropRecoveryCodes, recoveryLeft, renewRecoveryCodes } from './recovery.ts';
export { matchTotpStep, newSecret, otpauthUrl } from './totp.ts';
export { endTrust, isTrusted, trustBrowser, trustedBrowsers } from './trust.ts';
export {
  checkCode,
  countGuess,
  countSending,
  endVerifications,
  liveTarget,
  mask,
  RESEND_MS,
  renewCode,
  sentCode,
  spendVerification,
  startVerification,
} from './verification.ts';
