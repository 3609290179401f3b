import { type Fault, fault } from '../../core/fault.ts';
import { toDomainName } from '../domain/name.ts';

/** RFC 5321 section 4.1.2, Dot-string: accepted by mail programs without quotation marks. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/**
 * The contact address of a zone as stored: empty for the default, the domain in lower-case ASCII. As a name in the
 * SOA record (`mailboxName`) its local part is one label of at most 63 characters.
 */
export function checkSoaEmail(input: string): string | Fault {
  const text = input.trim();
  if (text === '') return '';
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || !localPart.test(local) || /[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return fault('dnsSetting:error.soaEmail', { value: text });
  if (local.length > 63) return fault('dnsSetting:error.soaEmailLong', { max: 63 });
  const typed = toDomainName(domain);
  // An escaped dot is one octet: length octet, local part, domain and root are 255 at most.
  if (!typed.ok || local.length + typed.name.length > 252) return fault('dnsSetting:error.soaEmail', { value: text });
  return `${local}@${typed.name}`;
}

/** An email address as the mailbox name of a SOA, with the final dot; the default is `hostmaster` of the zone (RFC 2142 section 7). */
export function mailboxName(email: string | undefined, zone: string): string {
  const [, local = 'hostmaster', domain = zone] = /^([\x21-\x3f\x41-\x7e]{1,63})@([a-z0-9.-]+)$/i.exec(email ?? '') ?? [];
  return `${local.replace(/[^A-Za-z0-9_+-]/g, '\\$&')}.${domain.toLowerCase()}.`;
}
