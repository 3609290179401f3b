import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Env, Secrets } from '../../config/env.ts';
import { readVersion } from '../../lib/node/version.ts';
import { areCompatible, edgeReleaseHeader } from '../../lib/rules/core/edgeRelease.ts';
import type { Store } from '../db/open.ts';
import { Refusal } from '../kernel/refusal.ts';

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

/** The release of this portal. */
export const portalRelease = readVersion();

/** Who calls: the ID of an edge with a key of its own, or null for the key that several edges share. */
export interface EdgeCaller {
  edgeId: string | null;
}

export const edgeKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** What edges sign cookies of visitors with. It tells nothing about the key that it is derived from. */
export const visitorKey = ({ key }: Pick<EdgeKeys, 'key'>): string => createHmac('sha256', key).update('edge visitors').digest('base64url');

/**
 * The edge that an `Authorization` header belongs to. The shared key is compared in constant time; other keys are found by their hash.
 * @throws Refusal 401 for an unknown key, 410 for that of a removed edge
 */
export async function identifyEdge(
  { edgeKeys: keys, store }: { edgeKeys: EdgeKeys; store: Store },
  authorization: string | null,
): Promise<EdgeCaller> {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${keys.key}`))) return { edgeId: null };
  const [, key] = /^Bearer ([\w-]{32,100})$/.exec(authorization ?? '') ?? [];
  if (key === undefined) throw new Refusal(401, 'error:unauthorized');
  const edge = await store.reader
    .selectFrom('edgeNode')
    .select(['id', 'removedAt'])
    .where('keyHash', '=', edgeKeyHash(key))
    .executeTakeFirst();
  if (!edge) throw new Refusal(401, 'error:unauthorized');
  if (edge.removedAt !== null) throw new Refusal(410, 'operatorEdge:refused.removed');
  return { edgeId: edge.id };
}

/**
 * Refuses an edge whose release doesn't fit that of this portal.
 * @returns its release; null: one from before they were sent
 */
export function requireRelease(request: Request): string | null {
  const release = request.headers.get(edgeReleaseHeader)?.slice(0, 50) ?? null;
  if (!areCompatible(release, portalRelease))
    throw new Refusal(426, 'operatorEdge:refused.release', { params: { edge: release ?? '', portal: portalRelease } });
  return release;
}

/** By which an edge that joins recognizes the portal's key. */
export const edgeKeyFingerprint = (verifying: string): string => createHash('sha256').update(verifying).digest('base64url').slice(0, 22);
