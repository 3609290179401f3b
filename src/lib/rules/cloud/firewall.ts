import { type Fault, fault, isFault } from '../core/fault.ts';
import { isEverywhere, readNetwork } from '../core/network.ts';

/** Rules of a server's firewall group: a higher one wins. */
export const directions = ['in', 'out'] as const;
export type Direction = (typeof directions)[number];
export const transports = ['tcp', 'udp', 'icmp', 'any'] as const;
export type Transport = (typeof transports)[number];
export const ruleActions = ['allow', 'deny'] as const;
export type RuleAction = (typeof ruleActions)[number];

export interface ServerRule {
  direction: Direction;
  protocol: 'ipv4' | 'ipv6';
  transport: Transport;
  /** For tcp and udp; null: all ports. */
  portFrom: number | null;
  /** Null: a single port. */
  portTo: number | null;
  /** The source of incoming, or destination of outgoing traffic: a range. */
  source: string;
  action: RuleAction;
  description: string;
}

export const anywhere = { ipv4: '0.0.0.0/0', ipv6: '::/0' } as const;
export const hasPorts = (transport: Transport): boolean => transport === 'tcp' || transport === 'udp';

export const maxRules = 100;

/** "80", "8000–9000"; null: every port. */
export const portsText = ({ transport, portFrom, portTo }: Pick<ServerRule, 'transport' | 'portFrom' | 'portTo'>): string | null =>
  !hasPorts(transport) || portFrom === null
    ? null
    : portTo === null || portTo === portFrom
      ? String(portFrom)
      : `${portFrom}\u2013${portTo}`;

/** Services that are attacked as soon as every address reaches them, by port. `udp`: they use it too. */
const sensitive: readonly { port: number; name: string; udp?: true }[] = [
  { port: 22, name: 'SSH' },
  { port: 23, name: 'Telnet' },
  { port: 445, name: 'SMB' },
  { port: 1433, name: 'SQL Server' },
  { port: 1521, name: 'Oracle Database' },
  { port: 2375, name: 'Docker' },
  { port: 3306, name: 'MySQL' },
  { port: 3389, name: 'RDP', udp: true },
  { port: 5432, name: 'PostgreSQL' },
  { port: 5900, name: 'VNC' },
  { port: 5985, name: 'WinRM' },
  { port: 6379, name: 'Redis' },
  { port: 9200, name: 'Elasticsearch' },
  { port: 11_211, name: 'Memcached', udp: true },
  { port: 27_017, name: 'MongoDB' },
];
/** Services named in one warning. */
const namedServices = 3;

/** What a rule opens to every address although it is for administrators or for other servers; null: nothing. */
export function exposureFault({
  direction,
  action,
  transport,
  portFrom,
  portTo,
  source,
}: Omit<ServerRule, 'protocol' | 'description'>): Fault | null {
  const read = readNetwork(source);
  if (direction !== 'in' || action !== 'allow' || transport === 'icmp' || isFault(read) || !isEverywhere(read.network)) return null;
  if (transport === 'any' || portFrom === null) return fault('serverFirewall:warning.exposedAll');
  const open = sensitive.filter(({ port, udp }) => port >= portFrom && port <= (portTo ?? portFrom) && (transport === 'tcp' || udp));
  const service = open.slice(0, namedServices).map(({ port, name }) => `${name} (${port})`);
  return open.length > 0 ? fault('serverFirewall:warning.exposed', { service: service.join(', ') }) : null;
}

/** The port of SSH, by which every system of the catalog is signed in to. */
export const sshPort = 22;

/**
 * Where the groups of a server accept connections to a TCP port from: ranges, as in the rules; empty: from nowhere.
 * Within a group, the first matching rule applies; what one group accepts, another doesn't block. Without a group nothing is blocked.
 */
export function allowedSources(groups: readonly { rules: readonly ServerRule[] }[], port: number): string[] {
  if (groups.length === 0) return Object.values(anywhere);
  const found = groups.flatMap(({ rules }) => {
    const matching = rules.filter(
      ({ direction, transport, portFrom, portTo }) =>
        direction === 'in' &&
        (transport === 'any' || (transport === 'tcp' && (portFrom === null || (port >= portFrom && port <= (portTo ?? portFrom))))),
    );
    return matching
      .filter(
        ({ action, protocol, source }, place) =>
          action === 'allow' &&
          !matching
            .slice(0, place)
            .some((above) => above.action === 'deny' && above.protocol === protocol && [anywhere[protocol], source].includes(above.source)),
      )
      .map(({ source }) => source);
  });
  return [...new Set(found)];
}

export const templates = ['web', 'ssh', 'empty'] as const;
export type Template = (typeof templates)[number];

/**
 * The rules of a new group. `web`: HTTP, HTTPS and ping from anywhere; `ssh`: SSH from one address.
 * @param ip the customer's address
 */
export function templateRules(template: Template, ip: string): ServerRule[] {
  const rule = (protocol: 'ipv4' | 'ipv6', transport: Transport, port: number | null, source: string): ServerRule => ({
    direction: 'in',
    protocol,
    transport,
    portFrom: port,
    portTo: null,
    source,
    action: 'allow',
    description: '',
  });
  const both = (transport: Transport, port: number | null) =>
    (['ipv4', 'ipv6'] as const).map((protocol) => rule(protocol, transport, port, anywhere[protocol]));
  if (template === 'web') return [...both('tcp', 80), ...both('tcp', 443), ...both('icmp', null)];
  if (template === 'empty') return [];
  return [ip.includes(':') ? rule('ipv6', 'tcp', sshPort, `${ip}/128`) : rule('ipv4', 'tcp', sshPort, `${ip}/32`)];
}
