import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { zoneNames } from './exporters.ts';
import { type FileReading, readFile } from './file.ts';
import { recordText } from './translate.ts';

const zone = 'example.com';
const isHost = (name: string) => /\.(?:com|org|net)$/i.test(name);
const read = (text: string, reading: 'written' | 'meant' = 'meant', otherwise: number[] = []) =>
  readFile(text, { zone, reading, otherwise }, isHost);
const sample = (name: string) => readFileSync(new URL(`../../../../../tests/fixtures/exports/${name}`, import.meta.url), 'utf8');

const records = ({ records: all }: FileReading) =>
  all.map(({ ttl, autoTtl, proxy, comment, tags = [], ...record }) =>
    [recordText(record), autoTtl ? 'auto' : ttl, ...(proxy ? ['proxied'] : []), ...(comment ? [`(${comment})`] : []), ...tags].join(' '),
  );
const keys = (lines: readonly { line: number; key: string }[]) => lines.map(({ line, key }) => `${line} ${key.replace('zone:', '')}`);

describe('exports', () => {
  test('Cloudflare: a SOA without its dot, TTL 1 of every type, tags', () => {
    const reading = read(sample('cloudflare.txt'));
    expect(reading.exporter).toBe('cloudflare');
    expect(reading.refused).toEqual([]);
    expect(records(reading)).toEqual([
      '@ A 192.0.2.1 auto proxied',
      'direct A 192.0.2.2 300',
      '@ CAA 0 issue "ca.example.net" auto',
      'www CNAME example.com auto proxied',
      'shop CNAME shops.example.net auto',
      '@ HTTPS 1 . alpn=h3,h2 auto',
      '@ MX 10 mx.example.net auto',
      '_sip._tcp SRV 10 5 5060 sip.example.net auto',
      '@ TXT v=spf1 include:_spf.example.net ~all auto',
    ]);
    expect(keys(reading.notes)).toEqual([
      '8 note.soaDot',
      ...[15, 19, 22, 23].map((line) => `${line} note.autoTtl`),
      '23 note.flattened',
      ...[26, 29, 32, 35].map((line) => `${line} note.autoTtl`),
    ]);
    expect(keys(reading.skipped)).toEqual(['11 skip.apexNs', '12 skip.apexNs']);
    expect(reading.soa).toMatchObject({ line: 8 });
  });

  test('GoDaddy: names that end with .@, placeholders, a forgotten dot, $ORIGIN without its dot', () => {
    const reading = read(sample('godaddy.txt'));
    expect(reading.exporter).toBe('godaddy');
    expect(records(reading)).toEqual([
      'app A 192.0.2.7 600',
      'www CNAME example.com 3600',
      '@ MX 1 aspmx.l.google.com 3600',
      '@ MX 5 mail2.example.org 3600',
      '@ TXT v=spf1 include:spf.example.net -all 3600',
      'key._domainkey TXT v=DKIM1; k=rsa; p=QUJDREVG 1800',
      '_sip._tls SRV 100 1 443 sip.example.org 3600',
    ]);
    expect(keys(reading.refused)).toEqual(['19 error.placeholder']);
    expect(keys(reading.notes)).toEqual(['7 note.originDot', '34 note.atSuffix']);
    expect(reading.doubts).toMatchObject([
      { line: 26, key: 'zone:doubt.host', written: '@ MX 1 aspmx.l.google.com.example.com', meant: '@ MX 1 aspmx.l.google.com' },
    ]);
  });

  test('cli53: aliases, an asterisk in octal, routing policies, SPF', () => {
    const reading = read(sample('cli53.txt'));
    expect(reading.exporter).toBe('cli53');
    expect(records(reading)).toEqual([
      'cdn CNAME d111.cdn.example.net auto',
      'docs CNAME www.example.com auto',
      'www A 192.0.2.1 300',
      '*.apps A 192.0.2.2 300',
      'many A 192.0.2.5 60',
      '@ TXT v=spf1 mx -all 300',
    ]);
    expect(keys(reading.refused)).toEqual(['4 error.aliasApex', '10 error.routing', '11 error.routing']);
    expect(keys(reading.notes)).toEqual([...[5, 6, 7].map((line) => `${line} note.alias`), '13 note.spf']);
    expect(reading.merged).toEqual([
      { line: 14, into: 13 },
      { line: 6, into: 5 },
    ]);
  });

  test('Route 53: octal escapes, hosts without a dot, aliases, policies', () => {
    const reading = read(sample('route53.json'));
    expect(reading.exporter).toBe('route53');
    expect(records(reading)).toEqual([
      '@ MX 10 mx1.example.net 300',
      '@ MX 20 mx2.example.net 300',
      '@ TXT café open 300',
      '*.apps CNAME apps.example.net 60',
      'img CNAME d222.cdn.example.net auto',
    ]);
    expect(keys(reading.refused)).toEqual(['4 error.aliasApex', '46 error.routing']);
    expect(keys(reading.notes)).toEqual(['13 note.absolute', '40 note.absolute', '54 note.alias']);
    expect(keys(reading.skipped)).toEqual(['22 skip.apexNs']);
    expect(reading.doubts).toEqual([]);
  });

  test('Route 53: a change batch, by itself or as the input of a call', () => {
    const change = (Action: string, Name: string) => ({
      Action,
      ResourceRecordSet: { Name, Type: 'A', TTL: 60, ResourceRecords: [{ Value: '192.0.2.1' }] },
    });
    const batch = {
      Comment: 'x',
      Changes: [change('CREATE', 'a.example.com'), change('DELETE', 'b.example.com.'), change('UPSERT', 'c.example.com.')],
    };
    for (const file of [batch, { HostedZoneId: 'Z', ChangeBatch: batch }]) {
      const reading = read(JSON.stringify(file, null, 2));
      expect(records(reading)).toEqual(['a A 192.0.2.1 60', 'c A 192.0.2.1 60']);
      expect(reading.skipped).toMatchObject([{ text: 'b.example.com. A', key: 'zone:skip.deleted' }]);
    }
    expect(keys(read('{"Changes": [1]}').refused)).toEqual(['1 error.json']);
  });

  test('cPanel: escaped semicolons, an owner without its dot', () => {
    const reading = read(sample('cpanel.db'));
    expect([reading.exporter, reading.refused]).toEqual(['cpanel', []]);
    expect(records(reading)).toEqual([
      '@ A 192.0.2.10 14400',
      'localhost A 127.0.0.1 14400',
      '@ MX 0 example.com 14400',
      'mail CNAME example.com 14400',
      'default._domainkey TXT v=DKIM1; k=rsa; p=QUJDREVG; 14400',
      '_dmarc TXT v=DMARC1; p=none; 14400',
      'ftp A 192.0.2.10 14400',
    ]);
    expect(keys(reading.doubts)).toEqual(['18 doubt.owner']);
  });

  test('Plesk: a list without TTLs and quotation marks', () => {
    const reading = read(sample('plesk.txt'));
    expect([reading.exporter, reading.refused, reading.doubts]).toEqual(['plesk', [], []]);
    expect(records(reading)).toEqual([
      '@ A 192.0.2.20 auto',
      '@ MX 10 mail.example.com auto',
      'mail A 192.0.2.20 auto',
      '@ TXT v=spf1 +a +mx -all auto',
      '_dmarc TXT v=DMARC1; p=quarantine auto',
      '_imaps._tcp SRV 0 0 993 example.com auto',
    ]);
  });

  test('Azure: $ORIGIN without its dot, name servers below the SOA', () => {
    const reading = read(sample('azure.txt'));
    expect([reading.exporter, reading.refused]).toEqual(['azure', []]);
    expect(records(reading)).toEqual(['web A 192.0.2.30 3600', 'www CNAME web.example.com 3600']);
    expect(keys(reading.notes)).toEqual(['6 note.originDot']);
  });

  test('Google: zone file and YAML', () => {
    const text = read(sample('google.txt'));
    expect([text.exporter, records(text)]).toEqual(['google', ['@ A 192.0.2.40 300', '@ TXT google-site-verification=abcdef 300']]);
    const yaml = read(sample('google.yaml'));
    expect([yaml.exporter, records(yaml)]).toEqual([
      'google',
      ['@ MX 1 mx1.example.net 300', '@ MX 5 mx2.example.net 300', '* A 192.0.2.41 300', '@ TXT v=spf1 include:_spf.example.net ~all 3600'],
    ]);
    expect(keys(yaml.refused)).toEqual(['32 error.routing']);
    expect(yaml.soa).toMatchObject({ minimum: 300 });
  });

  test('Hetzner: a forgotten dot is in doubt, a name inside isn’t', () => {
    const reading = read(sample('hetzner.txt'));
    expect([reading.exporter, reading.refused]).toEqual(['hetzner', []]);
    expect(records(reading)).toEqual([
      '@ A 192.0.2.50 86400',
      'auto CNAME mail.example.org 600',
      'inner CNAME db.internal.example.com 600',
    ]);
    expect(keys(reading.doubts)).toEqual(['14 doubt.host']);
  });

  test('Windows DNS: timestamps, addresses of other zones, WINS', () => {
    const reading = read(sample('windows.dns'));
    expect(reading.exporter).toBe('windows');
    expect(records(reading)).toEqual(['@ A 192.0.2.62 600', '_ldap._tcp SRV 0 100 389 dc1.example.com 600', 'dc1 A 192.0.2.62 3600']);
    expect(keys(reading.skipped)).toEqual(['17 skip.apexNs', '18 skip.glue']);
    expect(keys(reading.refused)).toEqual(['24 error.unsupportedType']);
  });

  test('octoDNS: values, escapes, CDN marks, aliases, policies', () => {
    const reading = read(sample('octodns.yaml'));
    expect(reading.exporter).toBe('octodns');
    expect(records(reading)).toEqual([
      '@ A 192.0.2.70 auto proxied',
      '@ A 192.0.2.71 auto proxied',
      '@ MX 10 mx1.example.net 3600',
      '@ MX 20 mx2.example.net 3600',
      '@ TXT v=DMARC1;p=none; 3600',
      '@ CAA 0 issue "ca.example.net" 3600',
      '007 A 192.0.2.75 60 (for the whole record) team:web old-one',
      '007 A 192.0.2.76 60 (of one value) team:web old-one',
      '007 A 192.0.2.77 60 (for the whole record)',
      '_sip._tcp SRV 10 20 5060 sip.example.net 600',
      'alias CNAME lb.example.net 3600',
      'keys SSHFP 4 1 1234567890123456789012345678901234567e10 3600',
      'spf TXT v=spf1 -all 3600',
      'www CNAME example.com 3600',
    ]);
    expect(keys(reading.notes)).toEqual(['52 note.alias', '72 note.spf']);
    expect(keys(reading.refused)).toEqual(['55 error.routing']);
    expect(keys(reading.skipped)).toEqual(['61 skip.ignored']);
  });
});

