import { createHash, verify } from 'node:crypto';

/** What a verifier finds in a message (RFC 6376, section 6.1). */
export interface Signed {
  domain: string;
  selector: string;
  /** Names of the signed headers, in lower case and in order. */
  headers: string[];
  bodyMatches: boolean;
  signatureMatches: boolean;
}

/** Relaxed canonicalization of a header (section 3.4.2). */
const header = (raw: string): string => {
  const at = raw.indexOf(':');
  const value = raw.slice(at + 1).replace(/\r\n(?=[ \t])/g, '');
  return `${raw.slice(0, at).trim().toLowerCase()}:${value.replace(/[ \t]+/g, ' ').replace(/^ | $/g, '')}`;
};

/** Relaxed canonicalization of a body (section 3.4.4). */
const body = (raw: string): string => {
  const lines = raw.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${line}\r\n`).join('');
};

/**
 * Verifies the first DKIM signature of a message, as a mail server does; null: it has none.
 * @param message as received, one character per byte
 * @param publicKey base64 of a SubjectPublicKeyInfo, as in `p=`
 */
export function verifyDkim(message: string, publicKey: string): Signed | null {
  const end = message.indexOf('\r\n\r\n');
  const headers = message.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = headers.find((raw) => /^dkim-signature:/i.test(raw));
  if (signature === undefined) return null;
  const tags = new Map(
    header(signature)
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replace(/\s/g, '')]),
  );
  if (tags.get('v') !== '1' || tags.get('a') !== 'rsa-sha256' || tags.get('c') !== 'relaxed/relaxed')
    throw new Error(`not the expected signature: ${signature}`);
  const names = (tags.get('h') ?? '').toLowerCase().split(':');
  // Of headers with one name, the last is signed first (section 5.4.2).
  const left = headers.map((raw) => ({ name: raw.slice(0, raw.indexOf(':')).trim().toLowerCase(), raw })).reverse();
  const signed = names.map((name) => {
    const at = left.findIndex((one) => one.name === name);
    return at < 0 ? '' : `${header(left.splice(at, 1)[0]?.raw ?? '')}\r\n`;
  });
  const own = header(signature.replace(/(;[\s]*b[\s]*=)[^;]*/i, '$1'));
  return {
    domain: tags.get('d') ?? '',
    selector: tags.get('s') ?? '',
    headers: names,
    bodyMatches:
      createHash('sha256')
        .update(body(message.slice(end + 4)), 'latin1')
        .digest('base64') === tags.get('bh'),
    signatureMatches: verify(
      'sha256',
      Buffer.from(signed.join('') + own, 'latin1'),
      { key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' },
      Buffer.from(tags.get('b') ?? '', 'base64'),
    ),
  };
}
