import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { isFault } from './fault.ts';
import { addressText, covers, isEverywhere, networkNotice, parseAsn, parseNetwork, readAddress, readNetwork } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' \t192.0.2.7\u00a0', '192.0.2.7'],
  ['192.0.2.7/32', '192.0.2.7'],
  ['192.0.2.0 / 24', '192.0.2.0/24'],
  ['192.0.2.7/24', '192.0.2.0/24'],
  ['192.0.2.7/0', '0.0.0.0/0'],
  ['\u06f1\u06f9\u06f2.\u06f0.\u06f2.\u06f7', '192.0.2.7'],
  ['\u0661\u0669\u0662\u066b\u0660\u066b\u0662\u066b\u0660/\u0662\u0664', '192.0.2.0/24'],
  ['\uff11\uff19\uff12\uff0e\uff10\uff0e\uff12\uff0e\uff10\uff0f\uff12\uff14', '192.0.2.0/24'],
  ['192\u30020\u30022\u30027', '192.0.2.7'],
  ['\u2066192.0.2.7\u2069\u200f', '192.0.2.7'],
  ['2001:DB8:0:0::0001', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001\uff1adb8\uff1a\uff1a1', '2001:db8::1'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['2001:db8::1/64', '2001:db8::/64'],
  ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ['::/0', '::/0'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['::ffff:192.0.2.7/120', '192.0.2.0/24'],
])('%j is %s', (input, text) => {
  const read = readNetwork(input);
  expect(isFault(read) ? read.key : read.text).toBe(text);
});

test.each([
  ['', 'required'],
  [' \u200f ', 'required'],
  ['office', 'ip'],
  ['192.0.2', 'ip'],
  ['192.0.2.7.1', 'ip'],
  ['0x7f.0.0.1', 'ip'],
  ['3221225985', 'ip'],
  ['::ffff:010.0.0.1', 'ip'],
  ['192.0.2.256', 'octet'],
  ['010.0.0.1', 'leadingZero'],
  ['\u06f0\u06f1\u06f0.0.0.1', 'leadingZero'],
  ['fe80::1%eth0', 'scope'],
  ['192.0.2.1-192.0.2.9', 'fromTo'],
  ['192.0.2.1:80', 'port'],
  ['[2001:db8::1]:443', 'port'],
  ['192.0.2.0/33', 'prefix'],
  ['192.0.2.0/', 'prefix'],
  ['192.0.2.0/-1', 'prefix'],
  ['192.0.2.0/255.255.255.0', 'prefix'],
  ['2001:db8::/129', 'prefix'],
  ['::ffff:192.0.2.0/24', 'prefix'],
])('%j is refused: %s', (input, name) => {
  expect(readNetwork(input)).toMatchObject({ key: `address:error.${name}` });
});

test('a range is no address, except one of one address', () => {
  expect(readAddress('192.0.2.7/24')).toMatchObject({ key: 'address:error.single' });
  expect(readAddress('192.0.2.7/32')).toMatchObject({ text: '192.0.2.7', isAddress: true });
  expect(readAddress('2001:db8::7/128')).toMatchObject({ text: '2001:db8::7' });
});

test('cleared host bits and open ranges are pointed out', () => {
  expect(networkNotice('192.0.2.7/24', false)).toMatchObject({
    key: 'address:notice.hostBits',
    params: { value: '192.0.2.7/24', range: '192.0.2.0/24', address: '192.0.2.7' },
  });
  for (const text of ['0.0.0.0/0', '::/0', '192.0.2.7/0', '::ffff:0.0.0.0/96']) {
    expect(networkNotice(text, true)?.key, text).toBe('address:warning.everywhere');
    expect(networkNotice(text, false)?.key, text).not.toBe('address:warning.everywhere');
  }
  for (const text of ['192.0.2.0/24', '192.0.2.7', '2001:db8::/32', 'office', '']) expect(networkNotice(text, true), text).toBeNull();
});

test('a typed range is canonical, contains what was typed, and is read by programs as the same network', () => {
  const words = (count: number) => fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: count, maxLength: count });
  const typed = fc.oneof(fc.tuple(words(2), fc.integer({ min: 0, max: 32 })), fc.tuple(words(8), fc.integer({ min: 0, max: 128 })));
  fc.assert(
    fc.property(typed, ([address, bits]) => {
      const text = `${addressText(address)}/${bits}`;
      const read = readNetwork(text);
      if (isFault(read)) throw new Error(`${text}: ${read.key}`);
      const network = parseNetwork(read.text);
      const inside = parseNetwork(addressText(address));
      expect(network).toEqual(read.network);
      expect(network && inside && covers(network, inside)).toBe(true);
      expect(readNetwork(read.text)).toMatchObject({ text: read.text, notice: null });
      expect(isEverywhere(read.network)).toBe(read.text.endsWith('/0'));
    }),
    { numRuns: runs(500) },
  );
});

test.each([
  ['AS64511', 64511],
  ['as ۶۴۵۱۱', 64511],
  [' ٦٤٥١١ ', 64511],
  ['AS4294967296', null],
  ['AS', null],
])('%j is the AS number %j', (text, number) => expect(parseAsn(text)).toBe(number));
