import { decodeTexts, decodeUtf8, toBinary, toBytes } from './charset.ts';
import { addJoined } from './form.ts';
import { fieldValues, type HeaderField, readExtended, readField } from './headerField.ts';
import { looksLikeJson, readJson } from './json.ts';
import type { Reading } from './reading.ts';
import { transferContents } from './transfer.ts';

/** RFC 2046 section 5.1.1, without the comma and the space: some origins end a boundary there. */
const boundaryCharacters = /^[\w'()+./:=?-]{1,200}$/;

/** @returns the boundary of a `multipart/*`; null: origins would disagree about it */
export function parseBoundary(field: HeaderField): string | null {
  const [values, ...more] = fieldValues(field, 'boundary');
  const [boundary = '', ...others] = values ?? [];
  // Some origins take what follows the first `boundary`, wherever it is.
  const first = field.parameters.find((one) => [one.name, ...one.values].some((text) => text.toLowerCase().includes('boundary')));
  return first?.name === 'boundary' && more.length + others.length === 0 && boundaryCharacters.test(boundary) ? boundary : null;
}

const toText = (binary: string): string => decodeUtf8(toBytes(binary));

/** More than origins accept. */
const maxParts = 1_000;

const closing = /(--)?[ \t]*(\r?\n|$)/y;
const blank = /^\s*$/;

/**
 * The parts between the boundaries, as binary strings. A last boundary may be missing, as some origins allow it.
 * @returns null: origins would find other parts
 */
function split(text: string, boundary: string, isPartial: boolean): { parts: string[]; around: string[]; newline: string } | null {
  const mark = `--${boundary}`;
  const parts: string[] = [];
  const newlines = new Set<string>();
  let from = -1;
  let preamble = '';
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    closing.lastIndex = at + mark.length;
    const end = closing.exec(text);
    const isCut = isPartial && text.length - at - mark.length < 4;
    if ((at > 0 && text[at - 1] !== '\n') || (!end && !isCut)) return null;
    const newline = text[at - 2] === '\r' ? '\r\n' : '\n';
    if (at > 0) newlines.add(newline);
    if (end?.[2]) newlines.add(end[2]);
    if (from >= 0) parts.push(text.slice(from, Math.max(from, at - newline.length)));
    else preamble = text.slice(0, at);
    from = end ? closing.lastIndex : text.length;
    if (!end?.[1] && !isCut) continue;
    return text.includes(mark, from) || newlines.size > 1
      ? null
      : { parts, around: [preamble, text.slice(from)], newline: [...newlines][0] ?? '\r\n' };
  }
  if (from < 0 || newlines.size > 1) return null;
  parts.push(text.slice(from));
  return { parts, around: [preamble], newline: [...newlines][0] ?? '\r\n' };
}

interface BodyPart {
  headers: ReadonlyMap<string, string>;
  content: string;
}

const header = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\s\S]*)$/;

/** @returns null: origins would read other headers */
function readPart(text: string, newline: string, isLast: boolean): BodyPart | null {
  const headers = new Map<string, string>();
  if (text.startsWith(newline)) return { headers, content: text.slice(newline.length) };
  const end = text.indexOf(newline + newline);
  if (end < 0 && !isLast) return null;
  // Without its end, the last header may be cut.
  const block = text.slice(0, end < 0 ? Math.max(0, text.lastIndexOf(newline)) : end);
  if ((newline === '\n' ? /\r/ : /\r(?!\n)|(?<!\r)\n/).test(block)) return null;
  for (const line of block.replace(/\r?\n[ \t]+/g, ' ').split(newline)) {
    const [, name = '', value] = header.exec(line) ?? [];
    if (line === '') continue;
    if (value === undefined || headers.has(name.toLowerCase())) return null;
    headers.set(name.toLowerCase(), toText(value.trim()));
  }
  return { headers, content: end < 0 ? '' : text.slice(end + 2 * newline.length) };
}

