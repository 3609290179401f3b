import { randomBytes } from 'node:crypto';
import { brand } from '../../../config/brand.ts';
import { readPem, toPem } from '../../../lib/rules/cdn/ssl/pem.ts';
import { loadX509, type X509 } from '../../../lib/rules/cdn/ssl/x509.ts';
import { DAY } from '../../../lib/time.ts';
import type { Issued, Order } from './certs.ts';

export const YEAR = 365 * DAY;
/** Validity of a certificate, the same as for free ones of public authorities. */
const days = 90;
/** Backdating, so that visitors with wrong clocks don't find a certificate not yet valid. */
const SLACK_MS = 3_600_000;

const ecdsa = (namedCurve: 'P-256' | 'P-384') => ({ name: 'ECDSA', namedCurve, hash: namedCurve === 'P-384' ? 'SHA-384' : 'SHA-256' });
type Certificate = InstanceType<X509['X509Certificate']>;

/** Certificates and keys of an authority, in PEM. */
export interface AuthorityTexts {
  root: string;
  rootKey: string;
  intermediate: string;
  intermediateKey: string;
}

/** An authority that can issue. */
export interface Authority {
  root: string;
  intermediate: Certificate;
  key: CryptoKey;
}

export async function openAuthority({ root, intermediate, intermediateKey }: Omit<AuthorityTexts, 'rootKey'>): Promise<Authority> {
  const x509 = await loadX509();
  return { root, intermediate: new x509.X509Certificate(intermediate), key: await importKey(intermediateKey, 'P-256') };
}

/** A positive number of 127 bits (RFC 5280 section 4.1.2.2). */
function serial(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

const newKeys = (curve: 'P-256' | 'P-384') => crypto.subtle.generateKey(ecdsa(curve), true, ['sign', 'verify']);
const exportKey = async (key: CryptoKey): Promise<string> => toPem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', key));
const importKey = (pem: string, curve: 'P-256' | 'P-384'): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', readPem(pem).blocks[0]?.der ?? new Uint8Array(), ecdsa(curve), true, ['sign']);

/** A root for twenty years, unless one exists, and an intermediate for ten. */
export async function makeAuthority(name: string, now: number, old?: { certificate: string; key: string }): Promise<AuthorityTexts> {
  const x509 = await loadX509();
  const usage = new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true);
  // Demo seeds have certificates that are some months old.
  const notBefore = new Date(now - YEAR);
  const organization = (cn: string) => [{ CN: [cn] }, { O: [brand.name.en] }];
  let root = old;
  if (!root) {
    const keys = await newKeys('P-384');
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: serial(),
      name: organization(`${name} Root`),
      notBefore,
      notAfter: new Date(now + 20 * YEAR),
      keys,
      signingAlgorithm: ecdsa('P-384'),
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        usage,
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    });
    root = { certificate: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
  }
  const above = new x509.X509Certificate(root.certificate);
  const keys = await newKeys('P-256');
  const intermediate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: organization(name),
    issuer: above.subjectName.toJSON(),
    notBefore,
    notAfter: new Date(Math.min(now + 10 * YEAR, above.notAfter.getTime())),
    publicKey: keys.publicKey,
    signingKey: await importKey(root.key, 'P-384'),
    signingAlgorithm: ecdsa('P-384'),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      usage,
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(above.publicKey),
    ],
  });
  return {
    root: root.certificate,
    rootKey: root.key,
    intermediate: intermediate.toString('pem'),
    intermediateKey: await exportKey(keys.privateKey),
  };
}

/** A certificate (RFC 5280) with its own key. */
export async function issueFrom({ intermediate, key }: Authority, { hosts, now }: Order): Promise<Issued> {
  const x509 = await loadX509();
  const keys = await newKeys('P-256');
  // A common name has at most 64 characters (RFC 5280 appendix A.1) and clients ignore it: the subjectAltName extension counts.
  const short = hosts.find((host) => host.length <= 64);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    ...(short !== undefined && { subject: [{ CN: [short] }] }),
    issuer: intermediate.subjectName.toJSON(),
    notBefore: new Date(now - SLACK_MS),
    notAfter: new Date(now + days * DAY),
    publicKey: keys.publicKey,
    signingKey: key,
    signingAlgorithm: ecdsa('P-256'),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      // Critical if the subject is empty (RFC 5280 section 4.2.1.6).
      new x509.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: 'dns' as const, value })),
        short === undefined,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(intermediate.publicKey),
    ],
  });
  return {
    certificate: `${certificate.toString('pem')}\n`,
    caBundle: `${intermediate.toString('pem')}\n`,
    privateKey: await exportKey(keys.privateKey),
  };
}
