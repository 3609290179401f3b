import { fault, isFault } from '../../../core/fault.ts';
import type { Scanner } from '../../zone/scan.ts';
import { decodeContent, quote } from '../text.ts';
import { maxUint16 } from './simple.ts';
import { bytesAt, countFault, type DataReader, escapeFault, hostAt, whole } from './words.ts';

/** delim-char ere delim-char repl delim-char *flags, where the delimiter isn't a digit, backslash or `i` (RFC 3402 section 3.2). */
function goodSubstitution(text: string): boolean {
  if (text === '') return true;
  const delimiter = text.charAt(0);
  if (/[1-9\\i\0]/.test(delimiter)) return false;
  const parts: string[] = [''];
  for (let i = 1; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === delimiter) parts.push('');
    else if (char === '\\') {
      parts[parts.length - 1] += text.slice(i, i + 2);
      i++;
    } else parts[parts.length - 1] += char;
  }
  return parts.length === 3 && parts[0] !== '' && /^i?$/.test(parts[2] ?? '');
}

const textAt = (words: Scanner, index: number): string | null => {
  const bytes = bytesAt(words, index);
  return bytes && bytes.length <= 255 ? decodeContent(bytes) : null;
};

/** RFC 3403 section 4.1: order, preference, flags, service, regexp, replacement; the three strings come out quoted. */
export const readNaptr: DataReader = (words, from, scope) => {
  const wrong = countFault(words, from, scope.type, 6);
  if (wrong) return wrong;
  const order = whole(words.word(from), maxUint16);
  if (order < 0) return fault('dns:error.naptrOrder', { max: maxUint16 }, 'order');
  const preference = whole(words.word(from + 1), maxUint16);
  if (preference < 0) return fault('dns:error.naptrPreference', { max: maxUint16 }, 'preference');
  const strings = [bytesAt(words, from + 2), bytesAt(words, from + 3), bytesAt(words, from + 4)] as const;
  const [flags, service, regexp] = strings;
  if (!flags || !service || !regexp) return escapeFault();
  if (!/^[a-z0-9]*$/i.test(textAt(words, from + 2) ?? '?')) return fault('dns:error.naptrFlags', {}, 'flags');
  if (!/^[\x21-\x7e]*$/.test(textAt(words, from + 3) ?? ' ')) return fault('dns:error.naptrService', {}, 'service');
  const expression = textAt(words, from + 4);
  if (expression === null || !goodSubstitution(expression)) return fault('dns:error.naptrRegexp', {}, 'regexp');
  const replacement = hostAt(words, from + 5, scope);
  if (isFault(replacement)) return { ...replacement, part: 'replacement' };
  if (expression !== '' && replacement !== '.') return fault('dns:error.naptrBoth', {}, 'replacement');
  return { content: `${order} ${preference} ${quote(flags)} ${quote(service)} ${quote(regexp)} ${replacement}` };
};
