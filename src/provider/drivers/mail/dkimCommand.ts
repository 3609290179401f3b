import { type Env, mailDomain, type Secrets } from '../../../config/env.ts';
import { quote } from '../../../lib/rules/cdn/dns/text.ts';
import type { Store } from '../../db/open.ts';
import { makeResolver } from '../resolver/resolver.ts';
import { checkDkim } from './dkim.ts';

const LOOK_MS = 10_000;
/** Strings of a TXT record have at most 255 bytes (RFC 1035, section 3.3). */
const strings = (value: string): string => (value.match(/.{1,255}/g) ?? []).map((part) => quote(Buffer.from(part))).join(' ');

/**
 * `npm run operator -- mail-dkim`: the record to publish and whether it is there. Creates the key if there is none.
 * @returns the output
 * @throws {Error} with a readable message
 */
export async function dkimCommand({ env, ...using }: { store: Store; env: Env; secrets: Secrets; now: number }): Promise<string> {
  if (mailDomain(env) === '') throw new Error('MAIL_FROM has no domain that a record could be published at.');
  const signal = AbortSignal.timeout(LOOK_MS);
  const { record, published, signs } = await checkDkim({ ...using, env, resolver: makeResolver(env), signal });
  const found = published === null ? 'unknown, no resolver answered' : published ? 'published' : 'not found';
  const sending = env.SMTP_URL ? '' : ' once SMTP_URL is set';
  return `Publish this TXT record to sign emails by DKIM:

Name:  ${record.name}
Value: ${record.value}

The same as a line of a zone file:
${record.name}. IN TXT ${strings(record.value)}

Record: ${found}.
Emails are ${signs ? `signed${sending}` : `not signed${env.MAIL_DKIM === 'off' ? ', because MAIL_DKIM is off' : '; signing starts when the record is found'}`}.`;
}
