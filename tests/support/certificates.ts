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
  }
  /** Creates a certificate and returns the names of its files. */
  const certificate = (wanted: Wanted) => {
    const { cn, names, by, isAuthority = false, from = -1, until = 90, hash = 'sha256' } = wanted;
    const secret = wanted.key ?? key('P-256');
    const name = `cert${++count}.pem`;
    const date = (days: number) => `${new Date(now + days * 86_400_000).toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
    writeFileSync(file('index.txt'), '');
    writeFileSync(file('serial'), `${(1000 + count).toString(16).padStart(4, '0')}\n`);
    writeFileSync(
      file('ca.cnf'),
      `[ca]\ndefault_ca=c\n[c]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\npolicy=p\nunique_subject=no\n[p]\ncommonName=supplied\n[e]\nbasicConstraints=critical,CA:${isAuthority ? 'TRUE' : 'FALSE'}\n${
        names ? `subjectAltName=${names.map((one) => `DNS:${one}`).join(',')}\n` : ''
      }`,
    );
    run('req', '-new', '-key', secret, '-subj', `/CN=${cn}`, '-out', 'request.pem');
    const signer = by ? ['-cert', by.certificate, '-keyfile', by.key] : ['-selfsign', '-keyfile', secret];
    const days = ['-startdate', date(from), '-enddate', date(until)];
    run(
      'ca',
      '-batch',
      '-notext',
      '-config',
      'ca.cnf',
      '-extensions',
      'e',
      '-md',
      hash,
      ...days,
      ...signer,
      '-in',
      'request.pem',
      '-out',
      name,
    );
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
    const helper = certificate({ cn: 'No Authority', by: root });
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
      byHelper: { ...at(leaf({ by: helper })), bundle: read(helper.certificate) + read(root.certificate) },
      byFallen: { ...at(leaf({ by: fallen })), bundle: read(fallen.certificate) },
    };
  } finally {
    lab.done();
  }
}
export type Certificates = ReturnType<typeof makeCertificates>;

interface Case {
  name: string;
  given: { certificate: string; privateKey: string | null; caBundle: string };
  /** `field key`, in order. */
  faults: string[];
  warnings?: string[];
  keyType?: string;
  /** Validating the repaired texts finds no errors. */
  isRepairable?: true;
}

/** Pasted texts and the expected results. Validated in Node and in browsers: both must give the same. */
export function casesOf(made: Certificates): Case[] {
  const { p256, p384, rsa, lower, upper, root } = made;
  const chain = lower + upper;
  const good = { certificate: p256.certificate, privateKey: p256.key, caBundle: chain };
  const pairOf = (pair: { certificate: string; key: string }) => ({ certificate: pair.certificate, privateKey: pair.key, caBundle: '' });
  return [
    { name: 'ECDSA P-256 with its chain', given: good, faults: [], warnings: [], keyType: 'ECDSA P-256' },
    { name: 'with the root', given: { ...good, caBundle: chain + root }, faults: [], warnings: [] },
    { name: 'ECDSA P-384', given: { ...pairOf(p384), caBundle: chain }, faults: [], keyType: 'ECDSA P-384' },
    { name: 'RSA', given: { ...pairOf(rsa), caBundle: upper }, faults: [], keyType: 'RSA 2048' },
    { name: 'an RSA key of PKCS#1', given: { ...pairOf(rsa), privateKey: made.pkcs1, caBundle: upper }, faults: [] },
    { name: 'an EC key of SEC 1', given: { ...good, privateKey: made.sec1 }, faults: [] },
    {
      name: 'Windows line ends and text around',
      given: { ...good, certificate: `Bag: x\r\n${p256.certificate.replaceAll('\n', '\r\n')} ok` },
      faults: [],
    },
    { name: 'the key that is kept', given: { ...good, privateKey: null }, faults: [] },
    { name: 'no bundle', given: pairOf(p256), faults: [], warnings: ['ssl:warning.noChain'] },
    { name: 'signed by itself', given: pairOf(made.selfSigned), faults: [], warnings: ['ssl:warning.selfSigned'] },
    {
      name: 'names elsewhere too',
      given: { ...pairOf(made.partly), caBundle: chain },
      faults: [],
      warnings: ['ssl:warning.notApex', 'ssl:warning.otherNames'],
    },
    {
      name: 'nothing',
      given: { certificate: '', privateKey: ' ', caBundle: '' },
      faults: ['certificate certificateRequired', 'privateKey keyRequired'],
    },
    {
      name: 'garbage',
      given: { certificate: 'hello', privateKey: 'hello', caBundle: 'hello' },
      faults: ['certificate certificateNotPem', 'privateKey keyNotPem', 'caBundle bundleNotPem'],
    },
    {
      name: 'cut off',
      given: { certificate: p256.certificate.slice(0, 300), privateKey: p256.key.slice(0, 90), caBundle: lower.slice(0, 200) },
      faults: ['certificate certificateCut', 'privateKey keyCut', 'caBundle bundleCut'],
    },
    {
      name: 'a wrong character',
      given: {
        certificate: p256.certificate.replace(/\n[A-Za-z0-9]{8}/, '\n????????'),
        privateKey: p256.key.replace(/\nM[A-Za-z0-9]{8}/, '\n!'),
        caBundle: lower.replace(/\n[A-Za-z0-9]{8}/, '\n????????'),
      },
      faults: ['certificate certificateBroken', 'privateKey keyBroken', 'caBundle bundleBroken'],
    },
    {
      name: 'base64 that is no certificate',
      given: {
        ...good,
        certificate: '-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----',
        privateKey: '-----BEGIN PRIVATE KEY-----\naGVsbG8=\n-----END PRIVATE KEY-----',
      },
      faults: ['certificate certificateBroken', 'privateKey keyBroken'],
    },
    {
      name: 'the key as certificate, the certificate as key',
      given: { ...good, certificate: p256.key, privateKey: p256.certificate },
      faults: ['certificate keyAsCertificate', 'privateKey certificateAsKey'],
    },
    { name: 'a signing request', given: { ...good, certificate: made.request }, faults: ['certificate requestAsCertificate'] },
    { name: 'a public key', given: { ...good, privateKey: made.publicKey }, faults: ['privateKey publicAsKey'] },
    {
      name: 'key and certificate in one field',
      given: { ...good, certificate: p256.key + p256.certificate, privateKey: '' },
      faults: ['certificate keyInCertificate', 'privateKey keyRequired'],
      isRepairable: true,
    },
    {
      name: 'the whole chain in one field',
      given: { ...good, certificate: upper + p256.certificate + lower, caBundle: '' },
      faults: ['certificate severalCertificates'],
      isRepairable: true,
    },
    {
      name: 'eleven certificates in each field',
      given: { ...good, certificate: p256.certificate.repeat(11), caBundle: lower.repeat(11) },
      faults: ['certificate tooManyCertificates', 'caBundle tooManyCertificates'],
    },
    { name: 'two keys', given: { ...good, privateKey: p256.key + p384.key }, faults: ['privateKey severalKeys'] },
    { name: 'the key of another', given: { ...good, privateKey: made.selfSigned.key }, faults: ['privateKey keyMismatch'] },
    { name: 'a key of another kind', given: { ...good, privateKey: rsa.key }, faults: ['privateKey keyMismatch'] },
    { name: 'a key of another curve', given: { ...good, privateKey: p384.key }, faults: ['privateKey keyMismatch'] },
    { name: 'Ed25519', given: { ...good, privateKey: made.ed25519 }, faults: ['privateKey keyKind'] },
    { name: 'a passphrase', given: { ...good, privateKey: made.encrypted }, faults: ['privateKey keyEncrypted'] },
    { name: 'a passphrase, in the old form', given: { ...good, privateKey: made.oldEncrypted }, faults: ['privateKey keyEncrypted'] },
    { name: 'expired', given: { ...pairOf(made.expired), caBundle: chain }, faults: ['certificate expired'] },
    { name: 'not yet valid', given: { ...pairOf(made.early), caBundle: chain }, faults: ['certificate notYetValid'] },
    { name: 'for another domain', given: { ...pairOf(made.elsewhere), caBundle: chain }, faults: ['certificate hostNotCovered'] },
    { name: 'no alternative names', given: { ...pairOf(made.nameless), caBundle: chain }, faults: ['certificate noNames'] },
    { name: 'RSA with 1024 bits', given: { ...pairOf(made.weak), caBundle: chain }, faults: ['certificate weakKey'] },
    { name: 'signed with SHA-1', given: { ...pairOf(made.sha1), caBundle: chain }, faults: ['certificate weakSignature'] },
    { name: 'the wrong order', given: { ...good, caBundle: upper + lower }, faults: ['caBundle chainOrder'], isRepairable: true },
    { name: 'the root first', given: { ...good, caBundle: root + lower + upper }, faults: ['caBundle chainOrder'], isRepairable: true },
    { name: 'the issuer is missing', given: { ...good, caBundle: upper }, faults: ['caBundle chainMissing'] },
    { name: 'a gap', given: { ...good, caBundle: lower + root }, faults: ['caBundle chainMissing'] },
    {
      name: 'one too many',
      given: { ...good, caBundle: chain + root + made.selfSigned.certificate },
      faults: ['caBundle chainStray'],
      isRepairable: true,
    },
    {
      name: 'the name of the issuer with another key',
      given: { ...good, caBundle: made.impostor + upper },
      faults: ['caBundle chainSignature'],
    },
    {
      name: 'an issuer that may not',
      given: { ...pairOf(made.byHelper), caBundle: made.byHelper.bundle },
      faults: ['caBundle chainNotAuthority'],
    },
    { name: 'an expired issuer', given: { ...pairOf(made.byFallen), caBundle: made.byFallen.bundle }, faults: ['caBundle chainExpired'] },
    {
      name: 'the certificate again in the bundle',
      given: { ...good, caBundle: p256.certificate + chain },
      faults: ['caBundle chainHoldsCertificate'],
      isRepairable: true,
    },
    { name: 'one twice', given: { ...good, caBundle: chain + upper }, faults: ['caBundle chainTwice'], isRepairable: true },
    { name: 'a key in the bundle', given: { ...good, caBundle: chain + p256.key }, faults: ['caBundle keyInBundle'] },
  ];
}
