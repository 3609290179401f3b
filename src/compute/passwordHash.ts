import { randomBytes, scryptSync } from 'node:crypto';

const DIGITS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 2^14 blocks: 16 MB of memory and some 50 ms for each guess. */
const LOG_COST = 14;
const BLOCK_SIZE = 8;
const PARALLEL = 1;

/** Six bits a digit, the lowest first. */
const encodeNumber = (value: number, bits: number): string =>
  Array.from({ length: Math.ceil(bits / 6) }, (_, index) => DIGITS[(value >>> (6 * index)) & 63]).join('');

function encodeBytes(bytes: Buffer): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 3) {
    const part = bytes.subarray(start, start + 3);
    text += encodeNumber(part.readUIntLE(0, part.length), 8 * part.length);
  }
  return text;
}

/**
 * A password as Linux stores it in /etc/shadow, by scrypt: method `$7$` of crypt(5), which the libcrypt of current distributions knows.
 * @param salt at most 64 characters of `./0-9A-Za-z`
 */
export function toShadowHash(password: string, salt = encodeBytes(randomBytes(15))): string {
  const setting = `${DIGITS[LOG_COST]}${encodeNumber(BLOCK_SIZE, 30)}${encodeNumber(PARALLEL, 30)}`;
  const key = scryptSync(password, salt, 32, { N: 2 ** LOG_COST, r: BLOCK_SIZE, p: PARALLEL });
  return `$7$${setting}${salt}$${encodeBytes(key)}`;
}
