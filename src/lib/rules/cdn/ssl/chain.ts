import { certificateIssuer, certificatePem, certificateSubject, hasSigned, isAuthority, isSame, type Parsed } from './certificate.ts';
import { day, type SslFault, sslFault } from './fault.ts';
import type { X509 } from './x509.ts';

/** From the certificate upwards: each one signed the one before. Doesn't include the certificate itself. */
export async function buildChain(leaf: Parsed, among: readonly Parsed[]): Promise<Parsed[]> {
  const path: Parsed[] = [];
  let current = leaf;
  for (;;) {
    if (current.subject === current.issuer) return path;
    const candidates = among.filter((one) => one.subject === current.issuer && one !== leaf && !path.includes(one));
    const signed = await Promise.all(candidates.map((one) => hasSigned(one, current)));
    const issuer = candidates.find((_, index) => signed[index]);
    if (!issuer) return path;
    path.push(issuer);
    current = issuer;
  }
}

const no = (key: Parameters<typeof sslFault>[1], params = {}, bundle?: readonly Parsed[]) =>
  sslFault('caBundle', key, params, bundle && { caBundle: bundle.map(certificatePem).join('') });

/**
 * Validates the chain of a TLS handshake: each certificate has to certify the one directly before it (RFC 5246
 * section 7.4.2; TLS 1.3 clients should accept more, but not all do).
 */
export async function validateChain(x509: X509, leaf: Parsed, input: readonly Parsed[], now: number): Promise<SslFault | null> {
  if (input.length === 0) return null;
  const unique = input.filter((one, index) => input.findIndex((other) => isSame(one, other)) === index);
  const others = unique.filter((one) => !isSame(one, leaf));
  const path = await buildChain(leaf, others);
  const stray = others.filter((one) => !path.includes(one));
  const top = path.at(-1) ?? leaf;

  if (stray.length > 0) {
    const forged = stray.find((one) => one.subject === top.issuer && top.subject !== top.issuer);
    if (forged) return no('ssl:error.chainSignature', { name: certificateSubject(forged), below: certificateSubject(top) });
    if (top.subject !== top.issuer) return no('ssl:error.chainMissing', { issuer: certificateIssuer(top), name: certificateSubject(top) });
    return no('ssl:error.chainStray', { name: stray.map(certificateSubject).join(', ') }, path);
  }
  for (const one of path) {
    if (!isAuthority(x509, one)) return no('ssl:error.chainNotAuthority', { name: certificateSubject(one) });
    if (one.notAfter.getTime() <= now)
      return no('ssl:error.chainExpired', { name: certificateSubject(one), date: day(one.notAfter.getTime()) });
    if (one.notBefore.getTime() > now)
      return no('ssl:error.chainEarly', { name: certificateSubject(one), date: day(one.notBefore.getTime()) });
  }
  if (others.length < unique.length) return no('ssl:error.chainHoldsCertificate', { name: certificateSubject(leaf) }, path);
  if (unique.length < input.length) return no('ssl:error.chainTwice', {}, path);
  const wrong = path.findIndex((one, index) => one !== others[index]);
  const [first, right] = [others[wrong], path[wrong]];
  if (first && right) return no('ssl:error.chainOrder', { first: certificateSubject(first), right: certificateSubject(right) }, path);
  return null;
}

/** The site's certificate among several: the one that signed none of the others. */
export async function findLeaf(x509: X509, all: readonly Parsed[]): Promise<Parsed | undefined> {
  const paths = await Promise.all(all.map((one) => buildChain(one, all)));
  const lowest = all.filter((one) => !paths.some((path) => path.includes(one)));
  return lowest.find((one) => !isAuthority(x509, one)) ?? lowest[0] ?? all[0];
}
