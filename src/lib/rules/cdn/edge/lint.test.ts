import { describe, expect, test } from 'vitest';
import type { EdgeConfig } from './config.ts';
import { lintConfig, type Viewer } from './lint.ts';
import { allow, at, deny, filtered, limit, now, own, page, plain, wall } from './sample.ts';

const me: Viewer = { ip: '198.51.100.7', country: 'DE', asn: 64_496 };
const found = (config: EdgeConfig, viewer: Viewer | null = null) =>
  lintConfig(config, viewer, now).map(({ code, item, by }) => [code, item?.id, by?.id].filter(Boolean).join(': '));
const ruled = (...pageRules: EdgeConfig['pageRules']): EdgeConfig => ({ ...plain, pageRules });
const limited = (...rateLimits: EdgeConfig['rateLimits']): EdgeConfig => ({ ...plain, rateLimits });
const walled = (...rules: EdgeConfig['firewall']['rules']) => wall({ rules });
const wafRules = (...rules: Parameters<typeof own>[0][]) => filtered({ rules: rules.map(own) });
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
    ['rate limits: no path covers all', limited(limit({ priority: 1 }), limit({ path: '/a', priority: 2 })), ['limit 2']],
    ['rate limits: another path', limited(limit({ path: '/a', priority: 1 }), limit({ path: '/b', priority: 2 })), []],
    ['page rules', ruled(page('/*', {}, { priority: 1 }), page('/a', {}, { priority: 2 })), ['page /a 2']],
    ['page rules, in their right order', ruled(page('/a', {}, { priority: 1 }), page('/*', {}, { priority: 2 })), []],
    ['WAF: block all', wafRules({ priority: 1 }, { path: '/a', priority: 2 }), ['own 2']],
    ['WAF: log covers nothing', wafRules({ action: 'log', priority: 1 }, { priority: 2 }), []],
    ['WAF: with a condition', wafRules({ conditions: [{ field: 'ip', operator: 'exists', value: '' }] }, { priority: 2 }), []],
    ['WAF: other modules', wafRules({ modules: ['sqli'] }, { modules: ['xss'], priority: 2 }), []],
    ['WAF: an exception below one module', wafRules({ modules: ['sqli'] }, { modules: ['sqli'], action: 'allow', priority: 2 }), []],
    [
      'WAF: an exception below all modules',
      wafRules({ modules: ['custom'] }, { modules: ['sqli'], action: 'allow', priority: 2 }),
      ['own 2'],
    ],
    ['WAF: the same modules', wafRules({ modules: ['sqli', 'xss'] }, { modules: ['xss'], priority: 2 }), ['own 2']],
  ])('%s', (_, config, covered) => {
    expect(lintConfig(config, null, now).flatMap(({ code, item }) => (code === 'covered' ? (item?.id ?? '') : []))).toEqual(covered);
  });
});

describe('other findings', () => {
  test.each<[sentence: string, config: EdgeConfig, expected: string[], viewer?: Viewer]>([
    ['nothing', plain, [], me],
    ['a redirect to itself', ruled(page('/a', { redirectUrl: '/a' })), ['loop: page /a 1']],
    ['a redirect into its own pattern', ruled(page('/a/*', { redirectUrl: 'https://example.com/a/b' })), ['loop: page /a/* 1']],
    ['a redirect out of its pattern', ruled(page('/a/*', { redirectUrl: '/b' })), []],
    ['a redirect to another domain', ruled(page('/*', { redirectUrl: 'https://example.org/' })), []],
    [
      'two that send to each other',
      ruled(page('/a', { redirectUrl: '/b' }), page('/b', { redirectUrl: '/a' }, { priority: 2 })),
      ['loop: page /a 1', 'loop: page /b 2'],
    ],
    ['a higher rule catches it', ruled(page('/b', {}, { priority: 1 }), page('/*', { redirectUrl: '/b' }, { priority: 2 })), []],
    [
      'one that leads into a circle is not the circle',
      ruled(page('/a', { redirectUrl: '/b' }), page('/b', { redirectUrl: '/b' }, { priority: 2 })),
      ['loop: page /b 2'],
    ],
    ['it would block you: address', walled(deny('ip', '198.51.100.0/24')), ['blocksYou: deny 198.51.100.0/24 1'], me],
    ['it would block you: country', walled(deny('country', 'DE')), ['blocksYou: deny DE 1'], me],
    ['it would block you: AS number', walled(deny('asn', 'AS64496')), ['blocksYou: deny AS64496 1'], me],
    ['it would block you: default', wall({ defaultMode: 'deny' }), ['blocksYou'], me],
    ['it would block you: whitelist', wall({ countryWhitelist: { enabled: true, countries: ['IR'] } }), ['blocksYou'], me],
    ['it would block you once deployed', walled({ ...deny('country', 'DE'), deploy: false }), ['blocksYou: deny DE 1'], me],
    ['it would not, a higher rule allows', walled(allow('ip', me.ip), deny('country', 'DE', 2)), [], me],
    ['expired', walled(ending(deny('country', 'FR'), 0)), ['expired: deny FR 1']],
    ['an expired rule covers nothing', walled(ending(deny('country', 'FR'), 0), allow('country', 'FR', 2)), ['expired: deny FR 1']],
    ['group that is gone', walled(deny('group', 'g')), ['groupMissing: deny g 1']],
    // Product rule: "Priority must be unique"
    ['same priority', ruled(page('/a'), page('/b')), ['samePriority: page /b 1: page /a 1']],
    // Product rule: "must start with the domain name or a slash"
    ['path of another domain', ruled(page('example.org/a')), ['badPath: page example.org/a 1']],
    ['path of a rate limit', limited(limit({ path: 'login' })), ['badPath: limit 1']],
    // Product rule: "the cluster must have at least one server"
    [
      'cluster without a server',
      { ...plain, clusters: [{ id: 'c', name: 'C', servers: [], port: 80, protocol: 'http', algorithm: 'hash' }] },
      ['noServer: c'],
    ],
  ])('%s', (_, config, expected, viewer) => expect(found(config, viewer)).toEqual(expected));
});
