import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Env, Secrets } from '../../config/env.ts';

/** DER of an Ed25519 private key (RFC 8410, section 7) up to its 32 bytes. */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface EdgeKeys {
  /** Bearer token of edges: `EDGE_KEY`, else derived from the secrets of this installation. */
  key: string;
  /** Ed25519; signs bundles. */
  signing: KeyObject;
  /** SPKI in DER, base64: edges get it as `EDGE_VERIFY_KEY`. */
  verifying: string;
}

/** The keys that the portal and its edges share. The same on every start, and on every process of an installation. */
export function edgeKeys({ EDGE_KEY }: Pick<Env, 'EDGE_KEY'>, secrets: Secrets): EdgeKeys {
  const derive = (purpose: string) => createHmac('sha256', secrets.token).update(purpose).digest();
  const signing = createPrivateKey({
    key: Buffer.concat([ed25519Prefix, derive('edge bundle signature')]),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    key: EDGE_KEY ?? derive('edge key').toString('base64url'),
    signing,
    verifying: createPublicKey(signing).export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

/** Whether an `Authorization` header has the key of the edges, compared in constant time. */
export function hasEdgeKey(authorization: string | null, { key }: Pick<EdgeKeys, 'key'>): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${key}`));
}
