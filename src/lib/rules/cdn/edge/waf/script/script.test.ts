import { describe, expect, test } from 'vitest';
import type { Part } from '../parts.ts';
import { type PatternInfo, patternInfo } from '../patternTable.ts';
import { Value } from '../value.ts';
import { scriptDetector } from './script.ts';

const detect = (text: string, place: Part['place'] = 'parameter', name = 'x') =>
  scriptDetector.detect(new Value({ place, name, text })).map(({ id }) => id);
/** As a request is judged: of mere mentions, the highest score counts. */
function score(text: string, place?: Part['place'], name?: string): number {
  const found = detect(text, place, name).map((id): PatternInfo => patternInfo[id]);
  const sum = found.filter(({ mention }) => !mention).reduce((total, one) => total + one.score, 0);
  return sum + Math.max(0, ...found.filter(({ mention }) => mention).map((one) => one.score));
}
const isAttack = (...value: Parameters<typeof score>): boolean => score(...value) >= 5;

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
      `<p ${'a '.repeat(99)}onclick=1>`,
      `<p title='<b ${'a '.repeat(99)}onclick=1>'>`,
      '<p a=<b/onclick=1>',
    ],
    'xss-attribute': [
      '" onmouseover=x',
      "' autofocus onfocus=alert(1)",
      'x onerror=alert(1)',
      ' onload=',
      'onerror=alert;throw 1',
      '<iframe srcdoc="<b>x</b>">',
      '<button formaction=//x.example>',
      '<p style="width:expression(1)">',
      String.raw`<p style="width:\65xpression(1)">`,
      String.raw`<style>@im\port'//x.example'`,
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
      'java\tscript:',
    ],
    'xss-tag': [
      '<iframe src=x>',
      '<object data=x>',
      '<base href=//x.example>',
      '<meta http-equiv=refresh content=0>',
      '<svg>',
      '<f o r m',
      '< x : script',
      '<i f r\na m e',
    ],
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
    'xss-encoding': ['+ADw-script+AD4-', '%bcscript%be', '¼script¾alert(1)¼/script¾', '¼b id=x¾', '<u¾', String.raw`\xbcscript\xbe`],
    'xss-code': ['how to read document.cookie here'],
  };
  const pairs = Object.entries(attacks).flatMap(([id, values]) => values.map((value) => [id, value] as const));
  test.each(pairs)('%s: %j', (id, text) => expect(detect(text)).toContain(id));
});

describe('code in the string that a value ends', () => {
  test.each([
    "good morning ';alert(1);'",
    'good morning to all"-confirm(1)-"',
    "good morning ';/* some more words */ alert(1) /* and more */;' to all",
    'good morning \';x="some more words";alert(1);\'',
    "good morning ';x=/some more words/;alert(1);'",
    "good morning ';if(1)/some more words/;alert(1);'",
    "good morning '.replace(/./,alert)+'",
    String.raw`good morning \';alert(1)//`,
    'good morning `+fetch("//x.example")+`',
    '*/ alert(1) /*',
    ['```$', '{confirm(1)}```'].join(''),
    "1;document.title='some more words';location.href='//x.example'",
    '(document)["cookie"]',
    '{onerror=alert}throw 1',
  ])('%j', (text) => expect(isAttack(text)).toBe(true));
  test.each([
    "it's the value of alert(1) that counts",
    'the value "alert(1)" is not shown',
    'Press "Save" and alert(1) shows "done"',
    '```js\nsetInterval(() => draw(), 20)\n```',
    'export const go = () => alert("hello")',
    'import os\n\nfor x in range(3):\n    eval(input())\n',
    '%PDF-1.5 2 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj',
    'document.querySelectorAll("nav a").forEach(function (link) { link.onclick = function () { window.location.href = link.href; }; });',
  ])('%j passes', (text) => expect(isAttack(text)).toBe(false));
  test('a path is no code, but may leave a string', () => {
    expect(isAttack('/manual/document.cookie', 'path')).toBe(false);
    expect(isAttack("/manual';document.cookie//", 'path')).toBe(true);
  });
});

describe('what editors send', () => {
  const embed = 'https://platform.twitter.com/widgets.js';
  const counter = 'window.dataLayer = window.dataLayer || [];\nfunction gtag(){dataLayer.push(arguments);}\n';
  test.each<[innocent: string, attack: string]>([
    [`<script async src="${embed}"></script>`, `<script async src="${embed}.x.example"></script>`],
    [`<p>Hi</p><script src="${embed}">x</script>`, `<p>Hi</p><script src=//x.example src="${embed}">x</script>`],
    [
      '<script src="https://www.googletagmanager.com/gtag/js?id=G-1A"></script>',
      '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1A"></script>',
    ],
    [`<script>${counter}gtag('set', {'a': true});</script>`, `<script>${counter}gtag('set', name);</script>`],
    ["<script>plausible('Order', {'n': 3})</script>", "<script>plausible('Order', {'n': fetch('//x.example')})</script>"],
    ["<script>dataLayer.push({'page': 'a'})</script>", "<script>_gaq.push(['_link', 'javascript:x'])</script>"],
    ['<script setup>\nimport { ref } from "vue"\n</script>', '<script type="module">\nimport { ref } from "//x.example"\n</script>'],
    ['<script>import a from "b"</script>', '<script>import("//x.example")</script>'],
    ['<script>import * as a from "b"</script>', '<script>IMPORT *as;go();var IMPORT, as</script>'],
    ['<script>import { a } from "b"</script>', '<script>IMPORT\na\ngo()\nvar IMPORT, a</script>'],
    ['export const a = () => alert("b")', 'EXPORT\nconst a = 1; alert("b"); var EXPORT'],
    ['<b onClick={() => save()}>Save</b>', '<b onclick={save()}>Save</b>'],
    ['<b onClick={save} id="a">Save</b>', '<b onclick="{save}" id="a">Save</b>'],
  ])('%s passes, %s is an attack', (innocent, attack) => {
    expect(isAttack(innocent)).toBe(false);
    expect(isAttack(attack)).toBe(true);
  });

  test('a file that is a page has scripts, other files and values have none', () => {
    const page = '<!DOCTYPE html>\n<html><body onload="go()"><script>document.write(1)</script></body></html>';
    expect(isAttack(page, 'body')).toBe(false);
    expect(isAttack(page)).toBe(true);
    expect(isAttack(`x${page}`, 'body')).toBe(true);
    expect(isAttack('<svg onload="go()"></svg>', 'body')).toBe(true);
  });

  test('browsers report the code that they refused', () => {
    expect(isAttack('<img onerror=alert(1)>', 'parameter', '[].body.sample')).toBe(false);
    expect(isAttack('alert(1)', 'parameter', 'csp-report.script-sample')).toBe(false);
    expect(isAttack('alert(1)', 'parameter', 'body.sample')).toBe(true);
  });
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
    'x <a b c and y <t o',
    'Java script: a start',
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
