import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { Refused } from '../outcomes.ts';
import { attachPort, detachPort } from './api/compute.ts';
import { isCloudError } from './api/errors.ts';
import { createPort, deletePort, findPortsByNasimId, getPort, listPorts, updatePort } from './api/network.ts';
import type { AppliedPort, AppliedServer, Home } from './applied.ts';
import type { Cloud } from './cloud.ts';
import { ensureBaseGroup } from './firewalls.ts';
import { privateNetwork } from './needs.ts';

const PUBLIC = 'public';
/** A port is searched for by it, so no port is made twice. */
const portMark = (serverId: string, networkId: string | null): string => `${serverId}.${networkId ?? PUBLIC}`;

/** The interfaces of a server in private networks. */
export async function findPrivatePorts(cloud: Cloud, home: Home, serverId: string, cloudId: string): Promise<AppliedPort[]> {
  const ports = await listPorts(cloud.scope(home), { deviceId: cloudId }, cloud.signal);
  return ports.flatMap(({ id, nasimId, addresses }) => {
    const networkId = nasimId?.startsWith(`${serverId}.`) ? nasimId.slice(serverId.length + 1) : PUBLIC;
    return networkId === PUBLIC ? [] : [{ networkId, address: addresses[0]?.address ?? null, portId: id }];
  });
}

/** The port of a server in a network; the public one has an address of each version that the network has. */
export async function ensurePort(
  cloud: Cloud,
  home: Home,
  spec: ServerSpec,
  network: { networkId: string; address: string } | { groupIds: readonly string[] },
): Promise<AppliedPort> {
  const { signal } = cloud;
  const scope = cloud.scope(home);
  const [networkId, address] = 'networkId' in network ? [network.networkId, network.address] : [null, null];
  const nasimId = portMark(spec.id, networkId);
  const [found] = await findPortsByNasimId(scope, nasimId, signal);
  if (found) {
    // An earlier attempt made it for other firewall groups, or with another address, which `changePorts` replaces.
    if ('groupIds' in network) await updatePort(scope, found.id, { securityGroupIds: network.groupIds }, signal);
    return { networkId, address: networkId === null ? null : (found.addresses[0]?.address ?? null), portId: found.id };
  }
  const input = { nasimId, name: spec.name };
  if ('networkId' in network) {
    const { cloudId, subnetId } = privateNetwork(cloud, network.networkId);
    const securityGroupIds = [await ensureBaseGroup(cloud, home, 'open')];
    const port = await createPort(
      scope,
      { ...input, networkId: cloudId, addresses: [{ subnetId, address: network.address }], securityGroupIds },
      signal,
    );
    return { networkId, address, portId: port.id };
  }
  const { id, ipv4, ipv6 } = await cloud.publicNetwork(home.region);
  let full: unknown;
  for (const subnetIds of combine(ipv4, ipv6)) {
    try {
      const addresses = subnetIds.map((subnetId) => ({ subnetId }));
      const port = await createPort(scope, { ...input, networkId: id, addresses, securityGroupIds: network.groupIds }, signal);
      return { networkId, address, portId: port.id };
    } catch (error) {
      // One of the subnets has no address left.
      if (!isCloudError(error, 'conflict')) throw error;
      full = error;
    }
  }
  throw new Refused('server:reason.cloudFull', {}, { cause: full });
}

/** Each subnet of one version with each of the other; those of one version where there is no other. */
const combine = (ipv4: readonly string[], ipv6: readonly string[]): string[][] =>
  ipv4.length === 0 || ipv6.length === 0
    ? [...ipv4, ...ipv6].map((one) => [one])
    : ipv4.flatMap((first) => ipv6.map((second) => [first, second]));

/** Attaches the private networks that are wanted, and detaches the others. */
export async function changePorts(cloud: Cloud, home: Home, spec: ServerSpec, applied: AppliedServer): Promise<void> {
  const { store, signal } = cloud;
  const scope = cloud.scope(home);
  const cloudId = applied.cloudId ?? '';
  let { ports } = applied;
  const isWanted = (port: AppliedPort) =>
    port.networkId === null || spec.networks.some((one) => one.networkId === port.networkId && one.address === port.address);
  for (const port of ports.filter((one) => !isWanted(one))) {
    await detachPort(scope, cloudId, port.portId, signal);
    await deletePort(scope, port.portId, signal);
    ports = ports.filter((one) => one !== port);
    store.apply('servers', spec.id, { ports });
  }
  for (const network of spec.networks.filter(({ networkId }) => !ports.some((port) => port.networkId === networkId))) {
    const port = await ensurePort(cloud, home, spec, network);
    const isAttached = (await getPort(scope, port.portId, signal))?.deviceId === cloudId;
    if (!isAttached) await attachPort(scope, cloudId, port.portId, signal);
    ports = [...ports, port];
    store.apply('servers', spec.id, { ports });
  }
}

/** The addresses of the public interface. */
export async function readAddresses(cloud: Cloud, home: Home, ports: readonly AppliedPort[]) {
  const portId = ports.find(({ networkId }) => networkId === null)?.portId;
  const port = portId === undefined ? null : await getPort(cloud.scope(home), portId, cloud.signal);
  const find = (isVersion: (address: string) => boolean) => port?.addresses.find(({ address }) => isVersion(address))?.address ?? null;
  return { ipv4: find((address) => !address.includes(':')), ipv6: find((address) => address.includes(':')) };
}

/** Removes the ports of a server that is gone, also those whose creation wasn't answered. */
export async function removePorts(cloud: Cloud, home: Home, spec: ServerSpec, ports: readonly AppliedPort[]): Promise<void> {
  const scope = cloud.scope(home);
  const ids = new Set(ports.map(({ portId }) => portId));
  for (const networkId of [null, ...spec.networks.map((one) => one.networkId)])
    for (const { id } of await findPortsByNasimId(scope, portMark(spec.id, networkId), cloud.signal)) ids.add(id);
  for (const id of ids) await deletePort(scope, id, cloud.signal);
}
