import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

// OWASP's parameters for scrypt: N = 2^17, r = 8, p = 1 (128 MiB for each hash).
const MAX_MEMORY = 160 * 1024 * 1024;
const costOf = (log2N: number) => ({ N: 2 ** log2N, r: 8, p: 1, maxmem: MAX_MEMORY });
/** Maximum concurrent hashes: a burst of sign-ins must not use all memory or every thread of the pool. */
const PARALLEL = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  // A free slot goes to the longest waiting call, so that no newcomer takes it.
  if (running >= PARALLEL) await new Promise<void>((go) => waiting.push(go));
  else running++;
  try {
    return await new Promise((resolve, reject) => {
      // NFC, so that the same letters typed on another keyboard are the same password.
      scrypt(password.normalize('NFC'), salt, 32, options, (error, hash) => (error ? reject(error) : resolve(hash)));
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Hashes a password for storing: `scrypt$N$r$p$salt$hash`. `log2N` is `PASSWORD_COST`. */
export async function hashPassword(password: string, log2N: number): Promise<string> {
  const cost = costOf(log2N);
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * Compares a password with a stored hash. With `null` (no such account) it takes the same time and returns false, so that the response
 * time doesn't reveal which accounts exist.
 */
export async function checkPassword(password: string, stored: string | null, log2N: number): Promise<boolean> {
  const [, n, r, p, salt, hash] = (stored ?? dummy(log2N)).split('$');
  const expected = Buffer.from(hash ?? '', 'base64url');
  const actual = await derive(password, Buffer.from(salt ?? '', 'base64url'), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
    maxmem: MAX_MEMORY,
  });
  return timingSafeEqual(actual, expected) && stored !== null;
}

const [dummySalt, dummyHash] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')];
const dummy = (log2N: number) => ['scrypt', 2 ** log2N, 8, 1, dummySalt, dummyHash].join('$');
