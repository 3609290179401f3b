/* What other features use of this one. */
export { challengeOver, liveChallenge, loadChallengeOwner, spendAttempt } from './challenge.ts';
export { notifyNewDevice } from './newDevice.ts';
