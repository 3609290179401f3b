import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFault } from '../../core/fault.ts';
import { parseNetwork } from '../../core/network.ts';
import { checkAddress, closedTo, isDocumentation } from '../../core/serverAddress.ts';
import { type ClusterDraft, checkCluster } from './cluster.ts';
import { checkMonitoring, isExpected, type Monitoring, readStatus } from './monitoring.ts';
import { afterResult, type Standing } from './state.ts';

const zone = 'parvaz.example';
const valueKey = (value: unknown) => (isFault(value) ? value.key : value);
const server = (address: string, more: object = {}) => ({ address, weight: 1, backup: false, ...more });
const draft: ClusterDraft = {
  name: 'Web',
  servers: [server('203.0.113.1'), server('203.0.113.2')],
  port: 443,
  protocol: 'https',
  algorithm: 'roundRobin',
};
const monitoring: Monitoring = {
  requestType: 'http',
  repetitionInterval: { value: 1, unit: 'm' },
  expectedResponseTime: 1000,
  expectedStatusCodes: ['200'],
  expectedHeaders: {},
  sentHeaders: {},
  methodWhitelist: ['GET'],
  checkCertificate: true,
  hostHeader: '',
  path: '/',
  failuresBeforeDown: 3,
  successesBeforeUp: 2,
};
const problems = (change: object) => {
  const checked = checkCluster({ ...draft, ...change }, { zone, allow: [] });
  return checked.ok ? [] : checked.problems.map(({ field, key }) => [field, key]);
};

describe('addresses', () => {
  test.each([
    ['203.0.113.5', '203.0.113.5'],
    [' 2001:DB8:0:0::5 ', '2001:db8::5'],
    ['[2001:db8::5]', '2001:db8::5'],
    ['Origin.Example.NET.', 'origin.example.net'],
    ['ورد.example', 'xn--ugbd2e.example'],
    ['8.8.8.8', '8.8.8.8'],
  ])('%s → %s', (text, expected) => expect(checkAddress(text, zone, [])).toBe(expected));

  const refused = {
    'cluster:error.addressRequired': [''],
    'cluster:error.addressPort': ['203.0.113.5:8080', '[2001:db8::5]:8080', 'origin.example.net:80'],
    'dns:error.hostUrl': ['https://origin.example.net'],
    'dns:error.hostSpaces': ['203.0.113.5 203.0.113.6', '203. 0.113.5', 'my origin'],
    'dns:error.ipv4Last': ['203.0.113.256'],
    'dns:error.ipv6': ['2001:db8::g'],
    'cluster:error.mapped': ['::ffff:203.0.113.5'],
    'cluster:error.hostShort': ['localhost'],
    'cluster:error.hostLocal': ['db.internal', 'a.localhost', 'printer.local.'],
    'cluster:error.hostIsDomain': ['@', 'parvaz.example'],
    'dns:error.hostWildcard': ['*.example.net'],
    'cluster:error.closed.private': ['10.0.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fd00::1', 'fd00:ec2::254'],
    'cluster:error.closed.loopback': ['127.0.0.1', '127.255.0.1', '::1'],
    'cluster:error.closed.linkLocal': ['169.254.169.254', 'fe80::1'],
    'cluster:error.closed.multicast': ['224.0.0.1', 'ff02::1'],
    'cluster:error.closed.reserved': ['0.0.0.0', '255.255.255.255', '::', '::7f00:1'],
    'cluster:error.closed.translated': ['64:ff9b::7f00:1', '64:ff9b:1::a9fe:a9fe', '2002:7f00:1::', '2001::1'],
  };
  test.each(Object.entries(refused))('%s: %j', (key, texts) =>
    expect(texts.map((text) => valueKey(checkAddress(text, zone, [])))).toEqual(texts.map(() => key)),
  );

  test('only networks allowed by the operator are open; without the list only the format is checked', () => {
    const allow = ['127.0.0.0/8', 'fd00:1::/32'].map((text) => parseNetwork(text)).filter((one) => one !== null);
    expect([closedTo('127.0.0.1', allow), closedTo('::ffff:127.0.0.1', allow), closedTo('fd00:1::5', allow)]).toEqual([null, null, null]);
    expect([closedTo('10.0.0.1', allow), closedTo('fd00:2::5', allow)]).toEqual(['private', 'private']);
    expect(checkAddress('10.0.0.1', zone, null)).toBe('10.0.0.1');
  });

  test('an IPv4 address gets the same result in every IPv6 notation', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(closedTo(`::ffff:${address}`)).toBe(closedTo(address));
        expect(closedTo(`64:ff9b::${address}`)).not.toBeNull();
        expect(closedTo(`::${address}`)).not.toBeNull();
      }),
    );
  });

  test('documentation addresses are open, and recognized', () => {
    for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1'])
      expect([closedTo(address), isDocumentation(address)]).toEqual([null, true]);
    expect(isDocumentation('8.8.8.8')).toBe(false);
  });
});

