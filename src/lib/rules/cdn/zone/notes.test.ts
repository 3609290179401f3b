import { expect, test } from 'vitest';
import { checkRecord } from '../dns/record.ts';
import { parseZone } from './parse.ts';
import { printRecords } from './print.ts';

const zone = 'example.com';
const options = { zone, defaultTtl: 3600 };
const one = (line: string) => parseZone(`$ORIGIN ${zone}.\n${line}\n`, options).records[0];

test.each([
  ['plain', { comment: 'Set by Sara', tags: ['production', 'team:web'] }],
  ['quotation marks, a semicolon and a backslash', { comment: 'He said "no"; see \\\\server (old)' }],
  ['Persian', { comment: 'سرور قدیمی', tags: ['تولید'] }],
  ['what looks like a mark', { comment: 'nasim: proxied, nasim: auto-ttl cf_tags=cf-proxied:true nasim: tags="x"' }],
  ['tags alone', { tags: ['a'] }],
  ['the longest', { comment: 'x'.repeat(500), tags: Array.from({ length: 20 }, (_, i) => `${'t'.repeat(58)}${10 + i}`) }],
])('notes with %s are the same after export and import', (_, notes) => {
  for (const proxy of [true, false]) {
    const checked = checkRecord({ name: 'www', type: 'A', content: '192.0.2.1', ttl: 300, proxy, ...notes }, { zone });
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const text = printRecords([checked.record], options);
    expect(text).toMatch(/^[\n\t\u0020-\u007e]*$/);
    const { records, refused } = parseZone(text, options);
    expect(refused).toEqual([]);
    expect(records).toHaveLength(1);
    const { comment, tags, ttl, autoTtl } = records[0] ?? {};
    expect({ ...(comment !== undefined && { comment }), ...(tags && { tags }) }).toEqual(notes);
    expect([records[0]?.proxy === true, ttl, autoTtl]).toEqual([proxy, 300, undefined]);
  }
});

test('Cloudflare’s comments and tags are read, without its own marks', () => {
  expect(one('www.example.com. 1 IN A 192.0.2.1 ; Main site; ask ops cf_tags=cf-proxied:true,team:web,env: new one')).toMatchObject({
    proxy: true,
    autoTtl: true,
    comment: 'Main site; ask ops',
    tags: ['team:web', 'env:-new-one'],
  });
  const plain = one('www.example.com. 300 IN A 192.0.2.1 ; cf_tags=cf-proxied:false');
  expect([plain?.comment, plain?.tags, plain?.proxy]).toEqual([undefined, undefined, undefined]);
});

test('other comments aren’t notes', () => {
  expect(one('www 300 IN A 192.0.2.1 ; the web server')).not.toHaveProperty('comment');
  expect(one('www 300 IN A 192.0.2.1 ; nasim: comment="open')).not.toHaveProperty('comment');
});
