import { createPrivateKey, X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { certificateCases, makeCertificates } from '../../../../../tests/support/certificates.ts';
import { runs } from '../../../../../tests/support/runs.ts';
import { validateRepaired } from './repair.ts';
import { validateCertificate } from './validateCertificate.ts';
import { loadX509 } from './x509.ts';

const zone = 'parvaz.example';
const made = makeCertificates(zone);
const now = Date.now();

test.each(certificateCases(made).map((one) => [one.name, one] as const))(
  '%s',
  async (_name, { input, faults, warnings, keyType, isRepairable }) => {
    const judged = await validateCertificate({ ...input, zone, now });
    expect(judged.faults.map(({ field, key }) => `${field} ${key.replace('ssl:error.', '')}`)).toEqual(faults);
    if (warnings) expect(judged.warnings.map(({ key }) => key)).toEqual(warnings);
    if (keyType) expect(judged.facts?.keyType).toBe(keyType);
    expect(judged.clean !== null).toBe(faults.length === 0);
    if (isRepairable) {
      const repaired = await validateRepaired({ ...input, zone, now });
      expect(repaired.faults).toEqual([]);
      expect(repaired.chain.length).toBeLessThanOrEqual(3);
    } else expect(judged.faults.filter(({ repair }) => repair)).toEqual([]);
  },
);

test('returns the fields of a certificate, as OpenSSL reads them', async () => {
  const { facts, chain, clean } = await validateCertificate({
    certificate: made.rsa.certificate,
    privateKey: made.pkcs1,
    caBundle: made.upper,
    zone,
    now,
  });
  const known = new X509Certificate(made.rsa.certificate);
  expect(facts).toEqual({
    names: [zone, `*.${zone}`],
    subject: zone,
    issuer: 'Test Upper CA',
    notBefore: Date.parse(known.validFrom),
    notAfter: Date.parse(known.validTo),
    keyType: 'RSA 2048',
    isSelfSigned: false,
    fingerprint: known.fingerprint256.replaceAll(':', '').toLowerCase(),
  });
  expect(chain).toEqual([{ name: 'Test Upper CA', until: Date.parse(new X509Certificate(made.upper).validTo) }]);
  expect(known.checkPrivateKey(createPrivateKey(clean?.privateKey ?? ''))).toBe(true);
  const sec1 = await validateCertificate({ certificate: made.p256.certificate, privateKey: made.sec1, caBundle: '', zone, now });
  expect(new X509Certificate(made.p256.certificate).checkPrivateKey(createPrivateKey(sec1.clean?.privateKey ?? ''))).toBe(true);
});

test('the expiry of a certificate is checked at the given time', async () => {
  const input = { certificate: made.p256.certificate, privateKey: made.p256.key, caBundle: '', zone };
  const until = (await validateCertificate({ ...input, now })).facts?.notAfter ?? 0;
  expect((await validateCertificate({ ...input, now: until - 1 })).faults).toEqual([]);
  expect((await validateCertificate({ ...input, now: until })).faults[0]?.key).toBe('ssl:error.expired');
});

test('any pasted text gets a result', async () => {
  const texts = [made.p256.certificate, made.p256.key, made.lower, made.request, made.pkcs1];
  const pasted = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.constantFrom(...texts), fc.nat(2000), fc.string({ maxLength: 5 }))
      .map(([text, at, insert]) => text.slice(0, at) + insert + text.slice(at + insert.length)),
    fc
      .uint8Array({ maxLength: 80 })
      .map((bytes) => `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes).toString('base64')}\n-----END CERTIFICATE-----`),
    fc
      .uint8Array({ maxLength: 80 })
      .map((bytes) => `-----BEGIN EC PRIVATE KEY-----\n${Buffer.from(bytes).toString('base64')}\n-----END EC PRIVATE KEY-----`),
  );
  await fc.assert(
    fc.asyncProperty(pasted, pasted, pasted, async (certificate, privateKey, caBundle) => {
      const { faults, clean } = await validateCertificate({ certificate, privateKey, caBundle, zone, now });
      expect(clean === null).toBe(faults.length > 0);
    }),
    { numRuns: runs(300) },
  );
});

test('a signature is verified once for each pair of certificates, however they are mixed', async () => {
  const { X509Certificate: Certificate } = await loadX509();
  const verify = vi.spyOn(Certificate.prototype, 'verify');
  try {
    const all = made.lower + made.upper + made.p256.certificate + made.root + made.p384.certificate + made.rsa.certificate;
    await validateCertificate({ certificate: all, privateKey: made.p256.key, caBundle: all, zone, now });
    const pairs = verify.mock.calls.map(([params], index) => {
      const key = params?.publicKey as { rawData: ArrayBuffer }; // that of the issuer
      return `${Buffer.from(key.rawData).toString('base64')} ${(verify.mock.contexts[index] as InstanceType<typeof Certificate>).serialNumber}`;
    });
    // The two fields are parsed separately: each has its own certificates.
    expect(pairs.length).toBeGreaterThan(3);
    for (const pair of new Set(pairs)) expect(pairs.filter((one) => one === pair).length).toBeLessThanOrEqual(2);
  } finally {
    verify.mockRestore();
  }
});
