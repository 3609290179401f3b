import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { checkIpv4, checkIpv6 } from './ip.ts';

const v6 = (text: string) => {
  const result = checkIpv6(text);
  return typeof result === 'string' ? result : result.key;
};

test.each([
  ['2001:DB8:0:0:8:800:200C:417A', '2001:db8::8:800:200c:417a'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
  ['0:0:0:0:0:0:0:0', '::'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['1::', '1::'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['::ffff:c000:201', '::ffff:192.0.2.1'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
])('%s → %s (RFC 5952)', (input, output) => expect(v6(input)).toBe(output));

const wrong = {
  groups: ['', ':', ':::', '1', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1::2::3', '12345::', ':1:2:3:4:5:6:7', '1:2:3:4:5:6:7:', 'g::'],
  ipv4: ['::1.2.3', '::1.2.3.4:5', '::01.2.3.4', '1.2.3.4', '1:2:3:4:5:6:7:1.2.3.4'],
  around: [' ::1', '::1 ', '::1%1', '[::1]'],
};
test.each(Object.values(wrong).flat())('%j is no IPv6 address', (input) => expect(typeof checkIpv6(input)).toBe('object'));

test('agrees with node:net on valid addresses', () => {
  const char = fc.constantFrom(...'0123456789abcfF:.:.:0'.split(''));
  const text = fc.array(char, { maxLength: 24 }).map((chars) => chars.join(''));
  fc.assert(
    fc.property(fc.oneof(text, fc.ipV6(), fc.ipV4()), (input) => {
      expect(typeof checkIpv6(input) === 'string').toBe(isIPv6(input));
      expect(typeof checkIpv4(input) === 'string').toBe(isIPv4(input));
      const canonical = checkIpv6(input);
      if (typeof canonical === 'string') {
        expect(checkIpv6(canonical)).toBe(canonical);
        expect(new URL(`http://[${input}]`).hostname).toBe(new URL(`http://[${canonical}]`).hostname);
      }
    }),
    { numRuns: runs(3000) },
  );
});
