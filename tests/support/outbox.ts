import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 8_000;

/**
 * The newest email to an address that matches `fits`, as stored by a provider without an SMTP server. `until` is the
 * last known email: it and all older ones are ignored.
 */
export async function mailTo(
  dataDir: string,
  address: string,
  fits: (mail: string) => boolean = () => true,
  until: (mail: string) => boolean = () => false,
): Promise<string> {
  const folder = join(dataDir, 'outbox');
  const toAddress = new RegExp(`^To: .*${address.replaceAll('.', '\\.')}`, 'mi');
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(50)) {
    // Names are IDs, which sort by time.
    const files = existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => file.endsWith('.eml'))
          .sort()
          .reverse()
      : [];
    for (const file of files) {
      const mail = readFileSync(join(folder, file), 'utf8');
      if (!toAddress.test(mail)) continue;
      if (until(mail)) break;
      if (fits(mail)) return mail;
    }
  }
  throw new Error(`no mail to ${address} in ${folder}`);
}

/** The code in the text part of an email: the first part, base64 or quoted-printable. */
function codeIn(mail: string): string | undefined {
  const [head = '', ...rest] = mail.split('\n\n');
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  if (boundary) return codeIn(rest.join('\n\n').split(`--${boundary}`)[1]?.trimStart() ?? '');
  const text = rest.join('\n\n');
  const body = /^content-transfer-encoding: base64/im.test(head) ? Buffer.from(text, 'base64').toString('utf8') : text;
  return /\b\d{6}\b/.exec(body)?.[0];
}

/** The code of the newest email to an address that has one. `after` is the code of an earlier one: only newer emails count. */
export async function codeFor(dataDir: string, address: string, after?: string): Promise<string> {
  const mail = await mailTo(
    dataDir,
    address,
    (text) => codeIn(text) !== undefined,
    (text) => after !== undefined && codeIn(text) === after,
  );
  return codeIn(mail) ?? '';
}
