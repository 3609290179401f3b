import { type Fault, fault, isFault } from '../../core/fault.ts';
import { absoluteHost } from '../../core/hostName.ts';
import { absoluteWord, whole } from '../dns/rdata/words.ts';
import { SPREAD } from '../dnssec/roll.ts';
import type { Scanner } from './scan.ts';
import { readTtl } from './ttl.ts';
import type { ZoneSoa } from './types.ts';

const example = 'ns1.example.com. hostmaster.example.com. 1 7200 3600 1209600 3600';
const longestName = 255;

/** The mailbox name of a SOA as an email address: the first unescaped dot becomes `@` (RFC 1035 section 8). */
function mailbox(word: string, origin: string | null): string | Fault {
  const [, local = '', rest = ''] = /^((?:[^.\\]|\\.)*)(?:\.(.*))?$/s.exec(word) ?? [];
  const complete = word.endsWith('.');
  if (word === '.') return '';
  if (!complete && origin === null) return fault('zone:error.noOrigin');
  const domain = complete ? rest.slice(0, -1) : [rest, origin === '.' ? '' : origin].filter(Boolean).join('.');
  const user = word === '@' ? '' : local.replace(/\\(\d{3}|.)/gs, (_, c: string) => (c.length === 3 ? String.fromCharCode(Number(c)) : c));
  const address = user === '' ? domain : `${user}@${domain}`;
  return address.length <= longestName && !/\s/.test(address) ? address : fault('zone:error.soa', { example });
}

/** Parses the data of a SOA from word `from` on; with `ttl` -1, the minimum is used (RFC 1035 section 3.3.13). */
export function readSoa(words: Scanner, from: number, origin: string | null, line: number, ttl: number): ZoneSoa | Fault {
  const wrong = fault('zone:error.soa', { example });
  if (words.count - from !== 7) return wrong;
  const name = absoluteWord(words.word(from), words.flag(from), origin);
  // SVCB targets may be the root and contain an underscore, like the first name of a SOA.
  const primary = isFault(name) ? name : absoluteHost(name, 'SVCB', false);
  if (isFault(primary)) return primary;
  const email = mailbox(words.word(from + 1), origin);
  if (isFault(email)) return email;
  const serial = whole(words.word(from + 2), 4_294_967_295);
  const [refresh = -1, retry = -1, expire = -1, minimum = -1] = [3, 4, 5, 6].map((offset) => readTtl(words.word(from + offset)));
  if (serial < 0 || refresh < 0 || retry < 0 || expire < 0 || minimum < 0) return wrong;
  return { line, ttl: ttl < 0 ? minimum : ttl, primary, email, serial, refresh, retry, expire, minimum };
}

/** Times of a SOA record in seconds (RFC 1035 section 3.3.13; `minimum` is the TTL of negative responses, RFC 2308 section 4). */
export interface SoaTimes {
  refresh: number;
  retry: number;
  expire: number;
  minimum: number;
}

/** The times of a zone: secondaries check about every three hours and give up after a week; negative responses are cached for an hour at most. */
export const soaTimes = (defaultTtl: number): SoaTimes => ({
  refresh: SPREAD,
  retry: 2400,
  expire: 604_800,
  minimum: Math.min(defaultTtl, 3600),
});
