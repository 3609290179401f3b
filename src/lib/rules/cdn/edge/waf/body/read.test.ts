import { describe, expect, test } from 'vitest';
import { toBytes } from './charset.ts';
import { readBody } from './read.ts';

const encoder = new TextEncoder();
/** The parts of a body as `name=text`, with names that are inspected in brackets, and what is unread. */
function read(
  contentType: string,
  body: string | Uint8Array,
  isPartial = false,
): { parts: string[]; unread: string[]; isPartial: boolean } {
  const bytes = typeof body === 'string' ? encoder.encode(body) : body;
  const { parts, unread, isPartial: partial } = readBody({ bytes, isPartial, unread: null }, contentType);
  const shown = parts.map(({ place, name, text }) => (place === 'parameterName' ? `[${text}]` : `${name}=${text}`));
  return { parts: shown, unread: [...unread], isPartial: partial };
}
const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
const utf16 = (text: string, littleEndian: boolean): Uint8Array =>
  toBytes([...text].map((char) => (littleEndian ? `${char}\0` : `\0${char}`)).join(''));
const utf32 = (text: string): Uint8Array => toBytes([...text].map((char) => `\0\0\0${char}`).join(''));

const json = 'application/json';
describe('JSON', () => {
  test.each<[body: string, parts: string[]]>([
    ['{"a":"b"}', ['[a]', 'a=b']],
    ['{"a":{"b":[{"c":"x"},{"c":"y"}]}}', ['[a]', '[b]', '[c]', 'a.b[].c=x', 'a.b[].c=y']],
    [String.raw`{"\u0061":"\u003cscript\u003e \"\\\/\n"}`, ['[a]', 'a=<script> "\\/\n']],
    ['{"a":"1","a":"2"}', ['[a]', 'a=1', 'a=2']],
    ['[1, -2.5e+3, true, null]', ['[]=1', '[]=-2.5e+3', '[]=true', '[]=null']],
    ['"text"', ['=text']],
    ['\ufeff {"a":"b"}', ['[a]', 'a=b']],
    ['{"a":1}\n{"a":2}\n', ['[a]', 'a=1', 'a=2']],
    ['{"a":[1,],}', ['[a]', 'a[]=1']],
    ['{"a":"tab\tline\n"}', ['[a]', 'a=tab\tline\n']],
    ['{"a":NaN,"b":-Infinity}', ['[a]', 'a=NaN', '[b]', 'b=-Infinity']],
    ['{"":"x"}', ['=x']],
    [' ', []],
  ])('%s', (body, parts) => expect(read(json, body)).toEqual({ parts, unread: [], isPartial: false }));

  test.each([
    '{"a":"b"',
    '{"a":"b"}x',
    '{a:1}',
    "{'a':1}",
    '{"a":1}//',
    String.raw`{"a":"\x3c"}`,
    String.raw`{"a":"\u00g0"}`,
    '{"a" "b"}',
    '[1 2]',
    '[,1]',
    'a=1',
    '--x',
  ])('%s is unread, and searched as text', (body) => {
    const { parts, unread } = read(json, body);
    expect(unread).toEqual(['json']);
    expect(parts.at(-1)).toBe(`=${body}`);
  });

  test('nesting and the number of values have limits', () => {
    expect(read(json, '['.repeat(100) + ']'.repeat(100)).unread).toEqual([]);
    expect(read(json, '['.repeat(200) + ']'.repeat(200)).unread).toEqual(['depth']);
    expect(read(json, `[${'"a b",'.repeat(10_001)}1]`).unread).toEqual(['count']);
    expect(read(json, `[${'12,'.repeat(40_000)}1]`).unread).toEqual([]);
  });

  test('the start of a long body is read, wherever it ends', () => {
    const body = String.raw`{"name":{"b":[-12.5,true,"a\u0041\\"]},"c":"d"}`;
    for (let end = 1; end < body.length; end++) expect([end, read(json, body.slice(0, end), true).unread]).toEqual([end, []]);
    expect(read(json, '{"a":"union sel', true)).toEqual({ parts: ['[a]', 'a=union sel'], unread: [], isPartial: true });
    expect(read(json, '{"a":x,"b":1', true).unread).toEqual(['json']);
  });

  test.each(['application/vnd.api+json', 'text/json', 'application/x-ndjson', 'Application/JSON; charset=utf-8', 'application/json;'])(
    '%s',
    (type) => expect(read(type, '{"a":"b"}')).toEqual({ parts: ['[a]', 'a=b'], unread: [], isPartial: false }),
  );
});