describe('two readings', () => {
  const text = [
    '@ TXT v=spf1 include:example.net -all',
    '_dmarc TXT v=DMARC1; p=none',
    'www.example.com A 192.0.2.1',
    '@ MX 1 mx.example.net',
    'api.dev A 192.0.2.2',
    'a CNAME api.dev.net',
    'api.dev.net A 192.0.2.3',
    'b TXT "two" "strings"',
    'c TXT one',
  ].join('\n');

  test('by the letter, as meant, and each line for itself', () => {
    const rest = [
      'api.dev A 192.0.2.2 3600',
      'a CNAME api.dev.net.example.com 3600',
      'api.dev.net A 192.0.2.3 3600',
      'b TXT twostrings 3600',
      'c TXT one 3600',
    ];
    expect(records(read(text, 'written'))).toEqual([
      '@ TXT v=spf1include:example.net-all 3600',
      '_dmarc TXT v=DMARC1 3600',
      'www.example.com A 192.0.2.1 3600',
      '@ MX 1 mx.example.net.example.com 3600',
      ...rest,
    ]);
    const meant = [
      '@ TXT v=spf1 include:example.net -all 3600',
      '_dmarc TXT v=DMARC1; p=none 3600',
      'www A 192.0.2.1 3600',
      '@ MX 1 mx.example.net 3600',
    ];
    expect(records(read(text))).toEqual([...meant, ...rest]);
    expect(records(read(text, 'meant', [4]))).toEqual([...meant.slice(0, 3), '@ MX 1 mx.example.net.example.com 3600', ...rest]);
    expect(keys(read(text).doubts)).toEqual(['1 doubt.text', '2 doubt.text', '3 doubt.owner', '4 doubt.host']);
  });

  test('a record that is there by either reading is one', () => {
    const reading = read('@ MX 1 mx.example.net\n@ MX 1 mx.example.net.\n');
    expect(records(reading)).toEqual(['@ MX 1 mx.example.net 3600']);
    expect(reading.merged).toHaveLength(1);
  });

  test('they count toward the limit of records', () => {
    const many = Array.from({ length: 30 }, (_, i) => `@ MX ${i} mx.example.net`).join('\n');
    const reading = readFile(many, { zone, reading: 'meant', otherwise: [], maxRecords: 10 }, isHost);
    expect([reading.isWhole, reading.records.length]).toEqual([false, 10]);
  });
});

