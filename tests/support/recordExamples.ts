import type { RecordType } from '../../src/lib/rules/core/dnsTypes.ts';
import { record, type ServedRecord } from './nameServer.ts';

/** A record of each type in the zone `a.example`, as the panel has it. */
export const recordExamples: Record<RecordType, ServedRecord> = {
  A: record('a', 'A', '192.0.2.1', { ttl: 61 }),
  AAAA: record('aaaa', 'AAAA', '2001:db8::1'),
  CNAME: record('cname', 'CNAME', 'www.other.example'),
  MX: record('mx', 'MX', 'mail.other.example', { priority: 10 }),
  TXT: record('txt', 'TXT', `v=spf1 "quoted" \\200 نسیم ${'x'.repeat(300)}`),
  NS: record('ns', 'NS', 'ns1.other.example'),
  SRV: record('_sip._tcp', 'SRV', 'sip.other.example', { priority: 1, weight: 2, port: 5060 }),
  CAA: record('caa', 'CAA', '128 issue "ca.example.net; account=1"'),
  PTR: record('ptr', 'PTR', 'host.other.example'),
  TLSA: record('_443._tcp', 'TLSA', `3 1 1 ${'ab'.repeat(32)}`),
  SSHFP: record('sshfp', 'SSHFP', `4 2 ${'cd'.repeat(32)}`),
  HTTPS: record('https', 'HTTPS', '. alpn=h2,h3 port=8443 ipv4hint=192.0.2.7 ipv6hint=2001:db8::7', { priority: 1 }),
  SVCB: record('svcb', 'SVCB', 'svc.other.example', { priority: 0 }),
  NAPTR: record('naptr', 'NAPTR', '10 100 "u" "E2U+sip" "!^.*$!sip:info@example.com!" .'),
  DS: record('ns', 'DS', `12345 13 2 ${'ef'.repeat(32)}`),
  LOC: record('loc', 'LOC', '52 22 23.000 N 4 53 32.500 W -2.00m 1.00m 10000.00m 10.00m'),
  DNAME: record('dname', 'DNAME', 'a.example'),
  HINFO: record('hinfo', 'HINFO', '"x86-64" "quoted \\" text"'),
  RP: record('rp', 'RP', 'admin.other.example .'),
  SMIMEA: record('key._smimecert', 'SMIMEA', `3 0 1 ${'ab'.repeat(32)}`),
  OPENPGPKEY: record('key._openpgpkey', 'OPENPGPKEY', 'mDMEX1cdAxYJKwYB'),
  CERT: record('cert', 'CERT', '3 7 8 AQIDBA=='),
  URI: record('uri', 'URI', 'https://example.com/?a=1', { priority: 10, weight: 1 }),
};

interface ExampleRecord extends Pick<ServedRecord, 'name' | 'type' | 'content'> {
  priority?: number | undefined;
  weight?: number | undefined;
  port?: number | undefined;
  ttl: number | 'auto';
}

/** A record as `parseZone` reads it, for comparison. */
export const asRead = ({ name, type, content, priority, weight, port, ttl }: ExampleRecord) => ({
  name,
  type,
  content,
  priority,
  weight,
  port,
  ttl: ttl === 'auto' ? 3600 : ttl,
});
