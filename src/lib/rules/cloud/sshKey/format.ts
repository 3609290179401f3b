import { type Fault, fault } from '../../core/fault.ts';
import { fromBase64, readFields } from './wire.ts';

/** Other formats of public keys, with the command that converts a file of one. */
const commands: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN PUBLIC KEY-----/, 'ssh-keygen -i -m PKCS8 -f FILE'],
  [/-----BEGIN (?:RSA |DSA |EC )?PUBLIC KEY-----/, 'ssh-keygen -i -m PEM -f FILE'],
  [/-----BEGIN CERTIFICATE-----/, 'openssl x509 -in FILE -noout -pubkey | ssh-keygen -i -m PKCS8 -f /dev/stdin'],
  [/---- ?BEGIN SSH2/, 'ssh-keygen -i -f FILE'],
];

/**
 * A key in the format of RFC 4716, which PuTTY and other programs save, as a line of OpenSSH; its comment is kept.
 * @returns null when the text isn't one whole key
 */
function convertRfc4716(text: string): string | null {
  const blocks = [...text.matchAll(/^---- ?BEGIN SSH2 PUBLIC KEY ?----[ \t]*\n([\s\S]*?)\n---- ?END SSH2 PUBLIC KEY ?----[ \t]*$/gm)];
  const [block, ...others] = blocks;
  if (!block || others.length > 0) return null;
  // A header continues on the next line after a backslash (section 3.3).
  const lines = (block[1] ?? '').replace(/\\\n/g, '').split('\n');
  const headers = lines.filter((line) => line.includes(':'));
  const blob = lines
    .filter((line) => !line.includes(':'))
    .join('')
    .replace(/\s/g, '');
  const [type] = readFields(fromBase64(blob) ?? new Uint8Array()) ?? [];
  if (!type) return null;
  const comment =
    headers
      .find((line) => /^comment:/i.test(line))
      ?.replace(/^comment:\s*/i, '')
      .replace(/^"(.*)"\s*$/, '$1') ?? '';
  return `${String.fromCharCode(...type)} ${blob} ${comment}`.trim();
}

/**
 * The lines of a pasted public key or `.pub` file: without a byte order mark, Windows line ends, comment lines and blank lines. The
 * format of RFC 4716 is converted.
 * @returns a fault for a private key, and for a format that has to be converted
 */
export function splitKeyRows(pasted: string): string[] | Fault {
  const text = pasted
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trim();
  if (/PRIVATE KEY|PuTTY-User-Key-File/.test(text)) return fault('sshKey:error.private');
  const converted = convertRfc4716(text);
  if (converted) return [converted];
  const found = commands.find(([mark]) => mark.test(text));
  if (found) return fault('sshKey:error.format', { example: found[1] });
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
