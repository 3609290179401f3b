import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { matchTotpStep, newSecret, otpauthUrl } from './totp.ts';

const ascii = (text: string) => new TextEncoder().encode(text);
const seed = '1234567890';
const keys = {
  sha1: ascii(seed.repeat(2)),
  sha256: ascii(`${seed.repeat(3)}12`),
  sha512: ascii(`${seed.repeat(6)}1234`),
};
/** The SHA-1 key of both RFCs, in base32. */
const BASE32 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

// RFC 6238, appendix B.
test.each([
  [59, 'sha1', '94287082'],
  [59, 'sha256', '46119246'],
  [59, 'sha512', '90693936'],
  [1111111109, 'sha1', '07081804'],
  [1111111109, 'sha256', '68084774'],
  [1111111109, 'sha512', '25091201'],
  [1111111111, 'sha1', '14050471'],
  [1111111111, 'sha256', '67062674'],
  [1111111111, 'sha512', '99943326'],
  [1234567890, 'sha1', '89005924'],
  [1234567890, 'sha256', '91819424'],
  [1234567890, 'sha512', '93441116'],
  [2000000000, 'sha1', '69279037'],
  [2000000000, 'sha256', '90698825'],
  [2000000000, 'sha512', '38618901'],
  [20000000000, 'sha1', '65353130'],
  [20000000000, 'sha256', '77737706'],
  [20000000000, 'sha512', '47863826'],
] as const)('RFC 6238: at %i s with %s the code is %s', (epoch, algorithm, code) => {
  expect(generateSync({ secret: keys[algorithm], algorithm, digits: 8, epoch })).toBe(code);
  // Our format: six digits with SHA-1.
  if (algorithm === 'sha1') expect(matchTotpStep(BASE32, code.slice(2), epoch * 1000)).toBe(Math.floor(epoch / 30));
});

// RFC 4226, appendix D.
const hotp = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
test.each(hotp.map((code, counter) => [counter, code] as const))('RFC 4226: counter %i is %s', (counter, code) => {
  expect(matchTotpStep(BASE32, code, counter * 30_000 + 15_000)).toBe(counter);
});

test('a code is only valid in its own step and the two adjacent ones', () => {
  const at = (step: number, second: number) => matchTotpStep(BASE32, hotp[5] ?? '', (step * 30 + second) * 1000);
  for (const second of [0, 1, 15, 29]) {
    expect([3, 4, 5, 6, 7].map((step) => at(step, second))).toEqual([null, 5, 5, 5, null]);
  }
});

test('secrets have 160 bits, are unique, and form a URL that apps understand', () => {
  const secrets = Array.from({ length: 50 }, newSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(otpauthUrl(BASE32, 'sara+a@nasim.example'));
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual(['otpauth:', 'totp', '/Nasim:sara+a@nasim.example']);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ secret: BASE32, issuer: 'Nasim' });
});
