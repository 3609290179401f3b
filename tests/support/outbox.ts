import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 8_000;

/** The newest mail to an address, as the provider without an SMTP server leaves it in a file. */
export async function mailTo(dataDir: string, address: string): Promise<string> {
  const folder = join(dataDir, 'outbox');
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(50)) {
    // Names are ids, which sort by time.
    const files = existsSync(folder)
      ? readdirSync(folder)
          .filter((file) => file.endsWith('.eml'))
          .sort()
          .reverse()
      : [];
    for (const file of files) {
      const mail = readFileSync(join(folder, file), 'utf8');
      if (new RegExp(`^To: .*${address.replaceAll('.', '\\.')}`, 'mi').test(mail)) return mail;
    }
  }
  throw new Error(`no mail to ${address} in ${folder}`);
}

/** The six digits of the newest mail to an address. */
export async function codeFor(dataDir: string, address: string): Promise<string> {
  const mail = await mailTo(dataDir, address);
  const [head = '', ...rest] = mail.split('\n\n');
  const text = rest.join('\n\n');
  const body = /^content-transfer-encoding: base64/im.test(head) ? Buffer.from(text, 'base64').toString('utf8') : text;
  const code = /\b\d{6}\b/.exec(body)?.[0];
  if (!code) throw new Error(`no code in the mail to ${address}:\n${mail}`);
  return code;
}
