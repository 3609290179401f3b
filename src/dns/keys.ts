import { generateKeyPairSync } from 'node:crypto';
import type { ZoneKey } from './bundle.ts';

/** A new key of a zone: ECDSA on the curve P-256 (RFC 6605). */
export function newZoneKey(): ZoneKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: point.toString('base64'),
  };
}