describe('charsets', () => {
  const body = '{"a":"b c"}';
  test.each([
    ['UTF-16, low byte first', '', utf16(body, true)],
    ['UTF-16, high byte first', '', utf16(body, false)],
    ['UTF-16 with a byte order mark', '', utf16(`\ufeff${body}`, true).with(0, 0xff).with(1, 0xfe)],
    ['UTF-16 as declared', '; charset=utf-16be', utf16(body, false)],
    ['UTF-32', '', utf32(body)],
    ['UTF-32 as declared', '; charset=utf-32', utf32(body)],
    ['a declared charset that the origin ignores', '; charset=utf-16', encoder.encode(body)],
  ])('JSON in %s', (_, charset, bytes) => {
    const { parts, unread } = read(json + charset, bytes);
    expect(parts).toContain('a=b c');
    expect(unread).toEqual([]);
  });

  test.each(['utf-7', 'ibm037', 'x-unknown', 'hz-gb-2312'])('%s is unread', (charset) => {
    for (const type of [json, 'text/plain', 'application/x-www-form-urlencoded', 'text/xml'])
      expect([type, read(`${type}; charset=${charset}`, '{"a":"b"}').unread]).toEqual([type, ['charset']]);
  });

  test('a declared charset is one reading, UTF-8 another', () => {
    expect(read('text/plain; charset=iso-8859-1', toBytes('caf\u00e9')).parts).toEqual(expect.arrayContaining(['=café', '=caf\ufffd']));
  });
});

describe('forms', () => {
  const form = 'application/x-www-form-urlencoded';
  test.each<[body: string, parts: string[]]>([
    ['a=1+2&b', ['[a]', 'a=1 2', '[b]']],
    ['a%5Bb%5D=x%27y', ['[a%5Bb%5D]', 'a[b]=x%27y']],
    ['a=1;b=2', ['[a]', 'a=1;b=2']],
    ['a=un&b=1&a=ion', ['[a]', 'a=un', '[b]', 'b=1', '[a]', 'a=ion', 'a=un,ion', 'a=union']],
    ['&&=x&', ['=x']],
    ['{"a":"\\u0041 b"}', ['[a]', 'a=A b', '[{"a":"\\u0041 b"}]']],
  ])('%s', (body, parts) => expect(read(form, body)).toEqual({ parts, unread: [], isPartial: false }));

  test('the number of parameters has a limit, and a text with more that was not declared is no form', () => {
    const many = 'a b&'.repeat(1_001);
    expect(read(form, many.slice(0, -5)).unread).toEqual([]);
    expect(read(form, many).unread).toEqual(['count']);
    expect(read('', many)).toEqual({ parts: [`=${many}`], unread: [], isPartial: false });
  });

  test('escapes are bytes of the declared charset', () => {
    expect(read(`${form}; charset=utf-16le`, 'a=%3c%00s%00').parts).toContain('\u0061=<s'.replace('a', '\ufffd'));
  });
});

