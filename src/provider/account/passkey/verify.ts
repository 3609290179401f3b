import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { RelyingParty } from '../../../config/env.ts';
import type { Created, Signed } from '../../../lib/contract/account/passkey.ts';
import type { PasskeyTable } from '../../db/tables/account/passkey.ts';

/** ES256, EdDSA, RS256: what every browser and authenticator of today has (COSE algorithm identifiers). */
export const algorithms = [-7, -8, -257];

/** The challenge that an answer is about, as it says itself; empty for one that can’t be read. */
export function challengeIn({ response }: Pick<Signed, 'response'> | Pick<Created, 'response'>): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** In another site’s frame nobody signs in here. Safari names no `topOrigin`, so `crossOrigin` decides alone. */
function isFramed(clientDataJSON: string): boolean {
  const { crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { crossOrigin?: unknown };
  return crossOrigin === true;
}

const expected = (credential: Signed | Created, { id, origin }: RelyingParty) => ({
  expectedChallenge: challengeIn(credential),
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: true,
});

/** Checks a new passkey. Null: it isn’t one of this site, nobody verified the user, or it can’t be read. Whether its challenge is good is for the caller. */
export async function readCreated(credential: Created, party: RelyingParty) {
  const { clientDataJSON, attestationObject } = credential.response;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      ...expected(credential, party),
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || isFramed(clientDataJSON)) return null;
    const { credential: made, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      credentialId: made.id,
      publicKey: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      isSyncable: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/**
 * Checks a signature: right key, origin, relying party and user verification. Null: it isn’t right. Whether challenge and counter
 * are good is for the caller, who decides both in the transaction.
 */
export async function readSigned(credential: Signed, { credentialId, publicKey }: PasskeyTable, party: RelyingParty) {
  const { userHandle, ...signed } = credential.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response: { ...signed, ...(userHandle && { userHandle }) }, clientExtensionResults: {} },
      ...expected(credential, party),
      // Counter 0 passes every counter here.
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    });
    if (!verified || isFramed(credential.response.clientDataJSON)) return null;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return null;
  }
}

/** Whether an authenticator that counts has gone back, as a copy of it does (WebAuthn, section 6.1.1). */
export const hasGoneBack = (counter: number, before: number): boolean => (counter > 0 || before > 0) && counter <= before;
