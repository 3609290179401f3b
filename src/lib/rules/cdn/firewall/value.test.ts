import { describe, expect, test } from 'vitest';
import { deny, now, wall } from '../../../../../tests/support/edgeSample.ts';
import { countryCodes, readCountry } from '../../core/countries.ts';
import { isFault } from '../../core/fault.ts';
import { checkNetwork, splitAddresses, validateAddresses } from './address.ts';
import { evaluateVisitor } from './evaluateVisitor.ts';
import { checkExpiry, checkValue, type Kind, maxValues, sameRule } from './value.ts';

describe('the value of a rule', () => {
  test.each<[Kind, string, string]>([
    ['ip', '192.0.2.1', '192.0.2.1'],
    ['ip', ' 192.0.2.1 ', '192.0.2.1'],
    ['ip', '۱۹۲.۰.۲.۱', '192.0.2.1'],
    ['ip', '192.0.2.0/24', '192.0.2.0/24'],
    ['ip', '192.0.2.1/32', '192.0.2.1'],
    ['ip', '0.0.0.0/0', '0.0.0.0/0'],
    ['ip', '10.16.0.0/12', '10.16.0.0/12'],
    ['ip', '2001:DB8:0:0::1', '2001:db8::1'],
    ['ip', '2001:db8:0:0::/32', '2001:db8::/32'],
    ['ip', '2001:db8::1/128', '2001:db8::1'],
    ['ip', '2001:db8:8000::/33', '2001:db8:8000::/33'],
    ['ip', '::/0', '::/0'],
    // RFC 4291 section 2.5.5.2
    ['ip', '::ffff:192.0.2.1', '192.0.2.1'],
    ['ip', '::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['ip', '192.0.2.77/24', '192.0.2.0/24'],
    ['ip', '10.31.255.255/12', '10.16.0.0/12'],
    ['ip', '2001:db8::1/64', '2001:db8::/64'],
    ['ip', '2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['country', 'de', 'DE'],
    ['country', ' IR ', 'IR'],
    ['asn', 'AS64511', 'AS64511'],
    ['asn', 'as 64511', 'AS64511'],
    ['asn', '64511', 'AS64511'],
    ['asn', '٦٤٥١١', 'AS64511'],
    ['asn', '4294967295', 'AS4294967295'],
    ['group', ' g1 ', 'g1'],
    // Several values: each once, and in one order.
    ['ip', '192.0.2.9، 192.0.2.1;192.0.2.9 10.0.0.1/8', '10.0.0.0/8, 192.0.2.1, 192.0.2.9'],
    ['country', 'fr, DE،fr', 'DE, FR'],
    ['asn', '64512,AS64511', 'AS64511, AS64512'],
  ])('%s %j is %j', (kind, text, value) => expect(checkValue(kind, text)).toBe(value));

  test.each<[Kind, string, string, object?]>([
    ['ip', '', 'address:error.required'],
    ['ip', 'office', 'address:error.ip', { value: 'office' }],
    ['ip', '192.0.2', 'address:error.ip'],
    ['ip', '192.0.2.1:80', 'address:error.port'],
    ['ip', '192.0.2.256', 'address:error.octet', { part: '256' }],
    ['ip', '192.0.02.1', 'address:error.leadingZero', { part: '02' }],
    ['ip', 'fe80::1%eth0', 'address:error.scope'],
    ['ip', '192.0.2.1-192.0.2.9', 'address:error.fromTo'],
    ['ip', '192.0.2.0/33', 'address:error.prefix', { prefix: '33', min: 0, max: 32 }],
    ['ip', '192.0.2.0/', 'address:error.prefix'],
    ['ip', '192.0.2.0/255.255.255.0', 'address:error.prefix'],
    ['ip', '2001:db8::/129', 'address:error.prefix', { prefix: '129', min: 0, max: 128 }],
    ['ip', '::ffff:192.0.2.0/24', 'address:error.prefix', { prefix: '24', min: 96, max: 128 }],
    ['country', '', 'countryRequired'],
    ['country', 'XX', 'country', { value: 'XX' }],
    ['country', 'Germany', 'country'],
    ['country', 'EU', 'country'],
    ['asn', '', 'asnRequired'],
    ['asn', 'AS0', 'asn'],
    ['asn', '4294967296', 'asn'],
    ['asn', 'AS64511x', 'asn'],
    ['asn', '-1', 'asn'],
    ['group', ' ', 'groupRequired'],
    ['country', ' , ', 'countryRequired'],
    ['country', 'DE, XX', 'country', { value: 'XX' }],
    ['ip', '192.0.2.1, office', 'address:error.ip', { value: 'office' }],
    ['asn', Array.from({ length: maxValues + 1 }, (_, n) => n + 1).join(), 'values', { max: maxValues }],
  ])('%s %j is refused: %s', (kind, text, name, params) => {
    const fault = checkValue(kind, text);
    if (!isFault(fault)) throw new Error(`taken as ${fault}`);
    expect(fault.key).toBe(name.includes(':') ? name : `firewall:error.${name}`);
    if (params) expect(fault.params).toEqual(params);
  });

  test('any value gets a result, with a short message', () => {
    for (const text of ['\u0000', 'a'.repeat(70_000), '1.'.repeat(5000), ':'.repeat(5000), '1/2/3', '/', '9'.repeat(100)])
      for (const kind of ['ip', 'country', 'asn', 'group'] as const) {
        const result = checkValue(kind, text);
        if (isFault(result)) for (const value of Object.values(result.params)) expect(String(value).length).toBeLessThanOrEqual(60);
      }
  });

  test('every range is read as by the engine', () => {
    for (let bits = 0; bits <= 32; bits++) {
      const range = String(checkNetwork(`203.0.113.255/${bits}`));
      const { blocked } = evaluateVisitor(wall({ rules: [deny('ip', range)] }).firewall, { ip: '203.0.113.255' }, 'deployed', now);
      expect([bits, blocked]).toEqual([bits, true]);
      expect(isFault(checkNetwork(range))).toBe(false);
    }
  });
});

test('the countries are those of ISO 3166-1, without duplicates, and each has a name', () => {
  expect(countryCodes).toHaveLength(249);
  expect(new Set(countryCodes).size).toBe(249);
  expect([...countryCodes].sort()).toEqual(countryCodes);
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of countryCodes) expect(names.of(code), code).toBeTruthy();
  expect(readCountry('uk')).toBeNull();
});

test('an end must be in the future', () => {
  expect(checkExpiry(null, now)).toBeNull();
  expect(checkExpiry(undefined, now)).toBeNull();
  expect(checkExpiry(new Date(now + 1).toISOString(), now)).toBeNull();
  expect(checkExpiry(new Date(now).toISOString(), now)?.key).toBe('firewall:error.expiryPast');
});

test('duplicates are found, whatever their action', () => {
  const rules = [deny('ip', '192.0.2.1')];
  expect(sameRule(rules, { kind: 'ip', value: '192.0.2.1' })).toBe(rules[0]);
  expect(sameRule(rules, { kind: 'group', value: '192.0.2.1' })).toBeUndefined();
  expect(sameRule(rules, { kind: 'ip', value: '192.0.2.1' }, rules[0]?.id)).toBeUndefined();
});

test('pasted text is split and validated, one by one', () => {
  const texts = splitAddresses('192.0.2.1, 192.0.2.2;2001:DB8::1 # the office\r\n\n# a note\n192.0.2.1\nnobody\t10.0.0.1/8');
  expect(texts).toEqual(['192.0.2.1', '192.0.2.2', '2001:DB8::1', '192.0.2.1', 'nobody', '10.0.0.1/8']);
  const results = validateAddresses(texts, ['192.0.2.2']).map(({ result }) =>
    isFault(result) ? result.key.replace(/^.*:error\./, '') : result,
  );
  expect(results).toEqual(['192.0.2.1', 'repeated', '2001:db8::1', 'repeated', 'ip', '10.0.0.0/8']);
});

test('without a valid address of the caller, no rule counts as blocking them', () => {
  const saved = wall({ rules: [{ ...deny('ip', '192.0.2.1'), deploy: false }] }).firewall;
  expect(evaluateVisitor(saved, { ip: '192.0.2.1' }, 'deployed', now).blocked).toBe(false);
  expect(evaluateVisitor(saved, { ip: '192.0.2.1' }, 'draft', now).blocked).toBe(true);
});