const type = 'multipart/form-data; boundary=b';
const field = (headers: string, content: string): string => crlf(`--b\n${headers}\n\n${content}\n--b--\n`);
describe('multipart/form-data', () => {
  test.each<[what: string, body: string, parts: string[]]>([
    ['a field', field('Content-Disposition: form-data; name="a"', 'x y'), ['[a]', 'a=x y']],
    ['a name without quotes', field('content-disposition:form-data;name=a', 'x'), ['[a]', 'a=x']],
    [
      'escapes in quotes',
      field(String.raw`Content-Disposition: form-data; name="a\"b"`, 'x'),
      ['[a"b]', String.raw`[a\"b]`, 'a"b=x', String.raw`a"b=a\"b`].slice(0, 3),
    ],
    ['a folded header', field('Content-Disposition: form-data;\n name="a"', 'x'), ['[a]', 'a=x']],
    [
      'a text file',
      field('Content-Disposition: form-data; name="f"; filename="a.txt"\nContent-Type: text/plain', 'x y'),
      ['[f]', 'f=a.txt', 'f=text/plain', 'f=x y'],
    ],
    [
      'a binary file',
      field('Content-Disposition: form-data; name="f"; filename="a.png"\nContent-Type: image/png', '\u0089PNG\0\u0001'),
      ['[f]', 'f=a.png', 'f=image/png'],
    ],
    ['an extended file name', field("Content-Disposition: form-data; name=f; filename*=UTF-8''%3Csvg%3E", ''), ['[f]', 'f=<svg>']],
    [
      'a Windows path',
      field(String.raw`Content-Disposition: form-data; name=f; filename="C:\a\b.txt"`, ''),
      ['[f]', 'f=C:ab.txt', String.raw`f=C:\a\b.txt`],
    ],
    [
      'base64, which some origins decode',
      field('Content-Disposition: form-data; name=a\nContent-Transfer-Encoding: base64', 'PHNjcmlw\ndD4='),
      ['[a]', 'a=base64', 'a=PHNjcmlw\r\ndD4=', 'a=<script>'],
    ],
    [
      'a preamble and an epilogue',
      crlf('before\n--b\nContent-Disposition: form-data; name=a\n\nx\n--b--\nafter'),
      ['=before\r\n', '=after', '[a]', 'a=x'],
    ],
    ['no last boundary', crlf('--b\nContent-Disposition: form-data; name=a\n\nx'), ['[a]', 'a=x']],
    ['LF only', '--b\nContent-Disposition: form-data; name=a\n\nx\n--b--\n', ['[a]', 'a=x']],
    ['space after a boundary', '--b \t\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--', ['[a]', 'a=x']],
    ['no headers', crlf('--b\n\nx y\n--b--'), ['=x y']],
    ['JSON', field('Content-Disposition: form-data; name=a', '{"k":"\\u0041 b"}'), ['[a]', 'a={"k":"\\u0041 b"}', '[k]', 'k=A b']],
  ])('%s', (_, body, parts) => expect(read(type, body)).toEqual({ parts, unread: [], isPartial: false }));

  test.each(['----WebKitFormBoundary7MA4YWxkTrZu0gW', '----geckoformboundarya1b2', '----=_Part_1_2.3', 'boundary'])(
    'the boundary %s',
    (boundary) => {
      const body = field('Content-Disposition: form-data; name=a', 'x').replaceAll('--b', `--${boundary}`);
      expect(read(`multipart/form-data; boundary=${boundary}`, body)).toEqual({ parts: ['[a]', 'a=x'], unread: [], isPartial: false });
    },
  );

  test('a charset of a field, or of all fields', () => {
    const own = field('Content-Disposition: form-data; name=a\nContent-Type: text/plain; charset=utf-16le', '<\0s\0');
    expect(read(type, own).parts).toContain('a=<s');
    const common = crlf(
      '--b\nContent-Disposition: form-data; name=_charset_\n\nutf-16le\n--b\nContent-Disposition: form-data; name=a\n\n<\0s\0\n--b--',
    );
    expect(read(type, common).parts).toContain('a=<s');
    expect(read(type, common.replace('utf-16le', 'utf-7')).unread).toEqual(['charset']);
  });

  test('fields with the same name are also read as one', () => {
    const part = (text: string) => `--b\r\nContent-Disposition: form-data; name=a\r\n\r\n${text}\r\n`;
    expect(read(type, `${part('un')}${part('ion')}--b--`).parts).toEqual(expect.arrayContaining(['a=un', 'a=ion', 'a=un,ion', 'a=union']));
  });

  const simple = field('Content-Disposition: form-data; name=a', 'x');
  test('the number of parts has a limit', () => {
    expect(read(type, `${'--b\r\n\r\nx\r\n'.repeat(1_001)}--b--`).unread).toEqual(['count']);
    expect(read(type, `${'--b\r\n\r\nx\r\n'.repeat(1_000)}--b--`).unread).toEqual([]);
  });

  test.each<[what: string, contentType: string, body: string, cause: string]>([
    ['no boundary', 'multipart/form-data', simple, 'boundary'],
    ['two boundaries', `${type}; boundary=c`, simple, 'boundary'],
    ['a second word for the boundary', 'multipart/form-data; xboundary=c; boundary=b', simple, 'boundary'],
    ['a boundary with a comma', 'multipart/form-data; boundary="b,c"', simple, 'boundary'],
    ['another boundary', 'multipart/form-data; boundary=c', simple, 'multipart'],
    ['text after a boundary', type, simple.replace('--b\r\n', '--bx\r\n'), 'multipart'],
    ['a boundary inside of a line', type, simple.replace('\r\nx', '\r\nx--b'), 'multipart'],
    ['different line ends', type, simple.replace('x\r\n', 'x\n'), 'multipart'],
    ['a boundary after the last one', type, simple + simple, 'multipart'],
    ['no end of the headers', type, '--b\r\nContent-Disposition: form-data; name=a\r\n--b--', 'multipart'],
    ['a header without a colon', type, field('Content-Disposition: form-data; name=a\nnothing', 'x'), 'multipart'],
    ['a space before a colon', type, field('Content-Disposition : form-data; name=a', 'x'), 'multipart'],
    ['two dispositions', type, field('Content-Disposition: form-data; name=a\nContent-Disposition: form-data; name=b', 'x'), 'multipart'],
    ['two names', type, field('Content-Disposition: form-data; name=a; name=b', 'x'), 'multipart'],
    ['an open quote', type, field('Content-Disposition: form-data; name="a', 'x'), 'multipart'],
    ['a name in pieces', type, field('Content-Disposition: form-data; name=f; filename*0=a; filename*1=b', 'x'), 'multipart'],
    ['an encoded word', type, field('Content-Disposition: form-data; name=f; filename="=?utf-8?B?PHN2Zz4=?="', 'x'), 'encoding'],
    [
      'an unknown transfer encoding',
      type,
      field('Content-Disposition: form-data; name=a\nContent-Transfer-Encoding: uuencode', 'x'),
      'encoding',
    ],
    ['an unknown charset of a file name', type, field("Content-Disposition: form-data; name=f; filename*=utf-7''a", 'x'), 'charset'],
    ['a nested body', type, field('Content-Disposition: form-data; name=a\nContent-Type: multipart/mixed; boundary=c', '--c--'), 'nested'],
  ])('%s is unread', (_, contentType, body, cause) => expect(read(contentType, body).unread).toEqual([cause]));

  test('the start of a long body is read, wherever it ends', () => {
    const body = `${simple.replace('--b--', '--b')}Content-Disposition: form-data; name=f; filename=a\r\n\r\ntext\r\n--b--\r\n`;
    for (let end = 6; end < body.length; end++) expect([end, read(type, body.slice(0, end), true).unread]).toEqual([end, []]);
  });
});

