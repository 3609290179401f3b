import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { DNSKEY_TTL } from '../lib/rules/cdn/dnssec/roll.ts';
import type { ServedZone, ZoneKey } from './bundle.ts';
import { nameBytes } from './name.ts';
import { u16, u32 } from './rdata.ts';
import { T } from './types.ts';
import type { RrSet } from './zone.ts';

/** ECDSA on P-256 with SHA-256 (RFC 6605). */
export const ALGORITHM = 13;
/** A zone key that is also the secure entry point: one key signs everything (RFC 6781 section 3.1). */
export const FLAGS = 257;
const DAY_SECONDS = 86_400;
/** Signatures are renewed each day and are valid from a day before, for clocks that are late, to eight days after. */
const VALID_DAYS = 8;
/** Signatures cached of a zone; the names of a flood of questions are countless. */
const CACHE_LIMIT = 20_000;

/** The data of a DNSKEY record (RFC 4034 section 2.1). */
export const dnskeyData = (publicKey: string): Buffer =>
  Buffer.concat([u16(FLAGS), Buffer.from([3, ALGORITHM]), Buffer.from(publicKey, 'base64')]);

/** RFC 4034 appendix B. */
export function keyTag(dnskey: Buffer): number {
  let sum = 0;
  for (const [i, byte] of dnskey.entries()) sum += i & 1 ? byte : byte << 8;
  return (sum + (sum >> 16)) & 0xffff;
}

/** Digest types of DS records (RFC 4509, RFC 6605). */
const digests = { 2: 'sha256', 4: 'sha384' } as const;
export type DigestType = keyof typeof digests;

/** The data of a DS record (RFC 4034 section 5.1). */
export function dsData(zone: string, publicKey: string, digestType: DigestType): Buffer {
  const dnskey = dnskeyData(publicKey);
  const digest = createHash(digests[digestType]).update(nameBytes(zone)).update(dnskey).digest();
  return Buffer.concat([u16(keyTag(dnskey)), Buffer.from([ALGORITHM, digestType]), digest]);
}

/** DNSKEY of a zone, and CDS and CDNSKEY, by which a parent that reads them gets its DS record (RFC 7344). Its apex serves them. */
export function keySets({ name, keys }: Pick<ServedZone, 'name' | 'keys'>): RrSet[] {
  if (keys.length === 0) return [];
  const dnskeys = keys.map(({ publicKey }) => dnskeyData(publicKey));
  return [
    { type: T.DNSKEY, ttl: DNSKEY_TTL, data: dnskeys },
    { type: T.CDS, ttl: DNSKEY_TTL, data: keys.map(({ publicKey }) => dsData(name, publicKey, 2)) },
    { type: T.CDNSKEY, ttl: DNSKEY_TTL, data: dnskeys },
  ];
}

/** The bitmap of an NSEC record (RFC 4034 section 4.1.2). */
function bitmap(types: Iterable<number>): Buffer {
  const windows = new Map<number, Buffer>();
  for (const type of [...types].sort((a, b) => a - b)) {
    const window = windows.get(type >> 8) ?? Buffer.alloc(32);
    windows.set(type >> 8, window);
    const at = (type & 255) >> 3;
    window[at] = (window[at] ?? 0) | (0x80 >> (type & 7));
  }
  return Buffer.concat(
    [...windows].map(([number, bits]) => {
      const length = bits.findLastIndex((byte) => byte !== 0) + 1;
      return Buffer.concat([Buffer.from([number, length]), bits.subarray(0, length)]);
    }),
  );
}

/**
 * Compact denial of existence (RFC 9824): the next name after `name` is its own first child, so the record proves that `name` has
 * only these types, and says nothing of other names.
 */
export const nsecSet = (name: string, types: Iterable<number>, ttl: number): RrSet => ({
  type: T.NSEC,
  ttl,
  data: [Buffer.concat([Buffer.from([1, 0]), nameBytes(name), bitmap(new Set([...types, T.RRSIG, T.NSEC]))])],
  varies: true,
});

interface Key {
  tag: number;
  key: KeyObject;
}

/** Signs the answers of one zone as they are asked for, and keeps the signatures for the day. */
export class Signer {
  readonly #zone: Buffer;
  readonly #keys: Key[];
  readonly #kept = new Map<string, Buffer[]>();
  #day = 0;

  constructor(zone: string, keys: readonly ZoneKey[]) {
    this.#zone = nameBytes(zone);
    this.#keys = keys.map(({ privateKey, publicKey }) => ({
      tag: keyTag(dnskeyData(publicKey)),
      key: createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }),
    }));
  }

  /**
   * The data of the RRSIG records of a set (RFC 4034 section 3.1), one for each key.
   * @param owner the name in the answer, even if a wildcard has the records
   * @param now epoch milliseconds
   */
  signatures(owner: string, set: RrSet, now: number): Buffer[] {
    const day = Math.floor(now / 1000 / DAY_SECONDS);
    if (day !== this.#day || this.#kept.size > CACHE_LIMIT) {
      this.#kept.clear();
      this.#day = day;
    }
    const id = set.varies
      ? `${owner} ${set.type} ${set.ttl} ${set.data.map((one) => one.toString('latin1')).join()}`
      : `${owner} ${set.type}`;
    let made = this.#kept.get(id);
    if (!made) {
      made = this.#keys.map((key) => this.#sign(owner, set, day, key));
      this.#kept.set(id, made);
    }
    return made;
  }

  #sign(owner: string, { type, ttl, data }: RrSet, day: number, { tag, key }: Key): Buffer {
    const labels = owner === '.' ? 0 : owner.split('.').length - (owner.startsWith('*.') ? 1 : 0);
    const head = Buffer.concat([
      u16(type),
      Buffer.from([ALGORITHM, labels]),
      u32(ttl, (day + VALID_DAYS) * DAY_SECONDS, (day - 1) * DAY_SECONDS),
      u16(tag),
      this.#zone,
    ]);
    const start = Buffer.concat([nameBytes(owner), u16(type, 1), u32(ttl)]);
    const signed = Buffer.concat([head, ...data.flatMap((rdata) => [start, u16(rdata.length), rdata])]);
    return Buffer.concat([head, sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' })]);
  }
}
