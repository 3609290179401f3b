import { readSequence } from './der.ts';
import { toPem } from './pem.ts';
import type { X509 } from './x509.ts';

export type Parsed = InstanceType<X509['X509Certificate']>;

/** The fields of a certificate, for display and for the rules. */
export interface CertificateFacts {
  /** DNS names that it is valid for, lower case and ASCII. */
  names: string[];
  /** Short names of the subject and the issuer. */
  subject: string;
  issuer: string;
  /** Epoch ms. */
  notBefore: number;
  notAfter: number;
  /** Such as `RSA 2048` or `ECDSA P-256`. */
  keyType: string;
  isSelfSigned: boolean;
  /** SHA-256 of the whole certificate, hexadecimal. */
  fingerprint: string;
}

export function parseCertificate(x509: X509, der: Uint8Array<ArrayBuffer>): Parsed | null {
  try {
    const parsed = new x509.X509Certificate(der);
    // Fields that are parsed lazily fail here instead of later.
    void [parsed.notAfter, parsed.notBefore, parsed.issuer, parsed.subject, parsed.publicKey.algorithm, parsed.signatureAlgorithm];
    return parsed;
  } catch {
    return null;
  }
}

/** Names of the extension that browsers check; the common name has been ignored for years (RFC 6125 section 6.4.4). */
function certificateNames(x509: X509, certificate: Parsed): string[] {
  try {
    const found = certificate.getExtension(x509.SubjectAlternativeNameExtension);
    const names = found?.names.items.filter(({ type }) => type === 'dns').map(({ value }) => value.toLowerCase().replace(/\.$/, ''));
    return [...new Set(names)];
  } catch {
    return [];
  }
}

/** The common name, else the organisation, else the whole. */
function shortName(name: Parsed['subjectName'], whole: string): string {
  const [short] = [...name.getField('CN'), ...name.getField('O'), ...name.getField('OU')];
  return short ?? whole;
}
export const certificateSubject = (certificate: Parsed): string => shortName(certificate.subjectName, certificate.subject);
export const certificateIssuer = (certificate: Parsed): string => shortName(certificate.issuerName, certificate.issuer);

export interface KeyFacts {
  kind: 'RSA' | 'EC' | 'other';
  /** Of RSA. */
  bits: number;
  curve: string | null;
  name: string;
}

/** The key type of a certificate. */
export function certificateKey({ publicKey: { algorithm, rawData } }: Parsed): KeyFacts {
  const { name } = algorithm;
  if (name.startsWith('RSASSA')) {
    const bits = modulusBits(new Uint8Array(rawData));
    return { kind: 'RSA', bits, curve: null, name: `RSA ${bits}` };
  }
  const curve = 'namedCurve' in algorithm ? String(algorithm.namedCurve) : null;
  if (name.startsWith('EC') && curve && /^P-(256|384|521)$/.test(curve)) return { kind: 'EC', bits: 0, curve, name: `ECDSA ${curve}` };
  return { kind: 'other', bits: 0, curve, name: curve ? `${name} ${curve}` : name };
}

/** Bits of the modulus (RFC 8017 appendix A.1.1), which the library doesn't return; 0 when the key can't be read. */
function modulusBits(spki: Uint8Array<ArrayBuffer>): number {
  const key = readSequence(spki)?.[1]?.value.slice(1);
  const digits = (key && readSequence(key)?.[0]?.value) ?? new Uint8Array();
  const first = digits.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (digits.length - first) * 8 - Math.clz32(digits[first] ?? 0) + 24;
}

export async function readCertificateFacts(x509: X509, certificate: Parsed): Promise<CertificateFacts> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', certificate.rawData));
  return {
    names: certificateNames(x509, certificate),
    subject: certificateSubject(certificate),
    issuer: certificateIssuer(certificate),
    notBefore: certificate.notBefore.getTime(),
    notAfter: certificate.notAfter.getTime(),
    keyType: certificateKey(certificate).name,
    isSelfSigned: certificate.subject === certificate.issuer && (await hasSigned(certificate, certificate)),
    fingerprint: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

export const certificatePem = (certificate: Parsed): string => toPem('CERTIFICATE', certificate.rawData);

const signatures = new WeakMap<Parsed, Map<Parsed, Promise<boolean>>>();

/** Whether a certificate was signed with the key of another. Each pair is verified once, however often a chain is searched. */
export function hasSigned(issuer: Parsed, certificate: Parsed): Promise<boolean> {
  const known = signatures.get(certificate) ?? new Map<Parsed, Promise<boolean>>();
  signatures.set(certificate, known);
  const there = known.get(issuer);
  if (there) return there;
  const verified = (async () => certificate.verify({ publicKey: issuer.publicKey, signatureOnly: true }))().catch(() => false);
  known.set(issuer, verified);
  return verified;
}

export function isAuthority(x509: X509, certificate: Parsed): boolean {
  try {
    return certificate.getExtension(x509.BasicConstraintsExtension)?.ca === true;
  } catch {
    return false;
  }
}

/** The purposes of RFC 5280 section 4.2.1.12 that allow a website: server authentication, and any. */
const serving = ['1.3.6.1.5.5.7.3.1', '2.5.29.37.0'];

/** Whether the extended key usage allows a TLS server; without the extension, every use is allowed. */
export function servesWebsites(x509: X509, certificate: Parsed): boolean {
  try {
    const usages = certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages;
    return !usages || usages.some((usage) => serving.includes(String(usage)));
  } catch {
    return false;
  }
}

export const isSame = (one: Parsed, other: Parsed): boolean => certificatePem(one) === certificatePem(other);
