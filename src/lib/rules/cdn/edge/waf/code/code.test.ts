import { describe, expect, test } from 'vitest';
import { findings, findingsIn, isStopped } from '../../../../../../../tests/support/wafFindings.ts';

/** As a string: in code it would look like a template. */
const lookup = (inside: string): string => ['$', `{${inside}}`].join('');

describe('code', () => {
  test.each([
    '<?php x',
    '<? echo 1',
    "system('x')",
    'phpinfo()',
    'shell_exec /* a */ ("id")',
    'exec # a\n ($x)',
    "('sys'.'tem')('id')",
    '[system][0](ls)',
    '$f("id")',
    "$_GET['a']",
    "$a='ass'.'ert';$a(1)",
    'auto_prepend_file=php://input',
  ])('PHP: %j', (value) => expect(findingsIn(value)).toContain('rce-php'));
  test.each([
    'java.lang.Runtime',
    '#_memberAccess',
    "T(java.lang.Runtime).getRuntime().exec('id')",
    'x.getClass().forName("java.lang.Runtime")',
    'class.module.classLoader.resources',
    '{"@type":"com.sun.rowset.JdbcRowSetImpl"}',
    'x.InvokerTransformer',
  ])('Java: %j', (value) => expect(findingsIn(value)).toContain('rce-java'));
  test.each([lookup('jndi:ldap://x'), lookup('jndi:ldap://x').replace('j', lookup('lower:j')), lookup('::-j')])('a lookup: %s', (value) =>
    expect(findingsIn(value)).toContain('rce-lookup'),
  );
  test('a lookup in a header field', () => {
    expect(findings({ headers: { 'X-Api-Version': lookup('jndi:ldap://x') } })).toContain('rce-lookup');
    expect(findings({ headers: { 'User-Agent': lookup('jndi:dns://x') } })).toContain('rce-lookup');
  });
  test.each([
    "require('fs').readFileSync('x')",
    "import('https://example.com/x.js')",
    'require("child_process")',
    'process.env',
    "[]['constructor']['constructor']('return this')()",
    'constructor.prototype.x',
    '_$$ND_FUNC$$_function(){}',
    'while(true){}',
  ])('Node: %j', (value) => expect(findingsIn(value)).toContain('rce-node'));
  test('a prototype in the name of a parameter', () => {
    expect(findings({ url: '/?__proto__[x]=1' })).toContain('rce-node');
    expect(findings({ url: '/?a[constructor][prototype][x]=1' })).toContain('rce-node');
  });
  test.each(["__import__('os').system('id')", 'os.popen("id")', "''.__class__.__mro__", 'cos\nsystem\n(S"id"'])('Python: %j', (value) =>
    expect(findingsIn(value)).toContain('rce-python'),
  );
  test.each(['Kernel.exec("id")', 'IO.popen("id")', '--- !ruby/object:Gem::Installer'])('Ruby: %j', (value) =>
    expect(findingsIn(value)).toContain('rce-ruby'),
  );
  test.each([
    '{{7*7}}',
    "{{'7'*7}}",
    '<%= 7*7 %>',
    '#{7*7}',
    '{{config.items()}}',
    "{{request['application']}}",
    '{{self._TemplateReference__context}}',
    "{% set x = ''.__class__ %}",
    "{{['id']|filter('system')}}",
  ])('a template: %j', (value) => expect(findingsIn(value)).toContain('rce-template'));
  test.each(['O:8:"stdClass":1:{s:1:"a";i:1;}', 'rO0ABXNyABFqYXZh/', 'x=aced0005'])('a serialized object: %j', (value) =>
    expect(findingsIn(value)).toContain('rce-serialized'),
  );
  test('an include of the server', () => expect(findingsIn('<!--#exec cmd="id"-->')).toContain('rce-include'));
});

test.each([
  'Hello {{customer.name}}, your order {{ order.number | upper }} has shipped',
  `Dear ${lookup('firstName')}`,
  '{% for item in cart.items %}{{ item.title }}{% endfor %}',
  '<%= name %>',
  '#{id}',
  'query { user(id: "1") { name email } }',
  '$(document).ready(function(){})',
  'const x = arr.map((a) => a.id);',
  'for (let i = 0; i < 10; i++) { sum += i }',
  'system (unix), exec (executive)',
  'file(s) attached; see printf(3)',
  'our process. Environment is what we require',
  "import React from 'react'",
  'I love Java, Python; Ruby & Go',
  'java.lang.NullPointerException: Cannot invoke "String.length()"',
  'at com.example.App.main(App.java:12)',
  'how does file_get_contents() work',
  'What is $_GET in PHP?',
  'the while (true) story',
  '__init__.py',
  'f(x) = x(x+1); sin(x)(cos(y))',
  '[link](https://example.com) and [[wiki link]]',
  '{{cite web|url=http://example.com|title=c}}',
  '=IF(A1>5,"yes","no")',
  'a:1:{s:3:"foo";i:1;}',
  'List<?> x; <?xml version="1.0" encoding="UTF-8"?><a/>',
  '@media (max-width: 600px) { a { color: red } }',
  'data:image/png;base64,iVBORw0KGgo=',
  'Sleep (2020 film)',
])('%j passes', (value) => expect(isStopped(value)).toBe(false));