test('an alias must be alone at its name, like the CNAME that it becomes', () => {
  const reading = read('a ALIAS x.example.net.\na TXT "beside"\nb ANAME x.example.net.\n');
  expect(records(reading)).toEqual(['a TXT beside 3600', 'b CNAME x.example.net 3600']);
  expect(keys(reading.refused)).toEqual(['1 error.cnameBeside']);
});

test('a CNAME or an alias at the apex becomes the addresses that its target has in the file', () => {
  const addresses = 'web CNAME pool.example.com.\npool A 192.0.2.1\npool AAAA 2001:db8::1\npool TXT x\n';
  const apex = (line: string) => records(read(`${line}\n${addresses}`)).filter((one) => one.startsWith('@'));
  const both = ['@ A 192.0.2.1 300', '@ AAAA 2001:db8::1 300'];
  expect(apex('@ 300 ALIAS web')).toEqual(both);
  expect(apex('@ 300 ANAME web.example.com')).toEqual(both);
  expect(apex('example.com. 300 IN CNAME web.example.com. ; cf_tags=cf-proxied:true')).toEqual(both.map((one) => `${one} proxied`));
  expect(apex('@ 300 AWS ALIAS AAAA pool zone false')).toEqual(['@ AAAA 2001:db8::1 auto']);
  const reading = read(`@ ALIAS pool\n@ A 192.0.2.1\n${addresses}`);
  expect([keys(reading.notes), reading.refused, reading.merged]).toEqual([['1 note.aliasApex'], [], [{ line: 1, into: 2 }]]);
  expect(keys(read(`@ CNAME lb.example.net.\n@ ALIAS other\n${addresses}`).refused)).toEqual(['1 error.aliasApex', '2 error.aliasApex']);
  expect(keys(read('@ ALIAS a\na CNAME b\nb CNAME a\n').refused)).toEqual(['1 error.aliasApex']);
});

