import { describe, expect, test } from 'vitest';
import { addresses, type TestRecord } from '../../../../tests/support/dns.ts';
import { typical } from '../../../../tests/support/domainScan.ts';
import { added, NAME, old, otherNameServers, t } from '../../../../tests/support/onboarding.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { zone } from '../../../lib/contract/cdn/zone.ts';
import { MINUTE } from '../../../lib/time.ts';

const dkim = `v=DKIM1; k=rsa; p=${'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ'.repeat(9)}`;

describe('the scan', () => {
  test('finds the usual records of a zone, with suggestions for the CDN', async () => {
    const { p, token, domainId } = await added({ lines: typical });
    const scan = await p.ok(domain.scan, { domainId }, { token });
    expect(scan).toMatchObject({
      complete: true,
      wildcard: false,
      source: 'servers',
      left: [],
      nameServers: ['ns1.old-dns.test', 'ns2.old-dns.test'],
    });
    expect(scan.records.map(({ name, type, content, proxy }) => [name, type, content, proxy])).toEqual([
      ['@', 'A', '198.51.100.10', true],
      ['@', 'AAAA', '2001:db8::10', true],
      ['@', 'MX', `mail.${NAME}`, false],
      ['@', 'TXT', 'v=spf1 mx -all', false],
      ['@', 'CAA', '0 issue "letsencrypt.org"', false],
      ['@', 'HTTPS', '. alpn=h2', false],
      ['_dmarc', 'TXT', 'v=DMARC1; p=none', false],
      ['_sip._tcp', 'SRV', `sip.${NAME}`, false],
      ['blog', 'CNAME', 'my-shop.blogs.test', true],
      ['cpanel', 'A', '198.51.100.13', false],
      ['dev', 'AAAA', '2001:db8::d', true],
      ['edge-of-shop', 'CNAME', `origin.${NAME}`, true],
      ['google._domainkey', 'TXT', dkim, false],
      ['mail', 'A', '198.51.100.11', false],
      ['ns.staging', 'A', '198.51.100.15', false],
      ['origin', 'A', '198.51.100.12', true],
      ['sip', 'A', '198.51.100.14', false],
      ['staging', 'NS', `ns.staging.${NAME}`, false],
      ['vpn', 'A', '10.0.0.8', false],
      ['www', 'CNAME', `edge-of-shop.${NAME}`, true],
    ]);
    expect(scan.records[0]).toMatchObject({ ttl: 600, state: 'new' });
    expect(scan.records[7]).toMatchObject({ priority: 10, weight: 5, port: 5060 });
  });

  test('lists a wildcard once, and names with different records', async () => {
    const lines: TestRecord[] = [
      [`*.${NAME}`, 'A', '198.51.100.20'],
      [`*.${NAME}`, 'TXT', ['any']],
      [`www.${NAME}`, 'A', '198.51.100.20'],
      [`mail.${NAME}`, 'A', '198.51.100.21'],
      [`*._domainkey.${NAME}`, 'TXT', ['v=DKIM1; p=']],
    ];
    const { p, token, domainId } = await added({ lines });
    const scan = await p.ok(domain.scan, { domainId }, { token });
    expect(scan.wildcard).toBe(true);
    expect(scan.complete).toBe(true);
    expect(scan.records.map(({ name, type, proxy }) => [name, type, proxy])).toEqual([
      ['*', 'A', false],
      ['*', 'TXT', false],
      ['*._domainkey', 'TXT', false],
      ['mail', 'A', false],
    ]);
  });

  test('marks records that the domain already has; a CNAME beside other records conflicts', async () => {
    const { p, token, domainId } = await added({ lines: typical });
    const file = new File([`@ 300 IN A 198.51.100.10\nblog 300 IN A 203.0.113.7\n`], 'zone.txt');
    await p.ok(zone.import, { domainId }, { token, file });
    const { records } = await p.ok(domain.scan, { domainId }, { token });
    const stateOf = (name: string, type: string) => records.find((one) => one.name === name && one.type === type)?.state;
    expect([stateOf('@', 'A'), stateOf('blog', 'CNAME'), stateOf('@', 'AAAA')]).toEqual(['exists', 'conflict', 'new']);
  });

  test('lists records that the rules refuse, with the reason', async () => {
    const lines: TestRecord[] = [
      [NAME, 'A', '198.51.100.10'],
      [`www.${NAME}`, 'CNAME', 'a..b.test'],
      [`api.${NAME}`, 'CNAME', `api.${NAME}`],
    ];
    const { p, token, domainId } = await added({ lines: [lines[0]!, lines[2]!] });
    const { left, records } = await p.ok(domain.scan, { domainId }, { token });
    expect(records).toHaveLength(1);
    expect(left).toEqual([{ name: 'api', type: 'CNAME', content: `api.${NAME}.`, message: t('dns:error.cnameSelf') }]);
  });

  test('falls back to a resolver when the servers don’t respond; the result then has no TTLs', async () => {
    // A delegated part can't be scanned through a resolver.
    const { p, dns, token, domainId } = await added({ lines: typical.filter(([name]) => !name.includes('staging')) });
    dns.zone(addresses.ours, NAME, null);
    dns.delegate(NAME, { 'ns1.old-dns.test': addresses.ours, 'ns2.old-dns.test': old });
    expect(await p.ok(domain.scan, { domainId }, { token })).toMatchObject({ source: 'servers', complete: true });
    dns.delegate(NAME, otherNameServers);
    dns.mood(old, 'truncated');
    expect(await p.ok(domain.scan, { domainId, fresh: true }, { token })).toMatchObject({ source: 'servers', complete: true });
    // The servers refuse strangers but allow the resolver.
    dns.mood(old, 'rubbish');
    const scan = await p.ok(domain.scan, { domainId, fresh: true }, { token });
    expect(scan).toMatchObject({ source: 'resolver', complete: true });
    expect(scan.records.length).toBeGreaterThan(15);
    expect(new Set(scan.records.map(({ ttl }) => ttl))).toEqual(new Set(['auto']));
  });

  test('an unregistered domain has no records, and the result is complete', async () => {
    const { p, dns, token, domainId } = await added();
    dns.delegate(NAME, {});
    expect(await p.ok(domain.scan, { domainId }, { token })).toMatchObject({
      records: [],
      complete: true,
      source: 'none',
      nameServers: [],
    });
  });

  test('queries names of the domain only, is cached for a while, and is rate limited', async () => {
    const { p, dns, token, domainId } = await added({ lines: typical });
    const first = await p.ok(domain.scan, { domainId }, { token });
    const queries = dns.queries(old);
    expect(queries.every((question) => question.split(' ')[0]?.endsWith(NAME))).toBe(true);
    p.clock.now += MINUTE;
    expect((await p.ok(domain.scan, { domainId }, { token })).scannedAt).toBe(first.scannedAt);
    expect(dns.queries(old)).toHaveLength(queries.length);
    dns.delegate(NAME, {});
    const answers = [];
    for (let i = 0; i < 10; i++) answers.push((await p.try(domain.scan, { domainId, fresh: true }, { token })).status);
    expect(answers).toEqual([...Array(9).fill(200), 429]);
  });
});
