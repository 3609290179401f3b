import { type Fault, fault } from '../core/fault.ts';
import { toBase64 } from './sshKey/wire.ts';

/** The types of parts that `checkPart` of userData.ts can check. cloud-init knows more. */
const types = ['text/x-shellscript', 'text/cloud-config', 'text/plain'];
const maxParts = 50;

/** Headers by lower-case name; a line that starts with a blank continues the one before (RFC 5322 section 2.2.3). */
function parsePartHeaders(text: string): Map<string, string> {
  const lines = text.replace(/\n[ \t]+/g, ' ').split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).trim().toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
}

function split(text: string): { headers: Map<string, string>; body: string } {
  if (text.startsWith('\n')) return { headers: new Map(), body: text.slice(1) };
  const end = text.indexOf('\n\n');
  return { headers: parsePartHeaders(end < 0 ? text : text.slice(0, end)), body: end < 0 ? '' : text.slice(end + 2) };
}

/** The content of a part. @returns null: its encoding isn't supported, or it isn't valid */
function decodePartBody(headers: Map<string, string>, body: string): string | null {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? '7bit';
  if (['7bit', '8bit', 'binary'].includes(encoding)) return body;
  if (encoding !== 'base64') return null;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(body.replace(/\s/g, '')), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** What separates the parts. @returns undefined: the message isn't a multipart one */
function readBoundary(headers: Map<string, string>): string | undefined {
  const [, quoted, plain] =
    /^multipart\/[a-z]+;.*?boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(headers.get('content-type') ?? '') ?? [];
  return quoted ?? plain;
}

/**
 * The parts of a MIME message (RFC 2046 section 5.1), as `cloud-init devel make-mime` writes it.
 * @param text with line feeds only
 */
export function readParts(text: string): string[] | Fault {
  const { headers, body } = split(text);
  const boundary = readBoundary(headers);
  if (!boundary) return fault('serverOrder:error.userDataMime');
  // In front of the first boundary and after the last one is text for programs without MIME.
  const [whole = '', ...rest] = `\n${body}\n`.split(`\n--${boundary}--`);
  const parts = whole.split(`\n--${boundary}\n`).slice(1);
  if (rest.length === 0 || parts.length === 0 || parts.length > maxParts) return fault('serverOrder:error.userDataMime');
  const bodies: string[] = [];
  for (const part of parts) {
    const { headers: own, body: content } = split(part);
    const type = (own.get('content-type') ?? 'text/plain').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!types.includes(type)) return fault('serverOrder:error.userDataPart', { type });
    const read = decodePartBody(own, content);
    if (read === null) return fault('serverOrder:error.userDataMime');
    bodies.push(read);
  }
  return bodies;
}

export interface NewPart {
  type: 'text/x-shellscript' | 'text/cloud-config';
  /** cloud-init runs scripts in the order of their file names; those without one are called `part-001` and so on. */
  fileName?: string;
  content: string;
}

/** A part with its headers. In base64, no boundary can occur in it. */
function formatPart({ type, fileName, content }: NewPart): string {
  const disposition = fileName ? `Content-Disposition: attachment; filename="${fileName}"\n` : '';
  const encoded = toBase64(new TextEncoder().encode(content)).replace(/.{76}/g, '$&\n');
  return `Content-Type: ${type}; charset="utf-8"\nMIME-Version: 1.0\n${disposition}Content-Transfer-Encoding: base64\n\n${encoded}`;
}

export const makeMessage = (parts: readonly NewPart[]): string =>
  `Content-Type: multipart/mixed; boundary="part"\nMIME-Version: 1.0\n\n${parts.map((part) => `--part\n${formatPart(part)}\n`).join('')}--part--\n`;

/** Puts a part in front of the others, which stay as they are. @param message accepted by `readParts` */
export function addFirstPart(message: string, part: NewPart): string {
  const delimiter = `\n--${readBoundary(split(message).headers)}\n`;
  if (!message.includes(delimiter)) throw new Error('not a MIME message with parts');
  return message.replace(delimiter, () => `${delimiter}${formatPart(part)}${delimiter}`);
}
