import { describe, expect, test } from 'vitest';
import { decision, plain, trace } from '../../../../../../tests/support/edgeSample.ts';
import { detectedKinds, knownPatterns } from '../../waf/patterns.ts';
import { patterns } from './patterns.ts';
import { patternIds, patternInfo } from './patternTable.ts';

const ids = (request: Parameters<typeof trace>[1]) =>
  trace(plain, request).steps.flatMap(({ area, item }) => (area === 'waf' && item ? [item.id] : []));

describe('detected attacks', () => {
  test.each<[id: string, request: Parameters<typeof trace>[1]]>([
    ['sqli-union', { headers: { cookie: 'a=1 union select 2' } }],
    ['sqli-union', { cookies: { a: '1 union select 2' } }],
    ['sqli-union', { headers: { Referer: '/?a=1+union+select 2 union select' } }],
    ['sqli-union', { method: 'POST', body: 'a=1+union+select+2', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['sqli-union', { method: 'POST', body: '{"a":"1 union select 2"}', headers: { 'content-type': 'application/json' } }],
    ['xss-script', { url: '/?<script>=1' }],
    ['xss-script', { url: '/<script>' }],
  ])('%s: %o', (id, request) => expect(ids(request)).toContain(id));
});

describe('legitimate requests', () => {
  const urls = {
    searches: ['/?q=blue+shoes+and+socks', '/?q=union+square+select+hotel', "/?q=rock+'n'+roll", '/?q=who+or+what'],
    sentences: ['/?q=select+a+plan+from+the+list', '/?q=please+drop+me+at+the+table;+thanks', '/?q=cat+and+dog;+ls+swap'],
    escapes: ['/?q=C%2B%2B+%26+C%23', '/?email=a.b%2Btag@example.com', '/?url=https%3A%2F%2Fexample.com%2Fa%3Fb%3Dc'],
    signs: ['/?q=5+%3C+6+and+7+%3E+3', '/?q=%D8%B3%D9%84%D8%A7%D9%85+%D8%AF%D9%86%DB%8C%D8%A7', '/?q=100%25+cotton'],
    json: ['/?json=%7B%22a%22%3A%5B1%2C2%5D%7D', '/?q=it%E2%80%99s+1+%E2%80%94+or+2'],
    values: ["/?name=O'Brien", '/?price=10..20', '/?redirect=/account/orders?page=2', '/?tags=a,b;c|d', '/?q=on+sale+=+now'],
    files: ['/assets/app-3f2a1b.min.js?v=1.2.3', '/wp-content/uploads/2026/11/photo.jpg', '/~user/page.html'],
    challenges: ['/.well-known/acme-challenge/token_-x'],
  };
  test.each(Object.values(urls).flat())('%s passes', (url) => {
    expect(ids({ url, headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', accept: '*/*' } })).toEqual([]);
  });
});

const high = { ...plain, waf: { ...plain.waf, sensitivity: 'high' as const } };
const browser = {
  'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Language': 'fa-IR,fa;q=0.9,en-US;q=0.8',
  'Cache-Control': 'max-age=0',
  'If-None-Match': 'W/"5f-18c2; a"',
  'If-Modified-Since': 'Sat, 21 Nov 2026 12:00:00 GMT',
  'Sec-CH-UA': '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
  'Sec-CH-UA-Platform': '"Linux"',
  'Sec-Fetch-Site': 'same-origin',
  Referer: 'https://example.com/search?q=blue+shoes&sort=price_asc',
  Origin: 'https://example.com',
  Range: 'bytes=0-1023',
  Cookie: '_ga=GA1.2.123456789.1700000000; theme=dark; session=eyJhbGciOiJkaXIifQ..a-b_c; cart=%7B%22id%22%3A5%7D',
  'X-Requested-With': 'XMLHttpRequest',
  'X-Forwarded-For': '198.51.100.7, 203.0.113.1',
};
test('a browser passes at high sensitivity too', () => {
  expect(decision(trace(high, { headers: browser }), 'waf').reason).toBe('wafClean');
});
test.each([
  ['application/json', '{"op":"or","list":["and","or",1],"text":"this and that; or 5 of them"}'],
  ['application/json', '{"query":"union station","select":["a","b"],"from":"list"}'],
  ['application/json', '{"html":"<p>Hello <b>you</b></p>","on":"load","script":"no"}'],
  ['application/json', '{"filter":{"price":{"gte":10,"lt":20}},"sort":"-date"}'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--x--',
  ],
  ['application/xml', '<?xml version="1.0"?><order id="5"><item>shoes</item></order>'],
])('a body of %s passes: %s', (type, body) => expect(ids({ method: 'POST', body, headers: { 'content-type': type } })).toEqual([]));

describe('patterns', () => {
  test.each(
    Object.values(patterns)
      .flat()
      .map((one) => [one.id, one] as const),
  )('%s has only bounded quantifiers', (_, { expression }) => {
    // With escapes and classes removed, any remaining `*`, `+` or `{n,}` is a quantifier.
    const bare = expression.source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
    expect(bare).not.toMatch(/[*+]|\{\d+,\}/);
    expect(expression.flags).toBe('');
  });
  test.each(patternIds)('the name of %s starts with its module', (id) => expect(id.split('-')[0]).toBe(patternInfo[id].module));
  test('one that is found no more stays valid, and no list of attacks has it', () => {
    const former = patternIds.filter((id) => patternInfo[id].former);
    expect(former).toEqual(['lfi-backup']);
    expect(former.every((id) => knownPatterns.has(id))).toBe(true);
    expect(detectedKinds().flatMap(({ patterns }) => patterns)).not.toContain('lfi-backup');
  });
});