test('the target of an alias may be in doubt too', () => {
  expect(records(read('a ALIAS lb.example.net\n'))).toEqual(['a CNAME lb.example.net 3600']);
  const literal = read('a ALIAS lb.example.net\n', 'written');
  expect([records(literal), keys(literal.doubts)]).toEqual([['a CNAME lb.example.net.example.com 3600'], ['1 doubt.host']]);
});

test('a long text in one string is taken whole', () => {
  const long = 'x'.repeat(600);
  const reading = read(`a TXT "${long}"`);
  expect(reading.records[0]?.content).toBe(long);
  expect(keys(reading.notes)).toEqual(['1 note.longText']);
});

test('values of other formats can’t add lines', () => {
  const set = (value: string, type = 'A') =>
    JSON.stringify({ ResourceRecordSets: [{ Name: 'a.example.com.', Type: type, TTL: 60, ResourceRecords: [{ Value: value }] }] });
  expect(keys(read(set('192.0.2.1\nb.example.com. A 192.0.2.2')).refused)).toEqual(['1 error.control']);
  expect(read(set('192.0.2.1 ; nasim: proxied')).records[0]?.content).toBe('192.0.2.1');
});

test('hostile files in other formats end, with a reason', () => {
  const anchors = `a: &a [${'x,'.repeat(9)}x]\n${'bcdefghij'
    .split('')
    .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[i]}`).join(',')}]`)
    .join('\n')}`;
  const hostile: readonly [string, string][] = [
    ['JSON of another kind', '{"a": 1}'],
    ['half of a JSON', '{"ResourceRecordSets": ['],
    ['deep JSON', '['.repeat(100_000)],
    ['deep YAML', `? ''\n: ${'['.repeat(20_000)}`],
    ['anchors of anchors', `'':\n  type: A\n  x:\n${anchors.replace(/^/gm, '    ')}\n  values: *j`],
    ['an anchor in itself', "'': &a {type: A, values: [*a]}"],
    ['an unknown anchor', "'': {type: A, values: *a}"],
    ['a tag of a type', "'': !!python/object/apply:os.system {type: A, value: 192.0.2.1}"],
    ['YAML of another kind', "? ''\n: 1"],
    ['a large YAML', `? ''\n: - type: A\n${'#'.repeat(2_100_000)}`],
    ['CSV of another kind', 'name,type,content\n"'],
  ];
  for (const [name, text] of hostile) {
    const { refused, records: all } = read(text);
    expect([refused.length > 0, all.length], name).toEqual([true, 0]);
  }
});

test('the domain of a file is in its header, its SOA or its name', () => {
  const first = (text: string, file = 'zone.txt') => zoneNames(text, file)[0];
  expect(
    ['cloudflare.txt', 'godaddy.txt', 'cpanel.db', 'azure.txt', 'hetzner.txt', 'windows.dns', 'google.txt', 'plesk.txt'].map(
      (name) => first(sample(name)) ?? first(sample(name), name),
    ),
  ).toEqual(Array(8).fill('example.com'));
  expect(first('a A 192.0.2.1', 'db.example.org')).toBe('example.org');
  expect(first('a A 192.0.2.1', 'zones/example.org.zone.txt')).toBe('example.org');
  expect(zoneNames('', 'AzurePublicDnsZone-example.org42.txt')).toContain('example.org');
});
