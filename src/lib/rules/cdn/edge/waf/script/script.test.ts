import { describe, expect, test } from 'vitest';
import { patternInfo } from '../patternTable.ts';
import { Value } from '../value.ts';
import { scriptDetector } from './script.ts';

const detect = (text: string) => scriptDetector.detect(new Value({ place: 'parameter', name: 'x', text })).map(({ id }) => id);
const score = (text: string): number => detect(text).reduce((sum, id) => sum + patternInfo[id].score, 0);

describe('attacks', () => {
  const attacks: Record<string, string[]> = {
    'xss-script': [
      '<script>alert(1)</script>',
      '%3Cscript%3E',
      '%253Cscript%253E',
      '&lt;script&gt;',
      '&#x3c;script>',
      '&#60;ScRiPt>',
      '＜script＞',
      '%u003cscript',
      String.raw`\u003cscript\u003e`,
      '<scr\0ipt>',
      '</ script',
      '<x:script xmlns:x="http://www.w3.org/1999/xhtml">',
      '<b><script src=//x.example></script></b>',
    ],
    'xss-event': [
      '<img src=x onerror=1>',
      '<svg/onload=1>',
      '<a title="x"onfocus=1>',
      '<x\nonclick\n=1>',
      "<a b='>' onwheel=1>",
      '<p style=x ontransitionrun=a>',
      '<img/src/onerror=1',
    ],
    'xss-attribute': [
      '" onmouseover=x',
      "' autofocus onfocus=alert(1)",
      'x onerror=alert(1)',
      'onerror=alert;throw 1',
      '<iframe srcdoc="<b>x</b>">',
      '<button formaction=//x.example>',
      '<p style="width:expression(1)">',
      String.raw`<p style="width:\65xpression(1)">`,
      '<style>@import "//x.example/a.css"</style>',
    ],
    'xss-uri': [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      'jav&#x09;ascript:1',
      'data:text/html,x',
      'vbscript:msgbox(1)',
      '<a href="javascript:x">',
      "<a href=' \u0001javascript:x'>",
      '<a href="&#106;avascript&colon;x">',
      '<form><input value=1></form><object data="data:text/html;base64,PHN2Zz4=">',
      '[link](javascript:alert(1))',
      'javascript://%0aalert(1)',
    ],
    'xss-tag': ['<iframe src=x>', '<object data=x>', '<base href=//x.example>', '<meta http-equiv=refresh content=0>', '<svg>'],
    'xss-sink': [
      'document.cookie',
      'x=document.cookie',
      'alert(1)',
      "window['al'+'ert'](1)",
      "eval(atob('YQ'))",
      "setTimeout('x')",
      '[].constructor.constructor("x")()',
      '[1].map(alert)',
      ['[].sort.call`$', '{alert}1`'].join(''),
      "self [ 'alert' ] (1)",
    ],
    'xss-template': ["{{constructor.constructor('alert(1)')()}}", "{{$on.constructor('x')()}}", "{{_c.constructor('x')()}}"],
    'xss-obfuscated': ['[][(![]+[])[+[]]]', '+!![]', '(!![]+[])[+!+[]]'],
    'xss-encoding': ['+ADw-script+AD4-', '%bcscript%be', '¼script¾alert(1)¼/script¾', '¼b id=x¾', '<u¾'],
    'xss-code': ['how to read document.cookie here'],
  };
  const pairs = Object.entries(attacks).flatMap(([id, values]) => values.map((value) => [id, value] as const));
  test.each(pairs)('%s: %j', (id, text) => expect(detect(text)).toContain(id));
});

describe('texts that pass', () => {
  test.each([
    'javascript: the good parts',
    'JavaScript: The Definitive Guide (7th edition)',
    '<p>Watch <b>this</b>:</p><iframe width="560" height="315" src="https://www.youtube.com/embed/abc" allowfullscreen></iframe>',
    '<h2 class="title">News</h2><p style="color: red; text-align: center">Hi <a href="/about" target="_blank">us</a></p>',
    '<img src="https://example.com/a.png" alt="A photo" width="10"><br/><ul><li>one</li></ul>',
    '<pre><code>&lt;script&gt;run()&lt;/script&gt;</code></pre><p>That is how a script starts.</p>',
    '<p>Read <code>document.cookie</code> in the console of the browser</p>',
    '<table><tr><td colspan=2>x</td></tr></table>',
    '![](https://example.com/a.png) and ![alt](b.png)',
    'items[][name]',
    'a < b and c > d',
    'I <3 you',
    'x = y + [1, 2]',
    'location = Berlin',
    'on = now, one = 5, once = 6',
    'the event is on Monday; online = yes',
    'data: 5 GB of text',
    'alert the team (today)',
    'see window.location in the documentation of browsers',
    'const a = [...b]; if (!a) return;',
    '{{ user.name }} and {{title}}',
    '1/4 cup ¼ cup, ¾ spoon',
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ])('%j', (text) => expect(score(text)).toBeLessThan(5));
});
