import { describe, expect, test } from 'vitest';
import { type CaaRecord, caaNames, checkIssuance, parseIssuer } from './caa.ts';

const us = 'ca1.example.net';
/** Records in the notation of RFC 8659: `0 issue "ca1.example.net"`. */
const read = (...lines: string[]): CaaRecord[] =>
  lines.map((line) => {
    const [, flags = '', tag = '', value = ''] = /^(\d+) (\S+) "(.*)"$/.exec(line) ?? [];
    return { flags: Number(flags), tag, value };
  });
const verdict = (records: CaaRecord[], host: string) =>
  checkIssuance(records, host, 'example.com', us)?.key.replace('ssl:reason.', '') ?? 'allowed';

test('climbs the tree label by label up to below the root; a wildcard starts at its parent', () => {
  expect(caaNames('x.y.z.example')).toEqual(['x.y.z.example', 'y.z.example', 'z.example', 'example']);
  expect(caaNames('*.y.example')).toEqual(['y.example', 'example']);
});

describe('the examples of RFC 8659', () => {
  test.each([
    ['4: ca1 only', ['0 issue "ca1.example.net"'], 'allowed', 'allowed'],
    ['4.2: with an account', ['0 issue "ca1.example.net; account=230123"'], 'allowed', 'allowed'],
    ['4.2: nobody', ['0 issue ";"'], 'caaNobody', 'caaNobody'],
    ['4.2: malformed, as nobody', ['0 issue "%%%%%"'], 'caaNobody', 'caaNobody'],
    ['4.2: two authorities', ['0 issue "ca1.example.net"', '0 issue "ca2.example.org"'], 'allowed', 'allowed'],
    ['4.3: ca2 for wildcards only', ['0 issue "ca1.example.net"', '0 issuewild "ca2.example.org"'], 'allowed', 'caaOthers'],
    ['4.3: ca2 but for wildcards ca1', ['0 issue "ca2.example.org"', '0 issuewild "ca1.example.net"'], 'caaOthers', 'allowed'],
    ['4.3: wildcards only, by nobody', ['0 issuewild ";"'], 'allowed', 'caaNobody'],
    ['4.3: issue for both where no issuewild is', ['0 issue "ca2.example.org"'], 'caaOthers', 'caaOthers'],
    ['4.4: only where to report', ['0 iodef "mailto:security@example.com"'], 'allowed', 'allowed'],
    ['4.5: an unknown critical tag', ['0 issue "ca1.example.net"', '128 tbs "Unknown"'], 'caaCritical', 'caaCritical'],
    ['4.5: an unknown tag that is not critical', ['0 issue "ca1.example.net"', '1 tbs "Unknown"'], 'allowed', 'allowed'],
    ['4.1: a critical tag that is known', ['128 issue "ca1.example.net"'], 'allowed', 'allowed'],
    ['4.1: tags in any case', ['0 IsSuE "CA1.Example.NET"'], 'allowed', 'allowed'],
    ['4.2: nobody beside one', ['0 issue ";"', '0 issue "ca1.example.net"'], 'allowed', 'allowed'],
    ['no records', [], 'allowed', 'allowed'],
  ])('%s', (_name, lines, plain, wild) => {
    expect([verdict(read(...lines), 'example.com'), verdict(read(...lines), '*.example.com')]).toEqual([plain, wild]);
  });
});

test('the issuer is the name before the parameters, and nobody if they can’t be read', () => {
  const named = ['ca.example', '\t ca.example \t', 'ca.example;', 'ca.example ; a=1 ; b-2 = x:y ;'];
  expect(named.map(parseIssuer)).toEqual(named.map(() => 'ca.example'));
  const wrong = ['ca.example; a=1;; b=2', 'ca.example; account', 'ca.example; a=b c', 'ca.example other.example'];
  const nobody = [...wrong, '-ca.example', 'ca..example', '', ' ; policy=ev'];
  expect(nobody.map(parseIssuer)).toEqual(nobody.map(() => ''));
});

test('a refusal has the location of the record, whom it allows, and the line that would allow the authority', () => {
  const records = read('0 issue "ca2.example.org"', '0 issue "ca3.example.org"');
  expect(checkIssuance(records, 'www.example.com', 'example.com', us)?.params).toEqual({
    name: 'example.com',
    host: 'www.example.com',
    issuers: 'ca2.example.org, ca3.example.org',
    line: '0 issue "ca1.example.net"',
  });
});
