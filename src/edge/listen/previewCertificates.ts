import { createSecureContext, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { loadX509 } from '../../lib/rules/cdn/ssl/x509.ts';
import { DAY } from '../../lib/time.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Self-signed certificates for preview addresses, made when they are first needed. Browsers warn about them, as they should. */
export class PreviewCertificates {
  readonly #made = new LRUCache<string, { context: Promise<SecureContext>; until: number }>({ max: 1_000 });

  of(name: string, now = Date.now()): Promise<SecureContext> {
    const found = this.#made.get(name);
    if (found && found.until > now) return found.context;
    const context = make(name, now);
    this.#made.set(name, { context, until: now + 25 * DAY });
    return context;
  }
}

async function make(name: string, now: number): Promise<SecureContext> {
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=Nasim edge preview',
      notBefore: new Date(now - DAY),
      notAfter: new Date(now + 30 * DAY),
      keys,
      signingAlgorithm: algorithm,
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
    },
    crypto,
  );
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const pem = `-----BEGIN PRIVATE KEY-----\n${key.replace(/.{64}(?!$)/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
  return createSecureContext({ cert: certificate.toString('pem'), key: pem });
}
