import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Certificates created by the `openssl` command, in a folder that `done` deletes. */
function opensslLab(now: number) {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-ssl-'));
  const file = (name: string) => join(folder, name);
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const read = (name: string) => readFileSync(file(name), 'utf8');
  let count = 0;

  const key = (kind: 'rsa:2048' | 'rsa:1024' | 'P-256' | 'P-384'): string => {
    const name = `key${++count}.pem`;
    const [algorithm, bits] = kind.split(':');
    if (algorithm === 'rsa') run('genpkey', '-algorithm', 'RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`, '-out', name);
    else run('genpkey', '-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${kind}`, '-out', name);
    return name;
  };

  interface Wanted {
    cn: string;
    /** Subject alternative names; none: the extension is missing. */
    names?: string[];
    /** Files of the issuer; absent: self-signed. */
    by?: { certificate: string; key: string };
    isAuthority?: boolean;
    /** Days from `now`. */
    from?: number;
    until?: number;
    key?: string;
    hash?: 'sha256' | 'sha1';
    /** Extended key usage; absent: the extension is missing. */
    usage?: 'serverAuth' | 'clientAuth' | 'anyExtendedKeyUsage';
  }
  /** Creates a certificate and returns the names of its files. */
  const certificate = (wanted: Wanted) => {
    const { cn, names, by, isAuthority = false, from = -1, until = 90, hash = 'sha256', usage } = wanted;
    const secret = wanted.key ?? key('P-256');
    const name = `cert${++count}.pem`;
    const date = (days: number) => `${new Date(now + days * 86_400_000).toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
    writeFileSync(file('index.txt'), '');
    writeFileSync(file('serial'), `${(1000 + count).toString(16).padStart(4, '0')}\n`);
    writeFileSync(
      file('ca.cnf'),
      `[ca]\ndefault_ca=c\n[c]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\npolicy=p\nunique_subject=no\n[p]\ncommonName=supplied\n[e]\nbasicConstraints=critical,CA:${isAuthority ? 'TRUE' : 'FALSE'}\n${
        names ? `subjectAltName=${names.map((one) => `DNS:${one}`).join(',')}\n` : ''
      }${usage ? `extendedKeyUsage=${usage}\n` : ''}`,
    );
    run('req', '-new', '-key', secret, '-subj', `/CN=${cn}`, '-out', 'request.pem');
    const signer = by ? ['-cert', by.certificate, '-keyfile', by.key] : ['-selfsign', '-keyfile', secret];
    const days = ['-startdate', date(from), '-enddate', date(until)];
    const config = ['-config', 'ca.cnf', '-extensions', 'e', '-md', hash];
    run('ca', '-batch', '-notext', ...config, ...days, ...signer, '-in', 'request.pem', '-out', name);
    return { certificate: name, key: secret };
  };
  return { file, run, read, key, certificate, done: () => rmSync(folder, { recursive: true, force: true }) };
}

/** One text for each kind of pasted input, valid around `now` in epoch milliseconds. Takes a second: created once per test file. */
export function makeCertificates(zone: string, now = Date.now()) {
  const lab = opensslLab(now);
  try {
    const { read, certificate, key, run } = lab;
    const rsa = key('rsa:2048');
    const root = certificate({ cn: 'Test Root', isAuthority: true, until: 3000, key: key('P-384') });
    const upper = certificate({ cn: 'Test Upper CA', isAuthority: true, until: 2000, by: root, key: rsa });
    const lower = certificate({ cn: 'Test Lower CA', isAuthority: true, until: 1000, by: upper });
    const names = [zone, `*.${zone}`];
    const leaf = (more: Partial<Parameters<typeof certificate>[0]> = {}) => certificate({ cn: zone, names, by: lower, ...more });
    const p256 = leaf();
    const p384 = leaf({ key: key('P-384') });
    const ofRsa = leaf({ key: rsa, by: upper });
    // The name of the intermediate authority with another key, and one that may not issue.
    const impostor = certificate({ cn: 'Test Lower CA', isAuthority: true, by: upper });
    const intermediate = certificate({ cn: 'No Authority', by: root });
    const fallen = certificate({ cn: 'Test Old CA', isAuthority: true, from: -30, until: -1, by: root });
    run('pkey', '-in', p256.key, '-traditional', '-out', 'sec1.pem');
    run('pkey', '-in', rsa, '-traditional', '-out', 'pkcs1.pem');
    run('pkcs8', '-topk8', '-in', p256.key, '-passout', 'pass:secret', '-out', 'encrypted.pem');
    run('rsa', '-in', rsa, '-traditional', '-aes128', '-passout', 'pass:secret', '-out', 'old-encrypted.pem');
    run('req', '-new', '-key', p256.key, '-subj', `/CN=${zone}`, '-out', 'csr.pem');
    run('pkey', '-in', p256.key, '-pubout', '-out', 'public.pem');
    run('genpkey', '-algorithm', 'ED25519', '-out', 'ed.pem');
    const at = (pair: { certificate: string; key: string }) => ({ certificate: read(pair.certificate), key: read(pair.key) });
    return {
      root: read(root.certificate),
      upper: read(upper.certificate),
      lower: read(lower.certificate),
      impostor: read(impostor.certificate),
      p256: at(p256),
      p384: at(p384),
      rsa: at(ofRsa),
      sec1: read('sec1.pem'),
      pkcs1: read('pkcs1.pem'),
      encrypted: read('encrypted.pem'),
      oldEncrypted: read('old-encrypted.pem'),
      request: read('csr.pem'),
      publicKey: read('public.pem'),
      ed25519: read('ed.pem'),
      expired: at(leaf({ from: -90, until: -1 })),
      early: at(leaf({ from: 5 })),
      elsewhere: at(leaf({ cn: 'other.example', names: ['other.example', `not-${zone}`] })),
      partly: at(leaf({ names: [`www.${zone}`, 'partner.example'] })),
      nameless: at(certificate({ cn: zone, by: lower })),
      weak: at(leaf({ key: key('rsa:1024') })),
      sha1: at(leaf({ hash: 'sha1' })),
      selfSigned: at(certificate({ cn: zone, names })),
      selfSignedAuthority: at(certificate({ cn: zone, names, isAuthority: true })),
      forClients: at(leaf({ usage: 'clientAuth' })),
      forServers: at(leaf({ usage: 'serverAuth' })),
      forAll: at(leaf({ usage: 'anyExtendedKeyUsage' })),
      upperKey: read(rsa),
      byHelper: { ...at(leaf({ by: intermediate })), bundle: read(intermediate.certificate) + read(root.certificate) },
      byFallen: { ...at(leaf({ by: fallen })), bundle: read(fallen.certificate) },
    };
  } finally {
    lab.done();
  }
}
export type Certificates = ReturnType<typeof makeCertificates>;

/** With the text that `openssl pkcs12` writes in front of each block. */
const bags = (pem: string): string => `Bag Attributes\n    friendlyName: site\n    localKeyID: 01 02\nsubject=CN = site\n${pem}\n`;

interface Case {
  name: string;
  input: { certificate: string; privateKey: string | null; caBundle: string };
  /** `field key`, in order. */
  faults: string[];
  warnings?: string[];
  keyType?: string;
  /** Validating the repaired texts finds no errors. */
  isRepairable?: true;
}

/** Pasted texts and the expected results. Validated in Node and in browsers: both must give the same. */
export function certificateCases(made: Certificates): Case[] {
  const { p256, p384, rsa, lower, upper, root } = made;
  const chain = lower + upper;
  const good = { certificate: p256.certificate, privateKey: p256.key, caBundle: chain };
  const pairOf = (pair: { certificate: string; key: string }) => ({ certificate: pair.certificate, privateKey: pair.key, caBundle: '' });
  const one = (name: string, input: Partial<Case['input']>, faults = '', more: Partial<Case> = {}): Case => ({
    name,
    input: { ...good, ...input },
    faults: faults === '' ? [] : faults.split(', '),
    ...more,
  });
  const repairable = { isRepairable: true } as const;
  return [
    one('ECDSA P-256 with its chain', {}, '', { warnings: [], keyType: 'ECDSA P-256' }),
    one('with the root', { caBundle: chain + root }, '', { warnings: [] }),
    one('ECDSA P-384', { ...pairOf(p384), caBundle: chain }, '', { keyType: 'ECDSA P-384' }),
    one('RSA', { ...pairOf(rsa), caBundle: upper }, '', { keyType: 'RSA 2048' }),
    one('an RSA key of PKCS#1', { ...pairOf(rsa), privateKey: made.pkcs1, caBundle: upper }),
    one('an EC key of SEC 1', { privateKey: made.sec1 }),
    one('Windows line ends and text around', { certificate: `Bag: x\r\n${p256.certificate.replaceAll('\n', '\r\n')} ok` }),
    one('the key that is kept', { privateKey: null }),
    one('no bundle', pairOf(p256), '', { warnings: ['ssl:warning.noChain'] }),
    one('signed by itself', pairOf(made.selfSigned), '', { warnings: ['ssl:warning.selfSigned'] }),
    one('names elsewhere too', { ...pairOf(made.partly), caBundle: chain }, '', {
      warnings: ['ssl:warning.notApex', 'ssl:warning.otherNames'],
    }),
    one('nothing', { certificate: '', privateKey: ' ', caBundle: '' }, 'certificate certificateRequired, privateKey keyRequired'),
    one(
      'garbage',
      { certificate: 'hello', privateKey: 'hello', caBundle: 'hello' },
      'certificate certificateNotPem, privateKey keyNotPem, caBundle bundleNotPem',
    ),
    one(
      'cut off',
      { certificate: p256.certificate.slice(0, 300), privateKey: p256.key.slice(0, 90), caBundle: lower.slice(0, 200) },
      'certificate certificateCut, privateKey keyCut, caBundle bundleCut',
    ),
    one(
      'a wrong character',
      {
        certificate: p256.certificate.replace(/\n[A-Za-z0-9]{8}/, '\n????????'),
        privateKey: p256.key.replace(/\nM[A-Za-z0-9]{8}/, '\n!'),
        caBundle: lower.replace(/\n[A-Za-z0-9]{8}/, '\n????????'),
      },
      'certificate certificateBroken, privateKey keyBroken, caBundle bundleBroken',
    ),
    one(
      'base64 that is no certificate',
      {
        certificate: '-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----',
        privateKey: '-----BEGIN PRIVATE KEY-----\naGVsbG8=\n-----END PRIVATE KEY-----',
      },
      'certificate certificateBroken, privateKey keyBroken',
    ),
    one(
      'the key as certificate, the certificate as key',
      { certificate: p256.key, privateKey: p256.certificate },
      'certificate keyAsCertificate, privateKey certificateAsKey',
      repairable,
    ),
    one(
      'everything in the field of the key',
      { certificate: '', privateKey: chain + p256.key + p256.certificate, caBundle: '' },
      'certificate certificateRequired',
      repairable,
    ),
    one(
      'everything in one field, as OpenSSL exports PKCS#12',
      {
        certificate: `\ufeff  ${bags(p256.key)}${bags(p256.certificate)}${bags(upper)}${bags(lower)}`.replaceAll('\n', '\r\n'),
        privateKey: '',
        caBundle: '',
      },
      'certificate keyInCertificate, privateKey keyRequired',
      repairable,
    ),
    one('line breaks as two characters', {
      certificate: p256.certificate.replaceAll('\n', '\\n'),
      privateKey: p256.key.replaceAll('\n', '\\n'),
    }),
    one('the same key in two fields', { certificate: p256.certificate + p256.key }, 'certificate keyInCertificate', repairable),
    one('a key in each field', { certificate: p256.certificate + p384.key }, 'certificate otherKey'),
    one(
      'two keys beside the certificate',
      { certificate: p256.certificate + p384.key + p256.key, privateKey: '' },
      'certificate severalKeys, privateKey keyRequired',
    ),
    one('for clients only', { ...pairOf(made.forClients), caBundle: chain }, 'certificate purpose'),
    one('for servers', { ...pairOf(made.forServers), caBundle: chain }),
    one('for every use', { ...pairOf(made.forAll), caBundle: chain }),
    one(
      'the certificate of an authority',
      { certificate: upper, privateKey: made.upperKey, caBundle: '' },
      'certificate authorityAsCertificate',
    ),
    one('signed by itself, as an authority', pairOf(made.selfSignedAuthority), 'certificate selfSignedAuthority'),
    one('a signing request', { certificate: made.request }, 'certificate requestAsCertificate'),
    one('a public key', { privateKey: made.publicKey }, 'privateKey publicAsKey'),
    one(
      'key and certificate in one field',
      { certificate: p256.key + p256.certificate, privateKey: '' },
      'certificate keyInCertificate, privateKey keyRequired',
      repairable,
    ),
    one(
      'the whole chain in one field',
      { certificate: upper + p256.certificate + lower, caBundle: '' },
      'certificate severalCertificates',
      repairable,
    ),
    one(
      'eleven certificates in each field',
      { certificate: p256.certificate.repeat(11), caBundle: lower.repeat(11) },
      'certificate tooManyCertificates, caBundle tooManyCertificates',
    ),
    one('two keys', { privateKey: p256.key + p384.key }, 'privateKey severalKeys'),
    one('the key of another', { privateKey: made.selfSigned.key }, 'privateKey keyMismatch'),
    one('a key of another kind', { privateKey: rsa.key }, 'privateKey keyMismatch'),
    one('a key of another curve', { privateKey: p384.key }, 'privateKey keyMismatch'),
    one('Ed25519', { privateKey: made.ed25519 }, 'privateKey keyKind'),
    one('a passphrase', { privateKey: made.encrypted }, 'privateKey keyEncrypted'),
    one('a passphrase, in the old form', { privateKey: made.oldEncrypted }, 'privateKey keyEncrypted'),
    one('expired', { ...pairOf(made.expired), caBundle: chain }, 'certificate expired'),
    one('not yet valid', { ...pairOf(made.early), caBundle: chain }, 'certificate notYetValid'),
    one('for another domain', { ...pairOf(made.elsewhere), caBundle: chain }, 'certificate hostNotCovered'),
    one('no alternative names', { ...pairOf(made.nameless), caBundle: chain }, 'certificate noNames'),
    one('RSA with 1024 bits', { ...pairOf(made.weak), caBundle: chain }, 'certificate weakKey'),
    one('signed with SHA-1', { ...pairOf(made.sha1), caBundle: chain }, 'certificate weakSignature'),
    one('the wrong order', { caBundle: upper + lower }, 'caBundle chainOrder', repairable),
    one('the root first', { caBundle: root + lower + upper }, 'caBundle chainOrder', repairable),
    one('the issuer is missing', { caBundle: upper }, 'caBundle chainMissing'),
    one('a gap', { caBundle: lower + root }, 'caBundle chainMissing'),
    one('one too many', { caBundle: chain + root + made.selfSigned.certificate }, 'caBundle chainStray', repairable),
    one('the name of the issuer with another key', { caBundle: made.impostor + upper }, 'caBundle chainSignature'),
    one('an issuer that may not', { ...pairOf(made.byHelper), caBundle: made.byHelper.bundle }, 'caBundle chainNotAuthority'),
    one('an expired issuer', { ...pairOf(made.byFallen), caBundle: made.byFallen.bundle }, 'caBundle chainExpired'),
    one('the certificate again in the bundle', { caBundle: p256.certificate + chain }, 'caBundle chainHoldsCertificate', repairable),
    one('one twice', { caBundle: chain + upper }, 'caBundle chainTwice', repairable),
    one('a key in the bundle', { caBundle: chain + p256.key }, 'caBundle keyInBundle', repairable),
    one('another key in the bundle', { caBundle: chain + p384.key }, 'caBundle keyInBundle'),
  ];
}
