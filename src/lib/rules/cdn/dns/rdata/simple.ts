import type { Data } from '../../../core/dnsTypes.ts';
import { type Fault, fault, isFault } from '../../../core/fault.ts';
import { checkIpv4, checkIpv6 } from '../../../core/ip.ts';
import { hasEscape, hasInnerQuote, hasWide, isQuoted } from '../../zone/flags.ts';
import type { Scanner } from '../../zone/scan.ts';
import { decodeContent, textBytes } from '../text.ts';
import { addBytes, bytesAt, countFault, type DataReader, escapeFault, hostAt, whole } from './words.ts';

const plain = (content: string | Fault): Data | Fault => (isFault(content) ? content : { content });

export const readA: DataReader = (words, from, { type }) => countFault(words, from, type, 1) ?? plain(checkIpv4(words.word(from)));

export const readAaaa: DataReader = (words, from, { type }) => countFault(words, from, type, 1) ?? plain(checkIpv6(words.word(from)));

/** CNAME, DNAME, NS, PTR. */
export const readHostOnly: DataReader = (words, from, scope) => countFault(words, from, scope.type, 1) ?? plain(hostAt(words, from, scope));

export const maxUint16 = 65_535;
const uint16At = (words: Scanner, index: number): number => whole(words.word(index), maxUint16);

export const priorityFault = (): Fault => fault('dns:error.priority', { max: maxUint16 }, 'priority');
export const weightFault = (): Fault => fault('dns:error.weight', { max: maxUint16 }, 'weight');
export const portFault = (): Fault => fault('dns:error.port', { max: maxUint16 }, 'port');

export const readMx: DataReader = (words, from, scope) => {
  const wrong = countFault(words, from, scope.type, 2);
  if (wrong) return wrong;
  const priority = uint16At(words, from);
  if (priority < 0) return priorityFault();
  const content = hostAt(words, from + 1, scope);
  return isFault(content) ? content : { content, priority };
};

/** RFC 2782. */
export const readSrv: DataReader = (words, from, scope) => {
  const wrong = countFault(words, from, scope.type, 4);
  if (wrong) return wrong;
  const priority = uint16At(words, from);
  if (priority < 0) return priorityFault();
  const weight = uint16At(words, from + 1);
  if (weight < 0) return weightFault();
  const port = uint16At(words, from + 2);
  if (port < 0) return portFault();
  const content = hostAt(words, from + 3, scope);
  return isFault(content) ? content : { content, priority, weight, port };
};

/** Longest text of a TXT record: rdata of 65,535 bytes, less one length byte for each 255. */
export const maxText = 65_279;

/** The strings of a TXT record, joined: their boundaries have no meaning (RFC 7208 section 3.3, RFC 6376 section 3.6.2.2). */
export const readTxt: DataReader = (words, from, { type, isLong = false }) => {
  const last = words.count - 1;
  const special = hasEscape | hasWide | hasInnerQuote;
  let content = '';
  for (let i = from; i <= last; i++) {
    if (words.flag(i) & special) return readTxtBytes(words, from, isLong);
    const length = (words.ends[i] ?? 0) - (words.starts[i] ?? 0);
    if (length > 255 && !isLong) return fault('zone:error.stringTooLong', { max: 255, length });
    content += words.word(i);
  }
  return content.length > maxText ? fault('dns:error.textTooLong', { max: maxText, type }) : { content };
};

function readTxtBytes(words: Scanner, from: number, isLong: boolean): Data | Fault {
  const bytes: number[] = [];
  for (let i = from; i < words.count; i++) {
    const before = bytes.length;
    if (!addBytes(words, i, bytes)) return escapeFault();
    if (bytes.length - before > 255 && !isLong) return fault('zone:error.stringTooLong', { max: 255, length: bytes.length - before });
  }
  return bytes.length > maxText ? fault('dns:error.textTooLong', { max: maxText, type: 'TXT' }) : { content: decodeContent(bytes) };
}

/** Validates text entered in a form, and returns its canonical form (see `text.ts`). */
export function checkText(text: string): string | Fault {
  if (text === '') return fault('dns:error.textRequired');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\0-\x1f\x7f]/.test(text) || !text.isWellFormed()) return fault('dns:error.textControl');
  const bytes = textBytes(text);
  return bytes.length > maxText ? fault('dns:error.textTooLong', { max: maxText, type: 'TXT' }) : decodeContent(bytes);
}

/** Validates the target of a URI record: a scheme, then no spaces (RFC 3986, RFC 7553 section 4.4). */
export function checkUri(uri: string): string | Fault {
  if (uri === '') return fault('dns:error.uriRequired');
  return /^[a-z][a-z0-9+.-]*:[^\s"<>]+$/i.test(uri) && uri.isWellFormed() ? uri : fault('dns:error.uri', { value: uri });
}

/** RFC 7553. */
export const readUri: DataReader = (words, from, { type }) => {
  const wrong = countFault(words, from, type, 3);
  if (wrong) return wrong;
  const priority = uint16At(words, from);
  if (priority < 0) return priorityFault();
  const weight = uint16At(words, from + 1);
  if (weight < 0) return weightFault();
  const bytes = bytesAt(words, from + 2);
  if (!bytes) return escapeFault();
  if (!(words.flag(from + 2) & isQuoted)) return fault('dns:error.uriQuotes');
  const content = checkUri(decodeContent(bytes));
  return isFault(content) ? content : { content, priority, weight };
};
