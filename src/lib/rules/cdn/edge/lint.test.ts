import { describe, expect, test } from 'vitest';
import { allow, at, deny, now, plain, wall } from '../../../../../tests/support/edgeSample.ts';
import type { EdgeConfig } from './config.ts';
import { lintFirewall } from './lint.ts';

const lintCodes = ({ firewall }: EdgeConfig) =>
  lintFirewall(firewall, now).map(({ code, item, by }) => [code, item.id, by?.id].filter(Boolean).join(': '));
const walled = (...rules: EdgeConfig['firewall']['rules']) => wall({ rules });
const ending = (rule: ReturnType<typeof deny>, seconds: number) => ({ ...rule, expiresAt: at(seconds) });
/** A denied network, and below it an allowed group. */
const grouped = (...ipAddresses: string[]) =>
  wall({ rules: [deny('ip', '10.0.0.0/8', 1), allow('group', 'g', 2)], groups: [group('g', ...ipAddresses)] });
const group = (id: string, ...ipAddresses: string[]) => ({ id, title: id, ipAddresses });

describe('a rule that is never reached', () => {
  test.each<[sentence: string, config: EdgeConfig, covered: string[]]>([
    ['address in a range', walled(allow('ip', '198.51.100.0/24', 1), deny('ip', '198.51.100.7', 2)), ['deny 198.51.100.7 2']],
    ['range in a range', walled(deny('ip', '10.0.0.0/8', 1), allow('ip', '10.1.0.0/16', 2)), ['allow 10.1.0.0/16 2']],
    ['a wider range below', walled(allow('ip', '10.1.0.0/16', 1), deny('ip', '10.0.0.0/8', 2)), []],
    ['another country', walled(deny('country', 'DE', 1), deny('country', 'FR', 2)), []],
    ['the same country', walled(deny('country', 'DE', 1), allow('country', 'de', 2)), ['allow de 2']],
    ['one of several countries', walled(deny('country', 'DE, FR', 1), allow('country', 'FR', 2)), ['allow FR 2']],
    ['more countries below', walled(deny('country', 'DE', 1), allow('country', 'DE, FR', 2)), []],
    ['the same AS number in two spellings', walled(deny('asn', 'AS1', 1), allow('asn', '1', 2)), ['allow 1 2']],
    ['a country covers no address', walled(deny('country', 'DE', 1), allow('ip', '198.51.100.7', 2)), []],
    ['group in a range', grouped('10.0.0.1', '10.2.0.0/16'), ['allow g 2']],
    ['group partly in a range', grouped('10.0.0.1', '11.0.0.1'), []],
    ['an empty group', grouped(), []],
    [
      'address in a group',
      wall({ rules: [deny('group', 'g', 1), allow('ip', '10.0.0.1', 2)], groups: [group('g', '10.0.0.0/30')] }),
      ['allow 10.0.0.1 2'],
    ],
    ['the higher ends first', walled(ending(deny('ip', '10.0.0.0/8', 1), 60), allow('ip', '10.0.0.1', 2)), []],
    [
      'the higher ends later',
      walled(ending(deny('ip', '10.0.0.0/8', 1), 60), ending(allow('ip', '10.0.0.1', 2), 30)),
      ['allow 10.0.0.1 2'],
    ],
  ])('%s', (_, config, covered) => {
    expect(lintFirewall(config.firewall, now).flatMap(({ code, item }) => (code === 'covered' ? item.id : []))).toEqual(covered);
  });
});

describe('other findings', () => {
  test.each<[sentence: string, config: EdgeConfig, expected: string[]]>([
    ['nothing', plain, []],
    ['an expired rule covers nothing', walled(ending(deny('country', 'FR'), 0), allow('country', 'FR', 2)), []],
    ['group that is gone', walled(deny('group', 'g')), ['groupMissing: deny g 1']],
    // Product rule: "Priority must be unique"
    ['same priority', walled(deny('country', 'DE'), deny('country', 'FR')), ['samePriority: deny FR 1: deny DE 1']],
  ])('%s', (_, config, expected) => expect(lintCodes(config)).toEqual(expected));
});
