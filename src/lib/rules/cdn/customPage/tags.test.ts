import fc from 'fast-check';
import { JSDOM, VirtualConsole } from 'jsdom';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { readTags } from './tags.ts';

const names = (html: string) => readTags(html).map(({ name }) => name);
const attributes = (html: string) => Object.fromEntries(readTags(html)[0]?.attributes ?? []);

describe('tags', () => {
  test.each([
    ['<p>a<br/>b</p>', ['p', 'br']],
    ['<P CLASS=x><Img></p>', ['p', 'img']],
    ['a < b, <3, <>, </ >, < p>', []],
    ['<!-- <b> --><i>', ['i']],
    ['<!-- <b> --!><i>', ['i']],
    ['<!--><i>', ['i']],
    ['<!---><i>', ['i']],
    ['<!doctype html><?xml <b>?><i>', ['i']],
    ['<![CDATA[<b>]]>', []],
    ['<script>"<b>"</script><i>', ['script', 'i']],
    ['<script><!--<script></script><b>--></script><i>', ['script', 'i']],
    ['<script><!--</script><i>', ['script', 'i']],
    ['<style>a:after{content:"<b>"}</STYLE ><i>', ['style', 'i']],
    ['<title><b></title><i>', ['title', 'i']],
    ['<textarea></textareas><b></textarea><i>', ['textarea', 'i']],
    ['<noscript><b></noscript><i>', ['noscript', 'i']],
    ['<style><b>', ['style']],
    ['<plaintext><b></plaintext><i>', ['plaintext']],
    ['<p', []],
    ['<p a="', []],
    ['</p a="', []],
    ['<p a="x>"><i>', ['p', 'i']],
  ])('%s', (html, expected) => expect(names(html)).toEqual(expected));

  test('attributes: quotes, none, twice, case, odd places', () => {
    expect(attributes(`<p a=1 B='2' c="3>" d e = 5 a=6 /f/>`)).toEqual({ a: '1', b: '2', c: '3>', d: '', e: '5', f: '' });
    expect(attributes('<p =x a=b/c "d">')).toEqual({ '=x': '', a: 'b/c', '"d"': '' });
  });

  test('a template’s content isn’t part of the page, but what follows it is', () => {
    expect(readTags('<template><b><template></template><i></template><u>').map(({ name, inert }) => [name, inert])).toEqual([
      ['template', false],
      ['b', true],
      ['template', true],
      ['i', true],
      ['u', false],
    ]);
  });
});

/** Parts of a random page; without elements that a browser moves, drops or duplicates while building the tree; `noscript` depends on scripts. */
const boxes = [
  '<div id="captcha-box">',
  "<div ID='captcha-box' id=other>",
  '<section id=captcha-box />',
  '<div id="captcha-box" class="a>b">',
  '<span title="<div id=captcha-box>">',
];
const comments = ['<!-- ', ' -->', '--!>', '<!-->', '<!', '<?x'];
const scripts = ['<script>', '</script>', '<script', '</script ', '<style>', '</style>'];
const texts = ['<textarea>', '</textarea>', '<title>', '</title>', '<template>', '</template>', 'text', 'id="captcha-box"'];
const pieces = [...boxes, '</div>', '</section>', '</span>', ...comments, ...scripts, ...texts, '"', "'", '>', '<', '/', '=', ' ', '\n'];

test('finds the same placeholders as a browser', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
      const html = `<!doctype html><body>${parts.join('')}`;
      const { document } = new JSDOM(html, { virtualConsole: new VirtualConsole() }).window;
      const wanted = document.querySelectorAll('[id="captcha-box"]').length;
      const found = readTags(html).filter((tag) => !tag.inert && tag.attributes.get('id') === 'captcha-box');
      expect(found.length, html).toBe(wanted);
    }),
    { numRuns: runs(400) },
  );
}, 60_000);

// Time isn't measured: with quadratic time, a megabyte would exceed the timeout of the test.
test('terminates on a megabyte of adversarial input', { timeout: 60_000 }, () => {
  for (const piece of ['<', '<!--', '<a ', '<script><!--', '</script', '<style>', "<p a='", '<a/=', '{{', '<!--<script>'])
    expect(() => readTags(piece.repeat(1_000_000 / piece.length)), piece).not.toThrow();
});
