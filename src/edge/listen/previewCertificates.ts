import { createSecureContext, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { loadX509 } from '../../lib/rules/cdn/ssl/x509.ts';
import { DAY } from '../../lib/time.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

interface Made {
  certificate: Promise<Certificate>;
  context: Promise<SecureContext>;
  until: number;
}

/** Self-signed certificates for preview addresses, made when they are first needed. Browsers warn about them, as they should. */
export class PreviewCertificates {
  readonly #made = new LRUCache<string, Made>({ max: 1_000 });
  readonly #create: (name: string) => Promise<Certificate>;

  /** @param create another source: workers get them from one process, because a browser warns again about another certificate */
  constructor(create: (name: string) => Promise<Certificate> = createCertificate) {
    this.#create = create;
  }

  certificate(name: string): Promise<Certificate> {
    return this.#get(name).certificate;
  }
  context(name: string): Promise<SecureContext> {
    return this.#get(name).context;
  }

  #get(name: string, now = Date.now()): Made {
    const found = this.#made.get(name);
    if (found && found.until > now) return found;
    const certificate = this.#create(name);
    const made = { certificate, context: certificate.then((pem) => createSecureContext(pem)), until: now + 25 * DAY };
    made.context.catch(() => this.#made.delete(name));
    this.#made.set(name, made);
    return made;
  }
}

async function createCertificate(name: string): Promise<Certificate> {
  const now = Date.now();
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
  return { cert: certificate.toString('pem'), key: pem };
}
