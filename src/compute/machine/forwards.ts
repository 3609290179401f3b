import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FirewallSpec, ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { ComputeSettings, PortRange } from '../env.ts';
import type { Forward } from '../protocol.ts';
import type { StateStore } from '../state/store.ts';

/** The ports of a server without firewall groups, or with a rule for all ports: SSH, HTTP and HTTPS. */
const USUAL = [22, 80, 443];
/** Ports of one server, so that a rule with a wide range doesn't take all of the host's. */
const MAX_FORWARDS = 32;

type Rule = FirewallSpec['rules'][number];
type Port = Pick<Forward, 'guestPort' | 'protocol'>;

const isForAll = ({ source }: Rule): boolean => source === '' || source === 'any' || source.endsWith('/0');
const covers = ({ portFrom, portTo }: Rule, port: number): boolean =>
  portFrom === null || (port >= portFrom && port <= (portTo ?? portFrom));

/**
 * Whether anybody may reach a port. A forward has no condition on the source: a port that some sources may not reach stays closed for all,
 * and a rule for some sources opens none.
 */
function isOpen(rules: readonly Rule[], { guestPort, protocol }: Port): boolean {
  for (const rule of rules) {
    if ((rule.transport !== protocol && rule.transport !== 'any') || !covers(rule, guestPort)) continue;
    if (rule.action === 'deny') return false;
    if (isForAll(rule)) return true;
  }
  return false;
}

/** The ports of a server that the outside may reach by its firewall groups; without groups, the usual ones. */
export function openPorts(groups: readonly FirewallSpec[]): Port[] {
  if (groups.length === 0) return USUAL.map((guestPort) => ({ guestPort, protocol: 'tcp' }));
  const rules = groups.flatMap((group) => group.rules.filter(({ direction, protocol }) => direction === 'in' && protocol === 'ipv4'));
  const ports = new Map<string, Port>();
  for (const rule of rules) {
    if (rule.action !== 'allow' || !isForAll(rule)) continue;
    const protocols = (['tcp', 'udp'] as const).filter((one) => rule.transport === one || (rule.transport === 'any' && one === 'tcp'));
    for (const protocol of protocols)
      for (const guestPort of rulePorts(rule)) {
        if (ports.size >= MAX_FORWARDS) return [...ports.values()];
        if (isOpen(rules, { guestPort, protocol })) ports.set(`${protocol}:${guestPort}`, { guestPort, protocol });
      }
  }
  return [...ports.values()];
}

function rulePorts({ portFrom, portTo }: Rule): number[] {
  if (portFrom === null) return USUAL;
  const last = Math.min(portTo ?? portFrom, portFrom + MAX_FORWARDS);
  return Array.from({ length: last - portFrom + 1 }, (_, index) => portFrom + index);
}

/**
 * The forwards that a server should have. Ports that it has stay the same while they are open.
 * @param range ports of the host that may be used; what doesn't fit gets none
 * @param busy ports that another program uses
 */
export function wantedForwards(store: StateStore, spec: ServerSpec, range: PortRange, busy: ReadonlySet<number> = new Set()): Forward[] {
  const groups = spec.firewalls.flatMap((id) => store.get('firewalls', id)?.spec ?? []);
  const servers = store.list('servers').map(({ id, applied }) => ({ id, forwards: [...applied.forwards, ...applied.reserved] }));
  const own = servers.find(({ id }) => id === spec.id)?.forwards.filter(({ port }) => !busy.has(port)) ?? [];
  const used = new Set([...busy, ...servers.flatMap(({ forwards }) => forwards.map(({ port }) => port))]);
  const free = freePorts(used, range);
  return openPorts(groups).flatMap(({ guestPort, protocol }) => {
    const present = own.find((one) => one.guestPort === guestPort && one.protocol === protocol);
    const port = present?.port ?? free.next().value;
    return port === undefined ? [] : [{ port, guestPort, protocol }];
  });
}

/**
 * The same, reserved before anything is done with them: two servers that start at once get different ports.
 * @param present those that its machine has by now
 */
export async function reserveForwards(
  store: StateStore,
  spec: ServerSpec,
  { ports, address }: Pick<ComputeSettings, 'ports' | 'address'>,
  present: readonly Forward[],
): Promise<Forward[]> {
  const busy = new Set<number>();
  for (;;) {
    const reserved = store.transaction(() => {
      const wanted = wantedForwards(store, spec, ports, busy);
      store.apply('servers', spec.id, { reserved: wanted });
      return wanted;
    });
    const before = busy.size;
    for (const { port } of reserved.filter((one) => !present.some(({ port }) => port === one.port)))
      if (await isBusy(address, port)) busy.add(port);
    if (busy.size === before) return reserved;
  }
}

/** Whether a program listens on a port. */
async function isBusy(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, host), 'listening');
    return false;
  } catch {
    return true;
  } finally {
    server.close();
  }
}

function* freePorts(used: ReadonlySet<number>, { first, last }: PortRange): Generator<number, undefined> {
  for (let port = first; port <= last; port++) if (!used.has(port)) yield port;
}