describe('a cluster', () => {
  test('is normalized', () => {
    const checked = checkCluster(
      { ...draft, name: ' Web ', servers: [server('[2001:DB8::1]', { port: 443 }), server('203.0.113.1', { port: 80 })], hashBy: 'client' },
      { zone, allow: [] },
    );
    expect(checked).toEqual({
      ok: true,
      cluster: { ...draft, affinity: null, monitoring: null, servers: [server('2001:db8::1'), server('203.0.113.1', { port: 80 })] },
    });
    expect(checkCluster({ ...draft, algorithm: 'hash' }, { zone, allow: [] })).toMatchObject({ cluster: { hashBy: 'ip' } });
  });

  test.each<[object, [string, string][]]>([
    [{}, []],
    [{ servers: [] }, [['servers', 'cluster:error.serverRequired']]],
    [{ servers: [server('203.0.113.1', { backup: true })] }, [['servers', 'cluster:error.allBackup']]],
    [{ servers: [server('203.0.113.1', { weight: 0 }), server('203.0.113.2', { backup: true })] }, [['servers', 'cluster:error.noWeight']]],
    [{ servers: [server('203.0.113.1'), server('203.0.113.1', { port: 443 })] }, [['servers.1.address', 'cluster:error.serverTwice']]],
    [{ servers: [server('203.0.113.1'), server('203.0.113.1', { port: 8443 })] }, []],
    [{ servers: [server('2001:db8::1'), server('2001:db8:0::1')] }, [['servers.1.address', 'cluster:error.serverTwice']]],
    [
      { servers: [server('x'), server('10.0.0.1')] },
      [
        ['servers.0.address', 'cluster:error.hostShort'],
        ['servers.1.address', 'cluster:error.closed.private'],
      ],
    ],
    [{ monitoring: { ...monitoring, path: 'health' } }, [['monitoring.path', 'cluster:error.pathSlash']]],
  ])('%j → %j', (change, expected) => {
    expect(problems(change)).toEqual(expected);
  });
});

describe('monitoring', () => {
  const faults = (change: Partial<Monitoring>) => {
    const found: string[] = [];
    checkMonitoring({ ...monitoring, ...change }, zone, (field, { key }) => found.push(`${field} ${key}`));
    return found;
  };
  test.each<[Partial<Monitoring>, string[]]>([
    [{}, []],
    [{ path: '/a b' }, ['path cluster:error.path']],
    [{ path: '/a#b' }, ['path cluster:error.path']],
    [{ path: '/a\r\nX: y' }, ['path cluster:error.path']],
    [{ hostHeader: 'www' }, ['hostHeader cluster:error.hostHeader']],
    [{ hostHeader: 'www.example.com:99999' }, ['hostHeader cluster:error.port']],
    [{ hostHeader: 'www.example.com:8080' }, []],
    [{ hostHeader: 'a.example\r\nX: y' }, ['hostHeader cluster:error.hostHeader']],
    [{ expectedStatusCodes: ['20'] }, ['expectedStatusCodes cluster:error.status']],
    [{ expectedStatusCodes: ['299-200'] }, ['expectedStatusCodes cluster:error.status']],
    [{ expectedStatusCodes: [] }, ['expectedStatusCodes cluster:error.statusRequired']],
    [{ expectedStatusCodes: [], methodWhitelist: [], requestType: 'tcp' }, []],
    [{ methodWhitelist: [] }, ['methodWhitelist cluster:error.method']],
    [{ sentHeaders: { 'X-A': 'b' } }, []],
    [{ sentHeaders: { 'X A': 'b' } }, ['sentHeaders cluster:error.headerName']],
    [{ sentHeaders: { Host: 'b' } }, ['sentHeaders cluster:error.headerOwn']],
    [{ sentHeaders: { 'Content-Length': '5' } }, ['sentHeaders cluster:error.headerOwn']],
    [{ sentHeaders: { a: 'b\r\nc: d' } }, ['sentHeaders cluster:error.headerValue']],
    [{ sentHeaders: { a: '1', A: '2' } }, ['sentHeaders cluster:error.headerTwice']],
    [{ expectedHeaders: { 'content-length': '5' } }, []],
  ])('%j → %j', (change, expected) => {
    expect(faults(change)).toEqual(expected);
  });

  test('status codes are single codes, classes and ranges', () => {
    expect(['200', ' 2xx ', '200 - 204', '200-200'].map(readStatus)).toEqual(['200', '200-299', '200-204', '200']);
    expect(['600', '2x', '', '1000'].map(readStatus)).toEqual(Array(4).fill(null));
    expect([200, 204, 205, 304].map((status) => isExpected(['200-204', '304'], status))).toEqual([true, true, false, true]);
  });
});

describe('the state of a server', () => {
  const limits = { failuresBeforeDown: 3, successesBeforeUp: 2 };
  const run = (start: Standing, results: string) =>
    [...results].reduce((standing, result) => afterResult(standing, result === '+', limits), start).health;
  test.each([
    ['unknown', '+', 'unknown'],
    ['unknown', '++', 'up'],
    ['unknown', '---', 'down'],
    ['unknown', '--+-', 'unknown'],
    ['unknown', '+-+-+-', 'unknown'],
    ['up', '--', 'up'],
    ['up', '--+--', 'up'],
    ['up', '---', 'down'],
    ['down', '+-+', 'down'],
    ['down', '++', 'up'],
    ['up', '---++', 'up'],
  ] as const)('%s and %s is %s', (health, results, expected) => {
    expect(run({ health, streak: 0 }, results)).toBe(expected);
  });
});
