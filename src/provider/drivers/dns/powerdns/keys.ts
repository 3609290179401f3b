import { createPrivateKey } from 'node:crypto';
import type { ZoneKey } from '../../../../dns/bundle.ts';
import { ALGORITHM, FLAGS } from '../../../../dns/dnssec.ts';
import type { PowerdnsClient, PowerdnsZone } from './client.ts';

/** Hashed names (RFC 5155) without salt and further iterations, as RFC 9276 section 3.1 recommends. */
const NSEC3 = '1 0 0 -';
/** CDS with SHA-256, as the portal's own name server has them. */
const CDS_DIGEST = '2';

const formatDnskey = ({ publicKey }: ZoneKey): string => `${FLAGS} 3 ${ALGORITHM} ${publicKey}`;

/** A key in the format of BIND's `.private` files. */
function privateText({ privateKey }: ZoneKey): string {
  const { d = '' } = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  const scalar = Buffer.from(d, 'base64url').toString('base64');
  return `Private-key-format: v1.2\nAlgorithm: ${ALGORITHM} (ECDSAP256SHA256)\nPrivateKey: ${scalar}\n`;
}

/**
 * Makes the keys of a zone those of the portal: new ones first, so that a signed zone always has one.
 * @param stored what the server has of the zone
 * @returns whether something was changed, so that the zone has to be rectified
 */
export async function syncKeys(
  client: PowerdnsClient,
  zone: string,
  stored: PowerdnsZone | null,
  keys: readonly ZoneKey[],
  signal: AbortSignal,
): Promise<boolean> {
  if (keys.length === 0) {
    if (!stored?.dnssec) return false;
    for (const { id } of await client.keys(zone, signal)) await client.removeKey(zone, id, signal);
    return true;
  }
  const wanted = new Map(keys.map((key) => [formatDnskey(key), key]));
  const there = stored ? await client.keys(zone, signal) : [];
  const isRight = ({ dnskey, active, published }: (typeof there)[number]) => active && published && wanted.has(dnskey);
  const right = new Set(there.filter(isRight).map(({ dnskey }) => dnskey));
  const missing = [...wanted].filter(([dnskey]) => !right.has(dnskey));
  const extra = there.filter((key) => !isRight(key));
  for (const [, key] of missing) await client.addKey(zone, privateText(key), signal);
  for (const { id } of extra) await client.removeKey(zone, id, signal);
  const isNew = stored?.nsec3param !== NSEC3;
  if (isNew) {
    await client.setMetadata(zone, 'PUBLISH-CDS', CDS_DIGEST, signal);
    await client.setMetadata(zone, 'PUBLISH-CDNSKEY', '1', signal);
    // Last: where it is, the others are.
    await client.set(zone, { nsec3param: NSEC3 }, signal);
  }
  return missing.length > 0 || extra.length > 0 || isNew;
}