describe('other types', () => {
  test.each<[contentType: string, body: string, parts: string[]]>([
    ['text/plain', 'a=1&b', ['=a=1&b']],
    ['text/plain', '{"a":"\\u0041 b"}', ['[a]', 'a=A b', '={"a":"\\u0041 b"}']],
    ['', 'a=1', ['[a]', 'a=1', '=a=1']],
    ['unknown', '{"a":"b"', ['[a]', 'a=b', '[{"a":"b"]', '={"a":"b"']],
    ['application/octet-stream', '{"a":"b"}', ['[a]', 'a=b', '[{"a":"b"}]', '={"a":"b"}']],
    ['image/png', '\u0089PNG\r\n\u001a\n\0', []],
    ['application/pdf', '%PDF-1.7\n\u0001', []],
    ['application/zip', 'PK\u0003\u0004', []],
    ['video/mp4', '\0\0\0\u0018ftyp', []],
  ])('%s: %j', (contentType, body, parts) => expect(read(contentType, body)).toEqual({ parts, unread: [], isPartial: false }));

  test('two content types are unread', () => expect(read('text/plain, application/json', '{"a":"b"}').unread).toEqual(['contentType']));

  test('a large image is not partly inspected, a large form is', () => {
    expect(read('image/png', '\u0089PNG\0', true).isPartial).toBe(false);
    expect(read('text/plain', 'text', true).isPartial).toBe(true);
  });
});

describe('XML', () => {
  const xml = 'application/xml';
  test.each<[body: string, parts: string[]]>([
    ['<a>&lt;s&#x41;<![CDATA[<x>]]></a>', ['a=<sA<x>']],
    ['<?xml version="1.0"?><a><b c="1 2" d=\'&quot;\'/>x<b>y</b></a>', ['a.b@c=1 2', 'a.b@d="', 'a=x', 'a.b=y']],
    ['<s:Envelope xmlns:s="urn:x"><s:Body>x y</s:Body></s:Envelope>', ['Envelope.Body=x y']],
    ['<a>x<!-- note -->y</a>', ['a=xy']],
    ['<a b="1 > 0 <">x</a>', ['a@b=1 > 0 <', 'a=x']],
    ['<!DOCTYPE a [<!ENTITY b "c>">]><a>x</a>', ['=<!DOCTYPE a [<!ENTITY b "c>">]>', 'a=x']],
    // Browsers show such documents: their tags are judged as HTML too
    ['<svg onload="x"/>', ['svg@onload=x', '=<svg onload="x"/>']],
  ])('%s', (body, parts) => expect(read(xml, body)).toEqual({ parts, unread: [], isPartial: false }));

  test.each(['<a', '<a b="1>', '<a><b></a', '<a><![CDATA[x</a>'])('%s is no XML, and searched as text', (body) => {
    expect(read(xml, body).parts.at(-1)).toBe(`=${body}`);
  });

  test('nesting has a limit', () => {
    expect(read(xml, '<a>'.repeat(100) + '</a>'.repeat(100)).unread).toEqual([]);
    expect(read(xml, '<a>'.repeat(200) + '</a>'.repeat(200)).unread).toEqual(['depth']);
  });

  test('the start of a long body is read, wherever it ends', () => {
    const body = '<?xml version="1.0"?><a b="c"><!-- d --><![CDATA[e f]]>g &amp; h</a>';
    for (let end = 1; end < body.length; end++) expect([end, read(xml, body.slice(0, end), true).unread]).toEqual([end, []]);
    expect(read(xml, body.slice(0, 56), true)).toEqual({ parts: ['a@b=c', 'a=e fg'], unread: [], isPartial: true });
  });

  test('the charset of a document counts', () => {
    expect(read(xml, '<?xml version="1.0" encoding="utf-7"?><a/>').unread).toEqual(['charset']);
  });
});
