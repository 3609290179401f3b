import { describe, expect, test } from 'vitest';
import { nameToUnicode } from '../../format/punycode.ts';
import { checkName, relative, splitServiceName } from './dnsName.ts';
import { type RecordType, recordTypes } from './dnsTypes.ts';
import { absoluteHost, hostName } from './hostName.ts';

const zone = 'example.com';
const read = (input: string, type: RecordType = 'A') => {
  const result = checkName(input, { zone, type });
  return result.ok ? result.name : result.key.replace('dns:error.', '!');
};
const host = (input: string, type: RecordType = 'CNAME') => {
  const result = hostName(input, { zone, type });
  return typeof result === 'string' ? result : result.key.replace('dns:error.', '!');
};

describe('record names', () => {
  const longest = [63, 63, 63, 49].map((size) => 'x'.repeat(size)).join('.');
  test.each([
    ['@', '@'],
    ['www', 'www'],
    [' WWW ', 'www'],
    ['www.example.com', 'www'],
    ['www.example.com.', 'www'],
    ['Example.COM', '@'],
    ['example.com.', '@'],
    ['www.example.com.example.com.', 'www.example.com'],
    ['notexample.com', 'notexample.com'],
    ['*', '*'],
    ['*.shop', '*.shop'],
    ['*.example.com', '*'],
    ['a.b.c', 'a.b.c'],
    ['r3---sn', 'r3---sn'],
    ['فروشگاه', 'xn--mgbtj4c7ad63e'],
    ['Bücher', 'xn--bcher-kva'],
    ['www。例え', 'www.xn--r8jz45g'],
    ['می\u200cشود', 'xn--ugbj4cn27d652j'],
    ['x'.repeat(63), 'x'.repeat(63)],
    [longest, longest],
  ])('%s → %s', (input, name) => expect(read(input)).toBe(name));

  const refused = {
    required: [''],
    spaces: ['a b', 'a\u00a0b'],
    doubleDot: ['a..b', 'a..', '..'],
    emptyLabel: ['.a'],
    outsideZone: ['.', 'a.', 'www.example.org.'],
    hyphenEdge: ['-a', 'a-.b', '-'],
    wildcardPlace: ['a*', '*a', '**', 'a.*', '*.*'],
    atPlace: ['a@', '@.www'],
    characters: ['a!b', 'a/b', 'é!', 'a\\b', '<script>'],
    underscore: ['_a', 'a_b'],
    labelTooLong: ['x'.repeat(64)],
    nameTooLong: [`${longest}x`],
    idn: ['xn--999999999', '\u0378'],
  };
  test.each(Object.entries(refused))('refused as %s: %j', (key, inputs) =>
    expect(inputs.map((input) => read(input))).toEqual(inputs.map(() => `!${key}`)),
  );

  test('reports the invalid character and label', () => {
    expect(checkName('shop!.b', { zone, type: 'A' })).toMatchObject({ ok: false, params: { char: '!' } });
    expect(checkName('a.-b.c', { zone, type: 'A' })).toMatchObject({ ok: false, params: { label: '-b' } });
    expect(checkName('a😀!', { zone, type: 'A' })).toMatchObject({ ok: false, params: { char: '!' } });
  });

  test('underscores depend on the type', () => {
    const without: RecordType[] = ['A', 'AAAA', 'MX', 'CAA', 'PTR', 'SSHFP', 'DS', 'LOC', 'HINFO'];
    for (const type of recordTypes) expect(read('_x.y', type), type).toBe(without.includes(type) ? '!underscore' : '_x.y');
  });

  test('a host may be below a label that begins with an underscore, as in Active Directory', () => {
    for (const name of ['gc._msdcs', 'gc._msdcs.corp', '*._msdcs']) {
      expect(read(name, 'A')).toBe(name);
      expect(read(name, 'AAAA')).toBe(name);
      expect(read(name, 'MX')).toBe('!underscore');
    }
    for (const name of ['_msdcs', 'a_b._msdcs', 'a.b_c', 'a._b_c', 'a._']) expect(read(name, 'A')).toBe('!underscore');
  });

  test('the type decides whether the apex and SRV names are allowed', () => {
    expect(read('@', 'CNAME')).toBe('!cnameApex');
    expect(read('example.com', 'CNAME')).toBe('!cnameApex');
    expect(read('@', 'DS')).toBe('!dsApex');
    expect(read('sip._tcp', 'SRV')).toBe('!srvUnderscore');
    expect(read('@', 'SRV')).toBe('!srvUnderscore');
    expect(read('_sip._tcp', 'SRV')).toBe('_sip._tcp');
    expect(read('*._tcp', 'SRV')).toBe('*._tcp');
    expect(read('*', 'SRV')).toBe('!srvUnderscore');
  });

  test('relative names', () => {
    expect(relative('example.com', zone)).toBe('@');
    expect(relative('a.example.com', zone)).toBe('a');
    expect(relative('aexample.com', zone)).toBeNull();
    expect(relative('com', zone)).toBeNull();
    expect(relative('.example.com', zone)).toBeNull();
  });

  test('service names are split', () => {
    expect(splitServiceName('_sip._tcp')).toEqual({ service: '_sip', protocol: '_tcp', host: '@' });
    expect(splitServiceName('_sip._udp.a.b')).toEqual({ service: '_sip', protocol: '_udp', host: 'a.b' });
    expect(splitServiceName('*._tcp')).toEqual({ service: '*', protocol: '_tcp', host: '@' });
    expect(splitServiceName('_x')).toEqual({ service: '', protocol: '', host: '_x' });
  });

  test('punycode round-trips', () => {
    expect(nameToUnicode('www.xn--mgbtj4c7ad63e')).toBe('www.فروشگاه');
    expect(nameToUnicode('xn--999999999.a')).toBe('xn--999999999.a');
  });
});

describe('host names', () => {
  test.each([
    ['@', 'example.com'],
    ['mail', 'mail.example.com'],
    ['Mail.Example.NET', 'mail.example.net'],
    ['mail.example.net.', 'mail.example.net'],
    ['localhost.', 'localhost.'],
    ['a_b.example.net', 'a_b.example.net'],
    ['ایران.example.net', 'xn--mgba3a4f16a.example.net'],
    ['1.2.3.4.5', '1.2.3.4.5'],
  ])('%s → %s', (input, name) => {
    expect(host(input)).toBe(name);
    expect(host(name)).toBe(name);
  });

  // Of the others, an input that leads to each message is in `messages.test.ts`.
  test.each([
    ['..', '!hostEmptyLabel'],
    ['a.com:443', '!hostCharacters'],
    ['1.2.3.4.', '!hostIsAddress'],
    ['2001:db8::1', '!hostIsAddress'],
  ])('%s is refused as %s', (input, key) => expect(host(input)).toBe(key));

  test('the root means "none" for the types that support it', () => {
    for (const type of ['MX', 'SRV', 'HTTPS', 'SVCB', 'NAPTR', 'RP'] as const) expect(host('.', type)).toBe('.');
    for (const type of ['CNAME', 'NS', 'PTR'] as const) expect(host('.', type)).toBe('!hostRoot');
  });

  test('hosts that clients connect to can’t have an underscore', () => {
    for (const type of ['MX', 'NS', 'SRV'] as const) expect(host('a_b.com', type)).toBe('!hostUnderscore');
  });

  test('a zone file may contain invalid punycode', () => {
    expect(absoluteHost('xn--999999999.com.', 'CNAME', false)).toBe('xn--999999999.com');
  });
});
