import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const CLIENT = 8;
/** Seconds (RFC 9018 section 4.3). */
const OLDEST = 3600;
const RENEWED = 1800;
const FUTURE = 300;

/**
 * DNS cookies (RFC 7873): a client that returns the cookie it received has shown that its address is real. The cookie has the form of
 * RFC 9018, version, reserved, time and a hash, here of HMAC-SHA-256.
 */
export class Cookies {
  readonly #secret = randomBytes(32);

  #make(client: Buffer, address: string, seconds: number): Buffer {
    const head = Buffer.alloc(8);
    head[0] = 1;
    head.writeUInt32BE(seconds >>> 0, 4);
    const hash = createHmac('sha256', this.#secret).update(client).update(head).update(address).digest().subarray(0, 8);
    return Buffer.concat([client, head, hash]);
  }

  /** @param now epoch milliseconds. @returns whether this server issued the cookie, and the one to send */
  check(cookie: Buffer, address: string, now: number): { isValid: boolean; reply: Buffer } {
    const seconds = Math.floor(now / 1000);
    const client = cookie.subarray(0, CLIENT);
    if (cookie.length === 24) {
      const made = cookie.readUInt32BE(12);
      const expected = this.#make(client, address, made);
      const age = seconds - made;
      if (age <= OLDEST && age >= -FUTURE && timingSafeEqual(expected, cookie))
        return { isValid: true, reply: age < RENEWED ? cookie : this.#make(client, address, seconds) };
    }
    return { isValid: false, reply: this.#make(client, address, seconds) };
  }
}
