import { relative } from '../../core/dnsName.ts';
import { canProxy, type RecordData } from '../../core/dnsTypes.ts';

/*
 * The names that a scan queries. DNS can't list a zone, so a scan queries common names:
 *
 * | group | queried types | suggested through the CDN |
 * |---|---|---|
 * | the domain itself | A AAAA MX TXT CAA NS HTTPS | A, AAAA |
 * | web | A AAAA CNAME, then MX TXT HTTPS of existing names | yes |
 * | hosts: mail, panels, name servers, remote access | the same | no: not web traffic, or unsuitable for a proxy |
 * | texts: DMARC, DKIM, MTA-STS, verifications | TXT, CNAME | no |
 * | services | SRV | no |
 *
 * Names inside the domain that records point to (mail hosts, aliases) are queried as well. Other names aren't found.
 */
export const scanNames = {
  web: [
    'www',
    'm',
    'api',
    'blog',
    'shop',
    'store',
    'cdn',
    'static',
    'assets',
    'img',
    'images',
    'media',
    'app',
    'apps',
    'web',
    'www2',
    'dev',
    'staging',
    'stage',
    'test',
    'beta',
    'demo',
    'admin',
    'panel',
    'portal',
    'dashboard',
    'my',
    'account',
    'login',
    'auth',
    'sso',
    'docs',
    'help',
    'support',
    'status',
    'forum',
    'news',
    'wiki',
    'git',
    'gitlab',
    'jira',
    'crm',
    'erp',
    'video',
    'live',
    'download',
    'files',
    'cloud',
    'old',
    'new',
    'en',
    'fa',
    'ar',
    'es',
    'mta-sts',
  ],
  hosts: [
    'mail',
    'mail1',
    'mail2',
    'smtp',
    'pop',
    'pop3',
    'imap',
    'mx',
    'mx1',
    'mx2',
    'webmail',
    'email',
    'relay',
    'autodiscover',
    'autoconfig',
    'ftp',
    'sftp',
    'ssh',
    'vpn',
    'remote',
    'cpanel',
    'whm',
    'webdisk',
    'plesk',
    'ns',
    'ns1',
    'ns2',
    'ns3',
    'ns4',
    'server',
    'host',
    'db',
    'mysql',
    'sip',
    'voip',
    'lyncdiscover',
    'localhost',
  ],
  texts: [
    '_dmarc',
    '_mta-sts',
    '_smtp._tls',
    '_domainkey',
    'default._domainkey',
    'google._domainkey',
    'selector1._domainkey',
    'selector2._domainkey',
    's1._domainkey',
    's2._domainkey',
    'k1._domainkey',
    'k2._domainkey',
    'k3._domainkey',
    'dkim._domainkey',
    'mail._domainkey',
    'smtp._domainkey',
    'mandrill._domainkey',
    'mxvault._domainkey',
    'zoho._domainkey',
    'zmail._domainkey',
    'fm1._domainkey',
    'fm2._domainkey',
    'fm3._domainkey',
    'protonmail._domainkey',
    'protonmail2._domainkey',
    'protonmail3._domainkey',
    'sig1._domainkey',
    'krs._domainkey',
    'pm._domainkey',
    'default._bimi',
    '_acme-challenge',
    '_acme-challenge.www',
    '_github-challenge',
    '_amazonses',
  ],
  services: [
    '_sip._tcp',
    '_sip._udp',
    '_sip._tls',
    '_sips._tcp',
    '_sipfederationtls._tcp',
    '_xmpp-server._tcp',
    '_xmpp-client._tcp',
    '_autodiscover._tcp',
    '_imap._tcp',
    '_imaps._tcp',
    '_pop3._tcp',
    '_pop3s._tcp',
    '_submission._tcp',
    '_submissions._tcp',
    '_caldav._tcp',
    '_caldavs._tcp',
    '_carddav._tcp',
    '_carddavs._tcp',
    '_ldap._tcp',
    '_kerberos._tcp',
    '_matrix._tcp',
    '_matrix-fed._tcp',
    '_minecraft._tcp',
    '_stun._udp',
    '_turn._udp',
    '_h323cs._tcp',
  ],
} as const satisfies Record<string, readonly string[]>; // prettier-ignore

const hosts: ReadonlySet<string> = new Set(scanNames.hosts);
/** Names and targets that verify ownership or sign mail: a proxy would change their response. */
const isMachine = (name: string): boolean => name.startsWith('_') || name.includes('._') || name.startsWith('*');

/** Networks that aren't publicly reachable (RFC 1918, 6598, 3927, loopback; RFC 4193, 4291): the CDN can't fetch from there. */
const isPrivate = (address: string): boolean =>
  /^(10|127|0)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(address) ||
  /^(::1?$|f[cd]|fe[89ab])/i.test(address);

/** The names, relative to the zone, that MX, NS and SRV records point to: other programs than browsers connect to them. */
export const serviceHosts = (records: readonly Pick<RecordData, 'type' | 'content'>[], zone: string): ReadonlySet<string> =>
  new Set(records.flatMap(({ type, content }) => (pointers.has(type) ? [relative(content, zone) ?? ''] : [])));
const pointers: ReadonlySet<string> = new Set(['MX', 'NS', 'SRV']);

/**
 * Whether a found or imported record should go through the CDN: web names with a public address.
 * @param services `serviceHosts` of the zone
 */
export function suggestProxy({ name, type, content }: Omit<RecordData, 'ttl'>, services: ReadonlySet<string>): boolean {
  if (!canProxy(type)) return false;
  const [first = ''] = name.split('.');
  return !isMachine(name) && !hosts.has(first) && !services.has(name) && !(type !== 'CNAME' && isPrivate(content));
}
