/** Base64 as lenient decoders read it: they skip other characters. */
const decodeBase64 = (text: string): string => {
  const [clean = ''] = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/=]/g, '')
    .split('=');
  return atob(clean.length % 4 === 1 ? clean.slice(0, -1) : clean);
};
const decodeQuotedPrintable = (text: string): string =>
  text.replace(/=[ \t]*\r?\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/**
 * Most origins ignore a transfer encoding (RFC 7578 section 4.7), so the content is also read as it is.
 * @param field the header field; empty: none
 * @returns null: an unknown encoding
 */
export function transferContents(field: string, content: string): string[] | null {
  const encoding = field.toLowerCase();
  if (encoding === 'base64') return [content, decodeBase64(content)];
  if (encoding === 'quoted-printable') return [content, decodeQuotedPrintable(content)];
  return ['', '7bit', '8bit', 'binary'].includes(encoding) ? [content] : null;
}