/** Control characters that texts don't have (WHATWG MIME Sniffing, binary data byte). */
export const isBinary = (binary: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
  /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/.test(binary.slice(0, 1445)) && !/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(binary);

/** What a part says about itself: its name, and other values that are inspected. */
function described(
  disposition: HeaderField,
  into: Reading,
): { names: string[]; fileNames: string[]; others: string[]; isFile: boolean; isStored: boolean } {
  const names: string[] = [];
  const fileNames: string[] = [];
  const others: string[] = [];
  for (const { name, values } of disposition.parameters) {
    const isExtended = name.endsWith('*');
    if (/\*\d/.test(name)) into.unread.add('multipart');
    const read = isExtended ? values.flatMap((one) => readExtended(one) ?? [null]) : values;
    for (const text of read) {
      if (text === null) into.unread.add('charset');
      // Some origins decode it (RFC 2047).
      else if (/=\?.{1,40}\?[bq]\?/i.test(text)) into.unread.add('encoding');
      if (text !== null) (/^name\*?$/.test(name) ? names : /^filename\*?$/.test(name) ? fileNames : others).push(text);
    }
  }
  const count = (wanted: string): number => disposition.parameters.filter(({ name }) => name === wanted).length;
  if (disposition.isBroken || count('name') > 1 || count('filename') > 1) into.unread.add('multipart');
  return {
    names,
    fileNames,
    others,
    isFile: disposition.parameters.some(({ name }) => name.startsWith('filename')),
    // With another notation of the name or with none, some origins read a field.
    isStored: disposition.parameters.some(({ name, values: [first] }) => name === 'filename' && Boolean(first)),
  };
}

/** Reads a field, or a file that is text. @returns the value of a field, decoded */
function readContents(
  part: BodyPart,
  { names, isFile, isStored }: ReturnType<typeof described>,
  common: string,
  isPartial: boolean,
  into: Reading,
): string | null {
  const [name = ''] = names;
  const isField = names.length > 0 && !isFile;
  const type = readField(part.headers.get('content-type') ?? '');
  if (type.value.startsWith('multipart/')) into.unread.add('nested');
  const contents = transferContents(part.headers.get('content-transfer-encoding') ?? '', part.content);
  if (!contents) into.unread.add('encoding');
  const charset = fieldValues(type, 'charset')[0]?.[0] ?? (isField ? common : '');
  let value: string | null = null;
  for (const content of contents ?? [part.content]) {
    if (!isField && isBinary(content)) continue;
    const texts = decodeTexts(toBytes(content), charset);
    if (!texts) into.unread.add('charset');
    const read = texts ?? [toText(content)];
    value = read[0] ?? null;
    for (const text of read) {
      into.add(isField || (isFile && !isStored) ? 'parameter' : 'body', name, text);
      if (looksLikeJson(text)) readJson(text, isPartial, into);
    }
  }
  return isField ? value : null;
}

/**
 * Reads `multipart/form-data` (RFC 7578) and other bodies in parts (RFC 2046): names, file names and types, the values of fields, and
 * files that are text. Bodies that origins would split differently are unread.
 */
export function readMultipart(bytes: Uint8Array, boundary: string, isPartial: boolean, into: Reading): void {
  const found = split(toBinary(bytes), boundary, isPartial);
  if (!found) {
    into.unread.add('multipart');
    into.add('body', '', decodeUtf8(bytes));
    return;
  }
  if (found.parts.length > maxParts) into.exceed();
  for (const one of found.around) if (!blank.test(one)) into.add('body', '', toText(one));
  const parts: (ReturnType<typeof described> & { part: BodyPart })[] = [];
  for (const [at, one] of found.parts.slice(0, maxParts).entries()) {
    const part = readPart(one, found.newline, isPartial && at === found.parts.length - 1);
    if (part) parts.push({ part, ...described(readField(part.headers.get('content-disposition') ?? ''), into) });
    else {
      into.unread.add('multipart');
      into.add('body', '', toText(one));
    }
  }
  // The charset of fields without one (RFC 7578 section 4.6).
  const common = parts.find(({ names }) => names[0] === '_charset_')?.part.content.trim() ?? '';
  const values: [string, string][] = [];
  for (const { part, ...field } of parts) {
    const { names, fileNames, others } = field;
    const [name = ''] = names;
    for (const one of names) into.add('parameterName', name, one);
    for (const one of fileNames) into.add('fileName', name, one);
    for (const one of others) into.add('parameter', name, one);
    for (const [label, value] of part.headers) if (label !== 'content-disposition') into.add('parameter', name, value);
    const value = readContents(part, field, common, isPartial, into);
    if (value !== null) values.push([name, value]);
  }
  addJoined(values, into);
}
