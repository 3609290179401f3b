import { fault, isFault } from '../../../core/fault.ts';
import { quote } from '../text.ts';
import { bytesAt, countFault, type DataReader, escapeFault, hostAt } from './words.ts';

/** RFC 1035 section 3.3.2: two strings, which come out quoted. */
export const readHinfo: DataReader = (words, from, { type }) => {
  const wrong = countFault(words, from, type, 2);
  if (wrong) return wrong;
  const [cpu, os] = [bytesAt(words, from), bytesAt(words, from + 1)];
  if (!cpu || !os) return escapeFault();
  for (const [part, { length }] of [['cpu', cpu] as const, ['os', os] as const])
    if (length > 255) return fault('zone:error.stringTooLong', { max: 255, length }, part);
  return { content: `${quote(cpu)} ${quote(os)}` };
};

/** RFC 1183 section 2.2: a mailbox as a name, and the name of a TXT record; the root stands for none. */
export const readRp: DataReader = (words, from, scope) => {
  const wrong = countFault(words, from, scope.type, 2);
  if (wrong) return wrong;
  const mailbox = hostAt(words, from, scope);
  if (isFault(mailbox)) return { ...mailbox, part: 'mailbox' };
  const text = hostAt(words, from + 1, scope);
  return isFault(text) ? { ...text, part: 'textName' } : { content: `${mailbox} ${text}` };
};
