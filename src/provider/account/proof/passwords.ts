import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { makeTurns } from '../../kernel/turns.ts';

// OWASP's parameters for scrypt: N = 2^17, r = 8, p = 1 (128 MiB for each hash).
const MAX_MEMORY = 160 * 1024 * 1024;
const scryptCost = (log2N: number) => ({ N: 2 ** log2N, r: 8, p: 1, maxmem: MAX_MEMORY });

/** Who waits for a hash. `known`: a session or a browser that has signed in before. */
export interface Waiting {
  key: string;
  known: boolean;
  /** Who leaves while waiting is dropped. */
  signal?: AbortSignal;
}

/** Strangers' hashes leave a core to all other requests. */
const STRANGERS = Math.max(1, Math.min(2, availableParallelism() - 1));
/**
 * A hash uses 128 MiB and a thread of Node's pool for 0.3 s. Three of four threads at most are used, and a wait stays below the time
 * limit of a call. Strangers never take the place of those who are known.
 */
const passwordQueues = {
  strangers: makeTurns({ parallel: STRANGERS, perKey: STRANGERS, waiting: 32 * STRANGERS, waitingPerKey: 24 }),
  known: makeTurns({ parallel: 1, perKey: 1, waiting: 48, waitingPerKey: 32 }),
};
/** The seeds and the commands of the operator. */
const own: Waiting = { key: '', known: true };

const derive = (password: string, salt: Buffer, options: ScryptOptions, { key, known, signal }: Waiting): Promise<Buffer> =>
  passwordQueues[known ? 'known' : 'strangers'].run(
    key,
    () =>
      new Promise((resolve, reject) => {
        // NFC, so that the same letters typed on another keyboard are the same password.
        scrypt(password.normalize('NFC'), salt, 32, options, (error, hash) => (error ? reject(error) : resolve(hash)));
      }),
    signal,
  );

/** Hashes a password for storing: `scrypt$N$r$p$salt$hash`. `log2N` is `PASSWORD_COST`. */
export async function hashPassword(password: string, log2N: number, waiting = own): Promise<string> {
  const cost = scryptCost(log2N);
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost, waiting);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * Compares a password with a stored hash. With `null` (no such account) or an empty one (the owner has to set a new password) it takes the
 * same time and returns false, so that the response time doesn't reveal which accounts exist. @throws {Refusal} 503 when too many wait, as
 * `hashPassword` does
 */
export async function checkPassword(password: string, stored: string | null, log2N: number, waiting = own): Promise<boolean> {
  const [, n, r, p, salt, hash] = (stored || dummy(log2N)).split('$');
  const expected = Buffer.from(hash ?? '', 'base64url');
  const options = { N: Number(n), r: Number(r), p: Number(p), maxmem: MAX_MEMORY };
  const actual = await derive(password, Buffer.from(salt ?? '', 'base64url'), options, waiting);
  return timingSafeEqual(actual, expected) && Boolean(stored);
}

const [dummySalt, dummyHash] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')];
const dummy = (log2N: number) => ['scrypt', 2 ** log2N, 8, 1, dummySalt, dummyHash].join('$');
