import type { TKey, TParams } from '../../../i18n/keys.ts';
import {
  type CertificateFacts,
  certificateKey,
  certificatePem,
  certificateSubject,
  isAuthority,
  type Parsed,
  parseCertificate,
  readCertificateFacts,
  servesWebsites,
} from './certificate.ts';
import { buildChain, findLeaf, validateChain } from './chain.ts';
import { day, type SslFault, sslFault } from './fault.ts';
import { isPair, keyBlocks, keyPem, type PrivateKey, readKey } from './key.ts';
import { isInZone } from './names.ts';
import { countCertificates, type PemBlock, readPem } from './pem.ts';
import { loadX509, type X509 } from './x509.ts';

export interface CertificateInput {
  certificate: string;
  /** Null: the stored one; then it isn't validated. */
  privateKey: string | null;
  caBundle: string;
  /** The domain of the certificate, ASCII. */
  zone: string;
  /** Epoch ms. */
  now: number;
}

export interface CertificateCheck {
  /** At most one per field, those of the certificate first. */
  faults: SslFault[];
  /** Valid but probably unintended. */
  warnings: { key: TKey; params: TParams }[];
  /** Null: the certificate couldn't be read. Also returned for a refused one. */
  facts: CertificateFacts | null;
  /** The certificates above it, as given. */
  chain: { name: string; until: number }[];
  /** What to store, without surrounding text; null while there are errors. `privateKey` is null when none was given. */
  clean: { certificate: string; privateKey: string | null; caBundle: string } | null;
}

/** Signatures that browsers no longer accept. */
const weakHashes = /SHA-?1$|MD5|MD2/i;
const minBits = 2048;
/** Certificates in one field: a chain has three or four, and every one more is verified against all others. */
export const maxInField = 10;

/**
 * Validates a certificate with its key and chain for a domain: in the browser before anything is sent, and in the provider.
 * Needs WebCrypto. Never throws, for any pasted text.
 */
export async function validateCertificate(input: CertificateInput): Promise<CertificateCheck> {
  const tooMany = (['certificate', 'caBundle'] as const).flatMap((field) => {
    const count = countCertificates(input[field]);
    return count > maxInField ? [sslFault(field, 'ssl:error.tooManyCertificates', { count, max: maxInField })] : [];
  });
  if (tooMany.length > 0) return { faults: tooMany, warnings: [], facts: null, chain: [], clean: null };
  const x509 = await loadX509();
  const faults: SslFault[] = [];
  const read = await readCertificate(x509, input);
  const leaf = read.leaf;
  const facts = leaf && (await readCertificateFacts(x509, leaf));
  const fault = read.fault ?? (leaf && facts && checkCertificate(x509, leaf, facts, input));
  if (fault) faults.push(fault);

  const key = input.privateKey === null ? null : readKey(input.privateKey);
  const keyFault = key && ('field' in key ? key : await checkKey(key, leaf));
  if (keyFault) faults.push(keyFault);

  const bundle = readBundle(x509, input);
  const chainFault = bundle.fault ?? (leaf && !read.fault && (await validateChain(x509, leaf, bundle.certificates, input.now)));
  if (chainFault) faults.push(chainFault);

  const isWhole = faults.length === 0 && leaf && facts;
  return {
    faults,
    warnings: isWhole ? warningsFor(facts, bundle.certificates, input.zone) : [],
    facts: facts ?? null,
    chain: bundle.certificates.map((one) => ({ name: certificateName(one), until: one.notAfter.getTime() })),
    clean: isWhole
      ? {
          certificate: certificatePem(leaf),
          privateKey: key && !('field' in key) ? keyPem(key, certificateKey(leaf).curve) : null,
          caBundle: bundle.certificates.map(certificatePem).join(''),
        }
      : null,
  };
}

const certificateName = (one: Parsed): string => one.subjectName.getField('CN')[0] ?? one.subject;

const isCertificate = ({ label }: PemBlock): boolean => label.endsWith('CERTIFICATE');
const parseAll = (x509: X509, blocks: readonly PemBlock[]): (Parsed | null)[] =>
  blocks.map(({ der }) => der && parseCertificate(x509, der));

const joinPem = (blocks: readonly PemBlock[]): string => blocks.map(({ text }) => text).join('');

/** The correction that moves certificates out of the field of the key, and the key into it. */
function swapped({ certificate, privateKey }: CertificateInput): SslFault['repair'] {
  const elsewhere = readPem(privateKey ?? '').blocks.filter(isCertificate);
  const keys = keyBlocks(certificate, privateKey ?? '');
  return elsewhere.length > 0 && keys.length <= 1 ? { certificate: joinPem(elsewhere), privateKey: joinPem(keys) } : undefined;
}

/** The correction that moves a key into its field; undefined: it isn't the only one. */
const keyMoved = (key: PemBlock, privateKey: string | null): { privateKey: string } | undefined =>
  keyBlocks(key.text, privateKey ?? '').length === 1 ? { privateKey: key.text } : undefined;

