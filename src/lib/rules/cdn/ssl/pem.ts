/** One block of a PEM text (RFC 7468). */
export interface PemBlock {
  /** Such as `CERTIFICATE`. */
  label: string;
  /** Null: the content isn't base64. */
  der: Uint8Array<ArrayBuffer> | null;
  /** Headers as in RFC 1421, which only old encrypted keys have. */
  isEncrypted: boolean;
  /** As in the source, from the BEGIN to the END line. */
  text: string;
}

export interface PemText {
  blocks: PemBlock[];
  /** A BEGIN line without an END line: the text was cut off. */
  isCut: boolean;
}

const begin = /-----BEGIN ([A-Z0-9 ]+?)-----/g;

/** The number of certificates in a text, without reading them. */
export const countCertificates = (text: string): number => text.match(/-----BEGIN [A-Z0-9 ]{0,40}CERTIFICATE-----/g)?.length ?? 0;

/** Reads every block of a pasted text and ignores everything around the blocks (RFC 7468 section 2). */
export function readPem(text: string): PemText {
  const blocks: PemBlock[] = [];
  let isCut = false;
  for (const match of text.matchAll(begin)) {
    const label = match[1] ?? '';
    const start = match.index + match[0].length;
    const last = `-----END ${label}-----`;
    const end = text.indexOf(last, start);
    const next = text.indexOf('-----BEGIN ', start);
    if (end < 0 || (next >= 0 && next < end)) {
      isCut = true;
      continue;
    }
    const inside = text.slice(start, end);
    const isEncrypted = /Proc-Type:\s*4,\s*ENCRYPTED/i.test(inside);
    // `\n` in two characters is how files of environment variables and JSON quote a line break.
    const lines = inside.replace(/\\r/g, '').replace(/\\n/g, '\n');
    const body = lines.replace(/^[A-Za-z-]+:.*(?:\r?\n[ \t].*)*$/gm, '').replace(/[\s\u200b\ufeff]+/g, '');
    blocks.push({ label, der: fromBase64(body), isEncrypted, text: `${text.slice(match.index, end)}${last}\n` });
  }
  return { blocks, isCut };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** A block in standard form, with lines of 64 characters and a final line break. */
export function toPem(label: string, der: ArrayBuffer | Uint8Array): string {
  let binary = '';
  for (const byte of new Uint8Array(der)) binary += String.fromCharCode(byte);
  const lines = btoa(binary).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
