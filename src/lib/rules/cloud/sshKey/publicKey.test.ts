import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isFault } from '../../core/fault.ts';
import { privateFile, publicKeyText } from './privateKey.ts';
import { readPublicKey } from './publicKey.ts';
import { ascii, field, join as joined, toBase64 } from './wire.ts';

const folder = mkdtempSync(join(tmpdir(), 'nasim-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const keygen = (...options: string[]) => execFileSync('ssh-keygen', options, { cwd: folder, encoding: 'utf8' });

test.each([
  ['ed25519', undefined, 'ssh-ed25519', 256],
  ['rsa', '2048', 'ssh-rsa', 2048],
  ['ecdsa', '256', 'ecdsa-sha2-nistp256', 256],
  ['ecdsa', '384', 'ecdsa-sha2-nistp384', 384],
  ['ecdsa', '521', 'ecdsa-sha2-nistp521', 521],
] as const)('a key of ssh-keygen -t %s %s is read', (type, bits, name, size) => {
  const file = `${type}-${bits}`;
  keygen('-q', '-t', type, ...(bits ? ['-b', bits] : []), '-N', '', '-C', 'sara on laptop', '-f', file);
  expect(readPublicKey(readFileSync(join(folder, `${file}.pub`), 'utf8'))).toMatchObject({
    type: name,
    bits: size,
    comment: 'sara on laptop',
  });
});

// Created by hand, because ssh-keygen needs the device.
const application = field(ascii('ssh:'));
const skEd25519 = joined(field(ascii('sk-ssh-ed25519@openssh.com')), field(randomBytes(32)), application);
const point = Buffer.concat([Buffer.of(4), randomBytes(64)]);
const skEcdsa = joined(field(ascii('sk-ecdsa-sha2-nistp256@openssh.com')), field(ascii('nistp256')), field(point), application);
const rsa = (bits: number) => {
  const modulus = joined(Uint8Array.of(0, 0x81), randomBytes(bits / 8 - 1));
  return joined(field(ascii('ssh-rsa')), field(Uint8Array.of(1, 0, 1)), field(modulus));
};
test.each([
  ['sk-ssh-ed25519@openssh.com', skEd25519, 256],
  ['sk-ecdsa-sha2-nistp256@openssh.com', skEcdsa, 256],
  ['ssh-rsa', rsa(4096), 4096],
])('a key of %s is read', (type, blob, bits) => {
  expect(readPublicKey(`${type} ${toBase64(blob)} yubikey`)).toMatchObject({ type, bits, comment: 'yubikey' });
});

const good = 'AAAAC3NzaC1lZDI1NTE5AAAAIPbB90eMmBfVoV5inVBACoAWiTNAZtJNXNETu+yh+ikr';
const ed25519 = (bytes: number) => joined(field(ascii('ssh-ed25519')), field(randomBytes(bytes)));
const negative = joined(field(ascii('ssh-rsa')), field(Uint8Array.of(1, 0, 1)), field(joined(Uint8Array.of(0x81), randomBytes(255))));
const wrongCurve = joined(field(ascii('ecdsa-sha2-nistp256')), field(ascii('nistp384')), field(point));
test.each([
  ['nothing', ' ', 'required'],
  ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----', 'private'],
  ['a private key after its public one', `ssh-ed25519 ${good}\n-----BEGIN RSA PRIVATE KEY-----\nMII\n`, 'private'],
  ['a key of PuTTY', '\ufeffPuTTY-User-Key-File-3: ssh-ed25519', 'private'],
  ['a broken key in the format of RFC 4716', '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----', 'format'],
  ['a key of PKCS#8', '-----BEGIN PUBLIC KEY-----\nMII\n-----END PUBLIC KEY-----', 'format'],
  ['comments alone', '# laptop\r\n\r\n# desktop', 'required'],
  ['two keys', `ssh-ed25519 ${good}\nssh-ed25519 ${good}`, 'lines'],
  ['prose', 'my key, please', 'start'],
  ['options in front', `no-pty ssh-ed25519 ${good} sara`, 'options'],
  ['DSA', `ssh-dss ${good}`, 'dsa'],
  ['a certificate', `ssh-ed25519-cert-v01@openssh.com ${good}`, 'certificate'],
  ['a type alone', 'ssh-ed25519', 'missing'],
  ['other characters', 'ssh-ed25519 AAAA!AAA', 'base64'],
  ['a line that is cut off', `ssh-ed25519 ${good.slice(0, 40)}`, 'cut'],
  ['another type inside', `ssh-rsa ${good}`, 'otherType'],
  ['a short RSA key', `ssh-rsa ${toBase64(rsa(1024))}`, 'short'],
  ['a negative modulus', `ssh-rsa ${toBase64(negative)}`, 'broken'],
  ['another curve', `ecdsa-sha2-nistp256 ${toBase64(wrongCurve)}`, 'broken'],
  ['31 bytes', `ssh-ed25519 ${toBase64(ed25519(31))}`, 'broken'],
  ['bytes at the end', `ssh-ed25519 ${toBase64(joined(ed25519(32), field(randomBytes(1))))}`, 'broken'],
])('%s is refused with its reason', (_name, text, reason) => {
  const read = readPublicKey(text);
  expect(isFault(read) && read.key).toBe(`sshKey:error.${reason}`);
});

test('a file is read as other programs save it: comments, Windows line ends, a byte order mark, RFC 4716', () => {
  const plain = { type: 'ssh-ed25519', blob: good };
  expect(readPublicKey(`\ufeff# laptop\r\n\r\nssh-ed25519 ${good} sara\r\n# end\r\n`)).toMatchObject({ ...plain, comment: 'sara' });
  keygen('-q', '-t', 'rsa', '-b', '2048', '-N', '', '-C', 'sara@laptop', '-f', 'saved');
  const line = readPublicKey(readFileSync(join(folder, 'saved.pub'), 'utf8'));
  const saved = keygen('-e', '-f', 'saved.pub');
  expect(saved).toContain('BEGIN SSH2 PUBLIC KEY');
  expect(readPublicKey(saved.replaceAll('\n', '\r\n'))).toMatchObject({ ...line, comment: expect.stringContaining('converted by') });
  const long = saved.replace(/Comment:.*/, 'Subject: sara\nComment: "a long \\\ncomment"');
  expect(readPublicKey(long)).toMatchObject({ type: 'ssh-rsa', comment: 'a long comment' });
});

test('the command in the refusal of a format converts the file', () => {
  keygen('-q', '-t', 'rsa', '-b', '2048', '-N', '', '-f', 'convert');
  const expected = readPublicKey(readFileSync(join(folder, 'convert.pub'), 'utf8'));
  for (const format of ['PKCS8', 'PEM']) {
    const text = keygen('-e', '-m', format, '-f', 'convert.pub');
    const refused = readPublicKey(text);
    if (!isFault(refused)) throw new Error(`${format} was read`);
    expect(refused.key).toBe('sshKey:error.format');
    writeFileSync(join(folder, 'FILE'), text);
    const [, ...options] = String(refused.params.example).split(' ');
    expect(readPublicKey(keygen(...options))).toMatchObject({ blob: !isFault(expected) && expected.blob });
  }
});

test('OpenSSH can read the private key of a generated pair', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32);
  writeFileSync(join(folder, 'made'), privateFile(seed, key, randomBytes(4), 'sara-laptop'));
  chmodSync(join(folder, 'made'), 0o600);
  const line = publicKeyText(key, 'sara-laptop');
  expect(keygen('-y', '-f', 'made').trim()).toBe(line);
  expect(readPublicKey(line)).toMatchObject({ type: 'ssh-ed25519', comment: 'sara-laptop' });
});