async function readCertificate(x509: X509, input: CertificateInput): Promise<{ leaf: Parsed | null; fault: SslFault | null }> {
  const { certificate: text, caBundle: bundle, privateKey } = input;
  const no = (key: TKey, params: TParams = {}, repair?: SslFault['repair']) => sslFault('certificate', key, params, repair);
  if (text.trim() === '') return { leaf: null, fault: no('ssl:error.certificateRequired', {}, swapped(input)) };
  const { blocks, isCut } = readPem(text);
  const pasted = blocks.filter(isCertificate);
  const keys = keyBlocks(text);
  const [key] = keys;
  if (pasted.length === 0) {
    const [other] = blocks.filter(({ label }) => label !== 'EC PARAMETERS');
    if (key) return { leaf: null, fault: no('ssl:error.keyAsCertificate', {}, swapped(input)) };
    if (isCut) return { leaf: null, fault: no('ssl:error.certificateCut') };
    if (other?.label.endsWith('CERTIFICATE REQUEST')) return { leaf: null, fault: no('ssl:error.requestAsCertificate') };
    return { leaf: null, fault: other ? no('ssl:error.otherBlock', { label: other.label }) : no('ssl:error.certificateNotPem') };
  }
  const parsed = parseAll(x509, pasted);
  const good = parsed.filter((one) => one !== null);
  if (good.length < parsed.length) return { leaf: null, fault: no('ssl:error.certificateBroken') };
  const leaf = (await findLeaf(x509, good)) ?? null;
  const above = leaf ? await buildChain(leaf, good) : [];
  const rest = [...above, ...good.filter((one) => one !== leaf && !above.includes(one))];
  const moved = rest.length > 0 && { caBundle: rest.map(certificatePem).join('') + (bundle.trim() ? `${bundle.trim()}\n` : '') };
  if (keys.length > 1) return { leaf, fault: no('ssl:error.severalKeys', { count: keys.length }) };
  if (leaf && key) {
    const inField = keyMoved(key, privateKey);
    if (!inField) return { leaf, fault: no('ssl:error.otherKey') };
    return { leaf, fault: no('ssl:error.keyInCertificate', {}, { certificate: certificatePem(leaf), ...inField, ...moved }) };
  }
  if (leaf && moved)
    return { leaf, fault: no('ssl:error.severalCertificates', { count: good.length }, { certificate: certificatePem(leaf), ...moved }) };
  return { leaf, fault: null };
}

function checkCertificate(x509: X509, leaf: Parsed, facts: CertificateFacts, { zone, now }: CertificateInput): SslFault | null {
  const no = (key: TKey, params: TParams = {}) => sslFault('certificate', key, params);
  if (isAuthority(x509, leaf))
    return facts.isSelfSigned && facts.names.length > 0
      ? no('ssl:error.selfSignedAuthority')
      : no('ssl:error.authorityAsCertificate', { name: certificateSubject(leaf), zone });
  if (!servesWebsites(x509, leaf)) return no('ssl:error.purpose');
  const key = certificateKey(leaf);
  if (key.kind === 'other') return no('ssl:error.certificateKind', { kind: key.name });
  if (key.kind === 'RSA' && key.bits < minBits) return no('ssl:error.weakKey', { bits: key.bits, min: minBits });
  if (weakHashes.test(leaf.signatureAlgorithm.hash?.name ?? '')) return no('ssl:error.weakSignature');
  if (facts.notAfter <= now) return no('ssl:error.expired', { date: day(facts.notAfter) });
  if (facts.notBefore > now) return no('ssl:error.notYetValid', { date: day(facts.notBefore) });
  if (facts.names.length === 0) return no('ssl:error.noNames', { zone });
  if (!facts.names.some((name) => isInZone(name, zone)))
    return no('ssl:error.hostNotCovered', { zone, names: facts.names.slice(0, 3).join(', ') });
  return null;
}

async function checkKey(key: PrivateKey, leaf: Parsed | null): Promise<SslFault | null> {
  if (!leaf) return null;
  const { kind, curve, name } = certificateKey(leaf);
  const fits = await isPair(key, { kind, curve, spki: leaf.publicKey.rawData });
  if (fits === null) return sslFault('privateKey', 'ssl:error.keyBroken');
  return fits ? null : sslFault('privateKey', 'ssl:error.keyMismatch', { kind: name });
}

function readBundle(x509: X509, { caBundle: text, privateKey }: CertificateInput): { certificates: Parsed[]; fault: SslFault | null } {
  const no = (key: TKey, repair?: SslFault['repair']) => ({ certificates: [], fault: sslFault('caBundle', key, {}, repair) });
  if (text.trim() === '') return { certificates: [], fault: null };
  const { blocks, isCut } = readPem(text);
  const pasted = blocks.filter(isCertificate);
  const [key, ...others] = keyBlocks(text);
  if (key) {
    const inField = others.length === 0 && !isCut && keyMoved(key, privateKey);
    return no('ssl:error.keyInBundle', inField ? { caBundle: joinPem(pasted), ...inField } : undefined);
  }
  if (isCut) return no('ssl:error.bundleCut');
  if (pasted.length === 0) return no('ssl:error.bundleNotPem');
  const parsed = parseAll(x509, pasted);
  const certificates = parsed.filter((one) => one !== null);
  return certificates.length < parsed.length ? no('ssl:error.bundleBroken') : { certificates, fault: null };
}

function warningsFor(facts: CertificateFacts, chain: readonly Parsed[], zone: string): CertificateCheck['warnings'] {
  const others = facts.names.filter((name) => !isInZone(name, zone));
  return [
    ...(facts.isSelfSigned ? [{ key: 'ssl:warning.selfSigned' as const, params: {} }] : []),
    ...(!facts.isSelfSigned && chain.length === 0 ? [{ key: 'ssl:warning.noChain' as const, params: { issuer: facts.issuer } }] : []),
    ...(facts.names.includes(zone) ? [] : [{ key: 'ssl:warning.notApex' as const, params: { zone } }]),
    ...(others.length > 0 ? [{ key: 'ssl:warning.otherNames' as const, params: { zone, names: others.slice(0, 3).join(', ') } }] : []),
  ];
}
