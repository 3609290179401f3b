import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { CLOCKS_MS } from '../../lib/rules/cdn/edge/challenge.ts';
import { type Challenge, challenges } from '../../lib/rules/cdn/edge/protection.ts';
import { parseNetwork } from '../../lib/rules/core/network.ts';

/** A challenge that a visitor sees. */
export type ChallengeKind = Exclude<Challenge, 'l34'>;
/** Leading zero bits of the proof of work: about half a second and two seconds in a browser. */
const bits: Record<ChallengeKind, number> = { cookie: 0, js: 15, captcha: 17 };
const SOLVE_MS = 5 * 60_000;
const cookiePrefix = 'edge_pass_';
/** Of the cookies that bind visitors to servers. */
export const affinityPrefix = 'edge_affinity_';
/** Browsers keep no cookie longer; how long a pass is valid is the engine's decision. */
const COOKIE_SECONDS = 400 * 86_400;

const isChallengeKind = (value: string): value is ChallengeKind => value !== 'l34' && (challenges as readonly string[]).includes(value);

/** The block of an address: /24 or /48, so that a visitor whose address changes within it isn't asked again. */
export function addressBlock(ip: string): string {
  const words = parseNetwork(ip)?.words;
  if (!words) return ip;
  return words.length === 2 ? `4:${words[0]}.${(words[1] ?? 0) >> 8}` : `6:${words.slice(0, 3).join('.')}`;
}

/**
 * Challenges and the cookies of those who passed them. Signed with a key that all edges of an installation share, bound to the
 * domain, the visitor's block of addresses and the time; nothing is stored.
 */
export class Passes {
  readonly #key: Buffer;

  constructor(edgeKey: string) {
    this.#key = createHmac('sha256', edgeKey).update('challenge passes').digest();
  }

  #sign(...parts: (string | number)[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
  }
  #isSigned(mac: string, ...parts: (string | number)[]): boolean {
    const right = Buffer.from(this.#sign(...parts));
    const received = Buffer.from(mac);
    return received.length === right.length && timingSafeEqual(received, right);
  }

  /** The passed challenges that a request proves with its cookies, for the engine. */
  read(cookies: string | undefined, domainId: string, ip: string): { type: ChallengeKind; at: number }[] {
    if (!cookies?.includes(cookiePrefix)) return [];
    return [...cookies.matchAll(/(?:^|; ?)edge_pass_([a-z]+)=(\d{1,16})\.([\w-]{32})(?=;|$)/g)].flatMap(
      ([, type = '', at = '', mac = '']) =>
        isChallengeKind(type) && this.#isSigned(mac, 'pass', type, Number(at), domainId, addressBlock(ip))
          ? [{ type, at: Number(at) }]
          : [],
    );
  }

  /** Value of `Set-Cookie` for a visitor who passed. */
  cookie(type: ChallengeKind, domainId: string, ip: string, now: number, isSecure: boolean): string {
    const mac = this.#sign('pass', type, now, domainId, addressBlock(ip));
    return `${cookiePrefix}${type}=${now}.${mac}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** What a browser has to solve. */
  puzzle(type: ChallengeKind, domainId: string, ip: string, now: number): { seed: string; bits: number } {
    const salt = randomBytes(9).toString('base64url');
    return { seed: `${type}.${now}.${salt}.${this.#sign('seed', type, now, salt, domainId, addressBlock(ip))}`, bits: bits[type] };
  }

  /** @returns the type of the solved challenge; null: not issued here, too old, or not solved */
  solved(seed: string, nonce: string, domainId: string, ip: string, now: number): ChallengeKind | null {
    const [type = '', at = '', salt = '', mac = ''] = seed.split('.');
    if (!isChallengeKind(type) || !/^\d{1,16}$/.test(at) || !/^\d{1,12}$/.test(nonce)) return null;
    if (!this.#isSigned(mac, 'seed', type, Number(at), salt, domainId, addressBlock(ip))) return null;
    if (now - Number(at) > SOLVE_MS || Number(at) > now + CLOCKS_MS) return null;
    const digest = createHash('sha256').update(`${seed}.${nonce}`).digest();
    return digest.readUInt32BE(0) >>> (32 - bits[type]) === 0 || bits[type] === 0 ? type : null;
  }
}

const ownPrefixes = [cookiePrefix, affinityPrefix];

/** The visitor's cookies without those of the edge, which no origin sees. */
export const withoutOwnCookies = (cookies: string): string =>
  ownPrefixes.some((prefix) => cookies.includes(prefix))
    ? cookies
        .split(/; ?/)
        .filter((pair) => !ownPrefixes.some((prefix) => pair.startsWith(prefix)))
        .join('; ')
    : cookies;
