import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5';
import { expect, test } from 'vitest';
import { runs } from '../../../tests/support/runs.ts';
import { minifyHtml } from './minifyHtml.ts';

test.each([
  ['whitespace becomes one character', '<p>  a \n\n  b\t\tc\r\n</p>', '<p> a\nb c\n</p>'],
  ['no space between words is lost', '<b>a</b> <i>b</i>  <u>c</u>', '<b>a</b> <i>b</i> <u>c</u>'],
  ['comments are dropped', 'a<!-- the menu starts here -->b', 'ab'],
  ['a comment that separates what would be markup stays', '<<!-- one two three -->?php a&am<!-- one two three -->p;', null],
  ['conditional comments stay', '<!--[if lt IE 9]> <p>  old  </p> <![endif]-->', '<!--[if lt IE 9]> <p>  old  </p> <![endif]-->'],
  [
    'marks of scripts stay',
    '<!-- --><!--v-if--><!--$--><!-- ko foreach: a b c -->x',
    '<!-- --><!--v-if--><!--$--><!-- ko foreach: a b c -->x',
  ],
  ['includes and licenses stay', '<!--# include file="a b c" --><!--! (c) A B C -->', '<!--# include file="a b c" --><!--! (c) A B C -->'],
  [
    'scripts, styles and preformatted text stay',
    '<script>  a;  // b\n\n c</script><style>a  { }</style><pre>\n\n  x</pre><textarea>  y  </textarea>',
    null,
  ],
  ['tags and attributes stay', '<DIV  Class="a  b"   data-x=\'  \' hidden><br/></DIV >', null],
  ['white-space in a style keeps it', '<p style="white-space: pre">  a  <b>  b  </b></p>', null],
  ['entities stay', '<p>&nbsp;&nbsp;&copy;&lt;</p>', null],
  ['templates are read', '<template>  <p>a  b</p></template>', '<template> <p>a b</p></template>'],
  ['what is unclosed or out of place stays', '<table> a <tr  class="x  y"> b  <td>c', null],
  ['an unclosed comment stays', '<p>a<!-- not closed -->b<!-- but this one', '<p>a<!-- not closed -->b<!-- but this one'],
])('%s', (_, html, made) => expect(minifyHtml(html)).toBe(made ?? html));

const space = [' ', '  ', '\n', '\t \r\n'];
const tags = ['<p>', '</p>', '<b>', '</b>', '<table>', '<tr>', '<td class="a  b">', '</table>', '<!-- one two three -->'];
const preservedTexts = ['<pre>', '</pre>', '<script>', '</script>', '<!--', '-->', '<svg>', '</svg>', '<![CDATA[ a  b ]]>'];
const others = ['&amp;', '&', 'amp;', '#60;', '<', '?', '!', '"', '<select>', '<template>', '</template>'];
const piece = fc.oneof(fc.constantFrom(...space, ...tags), fc.constantFrom(...preservedTexts, ...others), fc.string({ maxLength: 5 }));
/** What browsers make of it, apart from comments and the number of spaces. */
function meaning(html: string): string {
  const withoutComments = <T extends DefaultTreeAdapterTypes.ParentNode>(node: T): T => {
    node.childNodes = node.childNodes.filter(({ nodeName }) => nodeName !== '#comment');
    for (const child of node.childNodes) if ('childNodes' in child) withoutComments('content' in child ? child.content : child);
    return node;
  };
  return serialize(withoutComments(parse(html))).replace(/[ \t\r\n\f]+/g, ' ');
}

test('browsers read the same, whatever the page', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = `<!doctype html>${pieces.join('')}`;
      const made = minifyHtml(html);
      expect(made.length).toBeLessThanOrEqual(html.length);
      expect(meaning(made)).toBe(meaning(html));
    }),
    { numRuns: runs(500) },
  );
});
