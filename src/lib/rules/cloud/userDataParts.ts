import { type Fault, fault } from '../core/fault.ts';

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

/**
 * The parts of a MIME message (RFC 2046 section 5.1), as `cloud-init devel make-mime` writes it.
 * @param text with line feeds only
 */
export function readParts(text: string): string[] | Fault {
  const { headers, body } = split(text);
  const [, quoted, plain] =
    /^multipart\/[a-z]+;.*?boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(headers.get('content-type') ?? '') ?? [];
  const boundary = quoted ?? plain;
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
