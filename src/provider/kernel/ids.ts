import { randomBytes } from 'node:crypto';

let lastTime = 0;
let counter = 0;

/** A UUIDv7 (RFC 9562 section 5.7) with a 12-bit counter, so that ids of one millisecond keep their order. */
export function uuidv7(now: number): string {
  if (now > lastTime) {
    lastTime = now;
    counter = randomBytes(2).readUInt16BE() & 0x3ff;
  } else if (++counter > 0xfff) {
    lastTime += 1;
    counter = 0;
  }
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
