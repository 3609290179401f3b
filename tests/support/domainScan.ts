import type { TestRecord } from './dns.ts';
import { NAME } from './onboarding.ts';

const dkim = `v=DKIM1; k=rsa; p=${'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ'.repeat(9)}`;
export const typical: TestRecord[] = [
  [NAME, 'A', '198.51.100.10', 600],
  [NAME, 'AAAA', '2001:db8::10'],
  [NAME, 'MX', { preference: 10, exchange: `mail.${NAME}` }],
  [NAME, 'TXT', ['v=spf1 mx -all']],
  [NAME, 'CAA', { flags: 0, tag: 'issue', value: 'letsencrypt.org' }],
  [NAME, 'HTTPS', Buffer.from([0, 1, 0, 0, 1, 0, 3, 2, 0x68, 0x32])],
  [`mail.${NAME}`, 'A', '198.51.100.11'],
  [`www.${NAME}`, 'CNAME', `edge-of-shop.${NAME}`],
  [`edge-of-shop.${NAME}`, 'CNAME', `origin.${NAME}`],
  [`origin.${NAME}`, 'A', '198.51.100.12'],
  [`blog.${NAME}`, 'CNAME', 'my-shop.blogs.test'],
  [`dev.${NAME}`, 'AAAA', '2001:db8::d'],
  [`cpanel.${NAME}`, 'A', '198.51.100.13'],
  [`vpn.${NAME}`, 'A', '10.0.0.8'],
  [`google._domainkey.${NAME}`, 'TXT', [dkim.slice(0, 250), dkim.slice(250)]],
  [`_dmarc.${NAME}`, 'TXT', ['v=DMARC1; p=none']],
  [`_sip._tcp.${NAME}`, 'SRV', { priority: 10, weight: 5, port: 5060, target: `sip.${NAME}` }],
  [`sip.${NAME}`, 'A', '198.51.100.14'],
  [`staging.${NAME}`, 'NS', `ns.staging.${NAME}`],
  [`ns.staging.${NAME}`, 'A', '198.51.100.15'],
];
