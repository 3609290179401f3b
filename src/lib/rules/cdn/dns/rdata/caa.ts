import { hostKeys, scanLabels } from '../../../core/dnsLabel.ts';
import { fault, isFault } from '../../../core/fault.ts';
import { isQuoted } from '../../zone/flags.ts';
import { decodeContent, quote } from '../text.ts';
import { bytesAt, countFault, type DataReader, escapeFault, whole } from './words.ts';

/** Fast path for nearly all values: no escapes and no parameters. */
const simpleDomain = /^[a-z0-9]+(\.[a-z0-9]+)+$/;

/** `issue` and `issuewild`: nobody (`;`), or the domain of an authority, then parameters (RFC 8659 section 4.2). */
function goodIssuer(value: string): boolean {
  const [domain = ''] = value.split(';', 1);
  const name = domain.trim().toLowerCase();
  return (name === '' && value.trim() !== '') || value === '' || !isFault(scanLabels(name, hostKeys));
}

/** RFC 8659 section 4.1.1: flags, tag, value; the value comes out quoted. */
export const readCaa: DataReader = (words, from, { type }) => {
  const wrong = countFault(words, from, type, 3);
  if (wrong) return wrong;
  const flags = whole(words.word(from), 255);
  if (flags < 0) return fault('dns:error.caaFlags', { max: 255 }, 'flags');
  const tag = words.word(from + 1).toLowerCase();
  if (!/^[a-z0-9]{1,255}$/.test(tag)) return fault('dns:error.caaTag', { tag }, 'tag');
  const plain = words.flag(from + 2) & ~isQuoted ? null : words.word(from + 2);
  if (plain !== null && tag === 'issue' && simpleDomain.test(plain)) return { content: `${flags} ${tag} "${plain}"` };
  const bytes = bytesAt(words, from + 2);
  if (!bytes) return escapeFault();
  const value = decodeContent(bytes);
  if ((tag === 'issue' || tag === 'issuewild') && !goodIssuer(value)) return fault('dns:error.caaIssuer', { value }, 'value');
  if (tag === 'iodef' && !/^(mailto:[^\s@]+@[^\s@]+|https?:\/\/\S+)$/i.test(value)) return fault('dns:error.caaIodef', { value }, 'value');
  return { content: `${flags} ${tag} ${quote(bytes)}` };
};
