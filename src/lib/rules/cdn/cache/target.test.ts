import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFault } from '../../core/fault.ts';
import { readTarget, scopes } from './target.ts';

const domain = 'parvaz.example';
const checkTarget = (scope: Parameters<typeof readTarget>[0], text: string) => {
  const read = readTarget(scope, text, domain);
  return isFault(read) ? read.key.replace('cache:error.', '!') : read;
};

describe('an item to purge', () => {
  test.each([
    ['urls', ' https://parvaz.example/a.css?v=2#top ', 'https://parvaz.example/a.css?v=2'],
    ['urls', 'HTTP://WWW.Parvaz.Example./A', 'http://www.parvaz.example/A'],
    ['urls', 'https://parvaz.example', 'https://parvaz.example/'],
    ['urls', 'https://parvaz.example:8443/a', 'https://parvaz.example/a'],
    ['urls', 'https://parvaz.example/کتاب', 'https://parvaz.example/%DA%A9%D8%AA%D8%A7%D8%A8'],
    ['urls', '/a.css', '!url'],
    ['urls', 'parvaz.example/a.css', '!url'],
    ['urls', 'ftp://parvaz.example/a', '!url'],
    ['urls', 'javascript:alert(1)', '!url'],
    ['urls', 'https://ketabnama.example/a', '!otherHost'],
    ['urls', 'https://notparvaz.example/a', '!otherHost'],
    ['urls', 'https://parvaz.example.evil.example/', '!otherHost'],
    ['urls', 'https://parvaz.example@evil.example/', '!urlUser'],
    ['urls', 'https://parvaz.example/blog/*', '!urlStar'],
    ['paths', '/blog/*', '/blog/*'],
    ['paths', 'www.parvaz.example/blog/*', 'www.parvaz.example/blog/*'],
    ['paths', 'blog/*', '!path'],
    ['paths', 'ketabnama.example/', '!path'],
    ['paths', '/a b', '!path'],
    ['paths', '', '!path'],
    ['paths', 'https://parvaz.example/blog', '!pathUrl'],
    ['hosts', 'WWW.Parvaz.Example.', 'www.parvaz.example'],
    ['hosts', 'parvaz.example', 'parvaz.example'],
    ['hosts', 'evil.example', '!otherHost'],
    ['hosts', 'www.parvaz.example/a', '!host'],
    ['hosts', 'user@parvaz.example', '!host'],
    ['hosts', '', '!host'],
    ['tags', 'product-42', 'product-42'],
    ['tags', 'a,b', '!tag'],
    ['tags', 'a b', '!tag'],
    ['tags', 'برچسب', '!tag'],
    ['tags', 'x'.repeat(129), '!tag'],
  ] as const)('%s: %s → %s', (scope, text, expected) => expect(checkTarget(scope, text)).toBe(expected));

  test('no input produces an item of another domain, and the normalized form is stable', () => {
    const host = fc.constantFrom(domain, `www.${domain}`, 'evil.example', `${domain}.evil.example`, 'localhost', '[::1]', '');
    const text = fc
      .tuple(
        fc.constantFrom('', 'https://', 'http://', '//', 'https:\\\\', '/'),
        host,
        fc.constantFrom('', '/', '@', ':80', '?', '#'),
        fc.string(),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...scopes), text, (scope, typed) => {
        if (scope === 'all') return;
        const read = readTarget(scope, typed, domain);
        if (isFault(read)) return;
        expect(readTarget(scope, read, domain)).toBe(read);
        if (scope === 'urls') expect(new URL(read).hostname).toMatch(/(^|\.)parvaz\.example$/);
        if (scope === 'hosts') expect(read).toMatch(/(^|\.)parvaz\.example$/);
      }),
    );
  });
});
