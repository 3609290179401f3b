import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { proseFaults } from './support/prose.ts';

const faults = (locale: string, html: string) =>
  proseFaults({ locale, document: new JSDOM(`<title>x</title><body>${html}`).window.document });

test.each([
  ['fa', 'این پنل یک صفحه دارد', null],
  ['fa', 'مي‌نویسد', 'letters of Arabic'],
  ['fa', 'او می رود', 'a blank in place of the half-space'],
  ['fa', 'او نمی رود', 'a blank in place of the half-space'],
  ['fa', 'صفحه ها را ببینید', 'a blank in place of the half-space'],
  ['fa', 'قدیمی رفت', null],
  ['fa', 'ساعت ٩', 'digits of another script'],
  ['ar', 'هذه صفحة', null],
  ['ar', 'هذه صفحة یوم', 'letters of Persian'],
  ['ar', 'نعم, لا', 'marks of Latin script'],
  ['ar', 'This was never translated', 'a Latin sentence'],
  ['fa', 'به آن «child name server list» می‌گویند', null],
  ['fa', 'نشانی <code>this is not prose at all</code> است', null],
  ['fa', '<p lang="en">this is not Persian at all</p>', null],
  ['fa', 'گواهی TLS 1.3 و HTTP/3', null],
  ['en', 'He said "no"', 'straight quotes'],
  ['en', "It's", 'straight quotes'],
  ['en', 'It’s {{n}} days', 'a value that was not filled in'],
  ['en', '<input placeholder="Wait...">', 'three dots'],
] as const)('%s: %s', (locale, html, fault) => {
  expect(faults(locale, html).map((match) => match.split(':')[0])).toEqual(fault ? [fault] : []);
});
