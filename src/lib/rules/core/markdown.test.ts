import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';

test('a message keeps its line breaks, lists, code and tables, with smaller headings', () => {
  expect(renderMarkdown('# Hi\none\ntwo')).toBe('<h3 dir="auto">Hi</h3>\n<p dir="auto">one<br>\ntwo</p>');
  expect(renderMarkdown('- a\n- b')).toContain('<ul dir="auto">\n<li dir="auto">a</li>');
  expect(renderMarkdown('```js\nlet a = "<b>";\n```')).toBe('<pre dir="ltr"><code dir="ltr">let a = "&#x3C;b>";\n</code></pre>');
  expect(renderMarkdown('|a|\n|-|\n|1|')).toContain('<td dir="auto">1</td>');
});

test('links open in a new tab without a referrer; images become links', () => {
  const link = 'rel="noopener nofollow" target="_blank" dir="auto"';
  expect(renderMarkdown('[a](https://x.example/)')).toBe(`<p dir="auto"><a href="https://x.example/" ${link}>a</a></p>`);
  expect(renderMarkdown('![logo](https://x.example/x.png)')).toBe(`<p dir="auto"><a href="https://x.example/x.png" ${link}>logo</a></p>`);
});

/** Each would run, load or restyle something on a page that trusts its input. */
const vectors = {
  links: ['[a](javascript:alert(1))', '[a](JaVaScRiPt:alert(1))', '[a](java\tscript:alert(1))', '[a](&#106;avascript:alert(1))'],
  schemes: ['[a](data:text/html;base64,PHNjcmlwdD4=)', '[a](vbscript:x)', '![a](javascript:alert(1))'],
  references: ['![a](https://x.example/"onerror="alert(1))', '<javascript:alert(1)>', '[a]: javascript:alert(1)\n\n[a]'],
  anchors: ['<a href="javascript:alert(1)">a</a>', '<a href="https://x.example" onclick="alert(1)">a</a>'],
  scripts: ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg onload=alert(1)>', '<!--><script>alert(1)</script>-->'],
  embedded: ['<iframe src="https://x.example"></iframe>', '<math><mtext></p><img src onerror=alert(1)>'],
  elements: ['<style>*{display:none}</style>', '<form action="https://x.example"><input name=q></form>'],
  page: ['<div id="page-data" class="shell">x</div>', '<base href="https://x.example">'],
  places: ['`<img src=x onerror=alert(1)>`', '```"><script>alert(1)</script>\nx\n```'],
  notes: ['a[^<img src onerror=alert(1)>]\n\n[^1]: <script>alert(1)</script>', '- [x] <input autofocus onfocus=alert(1)>'],
};
test.each(Object.values(vectors).flat())('%s is sanitized', (vector) => {
  const html = renderMarkdown(`${vector}\n\nnext ${vector}`);
  const tags = html.match(/<[^>]*>/g) ?? [];
  const known =
    /^<\/?(p|br|strong|em|del|a|code|pre|blockquote|ul|ol|li|hr|h3|h4|table|thead|tbody|tr|th|td)( (dir="(auto|ltr)"|href="(https?:|mailto:)[^"<>]*"|rel="noopener nofollow"|target="_blank"|start="\d+"))*>$/;
  expect(tags.filter((tag) => !known.test(tag))).toEqual([]);
});

test('deep nesting doesn’t fail', () => {
  expect(renderMarkdown(`${'> '.repeat(200)}x`)).toContain('x');
  expect(renderMarkdown('['.repeat(2000))).toContain('[');
});
