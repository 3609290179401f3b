import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locales } from '../../../lib/i18n/locales.ts';

/** Emails without a link, and why. */
const withoutLink: Readonly<Record<string, string>> = {
  'mail:code': 'the code is entered on the page that sent it',
  'mail:reset': 'the code is entered on the page that sent it',
  'mail:emailChange': 'the code is entered on the page that sent it',
  'mail:emailTaken': 'nothing to do',
  'mail:contact': 'answered by email',
  'mail:contactReceived': 'answered by email',
  'mail:staff.removed': 'they have no access any more',
  'mail:teamRemoved': 'nothing to do',
  'mail:closing.closed': 'nothing is left to open',
  'dedicatedIp:mail': 'decided on the server',
};

type Texts = { [key: string]: string | Texts };

/** Emails of a namespace: everything with a body, plural forms included. */
function mailsIn(texts: Texts, path: string): [name: string, body: string][] {
  const bodies = Object.entries(texts).filter(([key, text]) => /^body(_\w+)?$/.test(key) && typeof text === 'string') as [string, string][]; // checked
  const isMail = path.startsWith('mail:') || /[:.]mail$/.test(path);
  return [
    ...(isMail ? bodies.map(([, body]): [string, string] => [path, body]) : []),
    ...Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [] : mailsIn(text, path.endsWith(':') ? path + key : `${path}.${key}`),
    ),
  ];
}

function sampleMails(locale: string): [name: string, body: string][] {
  const folder = join('src/content/i18n', locale);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => mailsIn(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts, `${file.replace(/^.*\/|\.json$/g, '')}:`));
}

test.each(locales)('an email in %s that asks for something links to where it is done', (locale) => {
  const mails = sampleMails(locale);
  expect(mails.length).toBeGreaterThan(40);
  const unlinked = mails.filter(([, body]) => !/\{\{(link|undo)\}\}/.test(body)).map(([name]) => name);
  expect([...new Set(unlinked)].sort()).toEqual(Object.keys(withoutLink).sort());
});
