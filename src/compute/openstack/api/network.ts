import { z } from 'zod';
import { orNull } from './errors.ts';
import { parseMark, toMark } from './nasimId.ts';
import { listAll } from './paging.ts';
import type { CloudScope } from './session.ts';

/*
 * Networking API v2.0 (Neutron). The ID of an entity is in the description (extension standard-attr-description), which is set in the same
 * request; tags would need a second one.
 */

const service = 'network';
const PAGE = 1_000;
const owned = { id: z.string(), name: z.string().default(''), description: z.string().nullish(), project_id: z.string().nullish() };

/** What a list may be limited to. */
export interface NetworkQuery {
  nasimId?: string;
  projectId?: string;
}
const toFilter = ({ nasimId, projectId }: NetworkQuery) => ({
  limit: PAGE,
  description: nasimId === undefined ? undefined : toMark(nasimId),
  project_id: projectId,
});
const remove = (scope: CloudScope, path: string, signal: AbortSignal): Promise<void> =>
  orNull(scope.send({ service, method: 'DELETE', path, signal })).then(() => {});

const Network = z
  .object({
    ...owned,
    status: z.string(),
    subnets: z.array(z.string()),
    'router:external': z.boolean().default(false),
    shared: z.boolean().default(false),
    mtu: z.number().nullish(),
    availability_zone_hints: z.array(z.string()).default([]),
  })
  .transform((one) => ({
    id: one.id,
    nasimId: parseMark(one.description),
    name: one.name,
    projectId: one.project_id ?? null,
    status: one.status,
    subnetIds: one.subnets,
    isExternal: one['router:external'],
    isShared: one.shared,
    mtu: one.mtu ?? null,
  }));
export type CloudNetwork = z.output<typeof Network>;
/** Create network: `POST /v2.0/networks`. */
export const createNetwork = async (
  scope: CloudScope,
  { nasimId, name }: { nasimId: string; name: string },
  signal: AbortSignal,
): Promise<CloudNetwork> => {
  const json = { network: { name, description: toMark(nasimId) } };
  return (await scope.read(z.object({ network: Network }), { service, method: 'POST', path: '/networks', json, signal })).network;
};
/** List networks: `GET /v2.0/networks`; for administrators of all projects. */
export const listNetworks = (
  scope: CloudScope,
  query: NetworkQuery & { isExternal?: boolean },
  signal: AbortSignal,
): Promise<CloudNetwork[]> =>
  listAll(scope, 'networks', Network, {
    service,
    path: '/networks',
    query: { ...toFilter(query), 'router:external': query.isExternal },
    signal,
  });
export const findNetworksByNasimId = (scope: CloudScope, nasimId: string, signal: AbortSignal) =>
  listNetworks(scope, { nasimId, projectId: scope.projectId }, signal);
/** Delete network: `DELETE /v2.0/networks/{id}`. One with ports is a `conflict`; its subnets are deleted too. */
export const deleteNetwork = (scope: CloudScope, id: string, signal: AbortSignal) => remove(scope, `/networks/${id}`, signal);

const Subnet = z
  .object({
    ...owned,
    network_id: z.string(),
    cidr: z.string(),
    ip_version: z.number(),
    gateway_ip: z.string().nullish(),
    enable_dhcp: z.boolean(),
  })
  .transform((one) => ({
    id: one.id,
    nasimId: parseMark(one.description),
    networkId: one.network_id,
    projectId: one.project_id ?? null,
    cidr: one.cidr,
    version: one.ip_version === 6 ? (6 as const) : (4 as const),
    gateway: one.gateway_ip ?? null,
    hasDhcp: one.enable_dhcp,
  }));
export type CloudSubnet = z.output<typeof Subnet>;
export interface NewSubnet {
  nasimId: string;
  networkId: string;
  cidr: string;
  /** Null: none. By default the first address. */
  gateway?: string | null;
  nameServers?: readonly string[];
}
/** Create subnet: `POST /v2.0/subnets`. */
export async function createSubnet(scope: CloudScope, input: NewSubnet, signal: AbortSignal): Promise<CloudSubnet> {
  const { nasimId, networkId, cidr, gateway, nameServers } = input;
  const subnet = {
    network_id: networkId,
    description: toMark(nasimId),
    ip_version: cidr.includes(':') ? 6 : 4,
    cidr,
    gateway_ip: gateway,
    dns_nameservers: nameServers,
  };
  return (await scope.read(z.object({ subnet: Subnet }), { service, method: 'POST', path: '/subnets', json: { subnet }, signal })).subnet;
}
/** List subnets: `GET /v2.0/subnets`. */
export const listSubnets = (scope: CloudScope, query: NetworkQuery & { networkId?: string }, signal: AbortSignal): Promise<CloudSubnet[]> =>
  listAll(scope, 'subnets', Subnet, { service, path: '/subnets', query: { ...toFilter(query), network_id: query.networkId }, signal });

const Port = z
  .object({
    ...owned,
    network_id: z.string(),
    status: z.string(),
    mac_address: z.string(),
    device_id: z.string().nullish(),
    device_owner: z.string().nullish(),
    fixed_ips: z.array(z.object({ subnet_id: z.string(), ip_address: z.string() })),
    security_groups: z.array(z.string()).default([]),
  })
  .transform((one) => ({
    id: one.id,
    nasimId: parseMark(one.description),
    name: one.name,
    projectId: one.project_id ?? null,
    networkId: one.network_id,
    /** `ACTIVE`, `DOWN`, `BUILD`, `ERROR`, `N/A`. */
    status: one.status,
    mac: one.mac_address,
    /** The server or router that has it; null: none. */
    deviceId: one.device_id || null,
    deviceOwner: one.device_owner || null,
    addresses: one.fixed_ips.map(({ subnet_id, ip_address }) => ({ subnetId: subnet_id, address: ip_address })),
    securityGroupIds: one.security_groups,
  }));
export type CloudPort = z.output<typeof Port>;
export interface NewPort {
  nasimId: string;
  name: string;
  networkId: string;
  /** By default one of each subnet of the network. */
  addresses?: readonly { subnetId: string; address?: string }[];
  /** Absent: the default group of the project. */
  securityGroupIds?: readonly string[];
}
/** Create port: `POST /v2.0/ports`. An address that is used is a `conflict`. */
export async function createPort(scope: CloudScope, input: NewPort, signal: AbortSignal): Promise<CloudPort> {
  const { nasimId, name, networkId, addresses, securityGroupIds } = input;
  const port = {
    network_id: networkId,
    name,
    description: toMark(nasimId),
    fixed_ips: addresses?.map(({ subnetId, address }) => ({ subnet_id: subnetId, ip_address: address })),
    security_groups: securityGroupIds,
  };
  return (await scope.read(z.object({ port: Port }), { service, method: 'POST', path: '/ports', json: { port }, signal })).port;
}
/** Show port details: `GET /v2.0/ports/{id}`. Null: it doesn't exist in this project. */
export const getPort = (scope: CloudScope, id: string, signal: AbortSignal): Promise<CloudPort | null> =>
  orNull(scope.read(z.object({ port: Port }), { service, path: `/ports/${id}`, signal }).then(({ port }) => port));
/** List ports: `GET /v2.0/ports`. */
export const listPorts = (
  scope: CloudScope,
  query: NetworkQuery & { deviceId?: string; networkId?: string },
  signal: AbortSignal,
): Promise<CloudPort[]> =>
  listAll(scope, 'ports', Port, {
    service,
    path: '/ports',
    query: { ...toFilter(query), device_id: query.deviceId, network_id: query.networkId },
    signal,
  });
export const findPortsByNasimId = (scope: CloudScope, nasimId: string, signal: AbortSignal) =>
  listPorts(scope, { nasimId, projectId: scope.projectId }, signal);
/** Update port: `PUT /v2.0/ports/{id}`. */
export const updatePort = (
  scope: CloudScope,
  id: string,
  { securityGroupIds }: { securityGroupIds: readonly string[] },
  signal: AbortSignal,
): Promise<void> =>
  scope.send({ service, method: 'PUT', path: `/ports/${id}`, json: { port: { security_groups: securityGroupIds } }, signal });
/** Delete port: `DELETE /v2.0/ports/{id}`. Of a server too; one of a router is a `conflict`. */
export const deletePort = (scope: CloudScope, id: string, signal: AbortSignal) => remove(scope, `/ports/${id}`, signal);

const Rule = z
  .object({
    id: z.string(),
    direction: z.enum(['ingress', 'egress']),
    ethertype: z.string(),
    protocol: z.string().nullish(),
    port_range_min: z.number().nullish(),
    port_range_max: z.number().nullish(),
    remote_ip_prefix: z.string().nullish(),
    remote_group_id: z.string().nullish(),
  })
  .transform((one) => ({
    id: one.id,
    direction: one.direction,
    version: one.ethertype === 'IPv6' ? (6 as const) : (4 as const),
    /** A name or number; null: any. */
    protocol: one.protocol ?? null,
    portFrom: one.port_range_min ?? null,
    portTo: one.port_range_max ?? null,
    /** A CIDR; null: any. */
    remote: one.remote_ip_prefix ?? null,
    remoteGroupId: one.remote_group_id ?? null,
  }));
export type CloudSecurityRule = z.output<typeof Rule>;
const SecurityGroup = z.object({ ...owned, security_group_rules: z.array(Rule).default([]) }).transform((one) => ({
  id: one.id,
  nasimId: parseMark(one.description),
  name: one.name,
  projectId: one.project_id ?? null,
  rules: one.security_group_rules,
}));
export type CloudSecurityGroup = z.output<typeof SecurityGroup>;
/** Create security group: `POST /v2.0/security-groups`. Neutron adds two rules to it that allow all outgoing traffic. */
export async function createSecurityGroup(
  scope: CloudScope,
  { nasimId, name }: { nasimId: string; name: string },
  signal: AbortSignal,
): Promise<CloudSecurityGroup> {
  const json = { security_group: { name, description: toMark(nasimId) } };
  const request = { service, method: 'POST', path: '/security-groups', json, signal } as const;
  return (await scope.read(z.object({ security_group: SecurityGroup }), request)).security_group;
}
/** List security groups: `GET /v2.0/security-groups`, with their rules. */
export const listSecurityGroups = (scope: CloudScope, query: NetworkQuery, signal: AbortSignal): Promise<CloudSecurityGroup[]> =>
  listAll(scope, 'security_groups', SecurityGroup, { service, path: '/security-groups', query: toFilter(query), signal });
export const findSecurityGroupsByNasimId = (scope: CloudScope, nasimId: string, signal: AbortSignal) =>
  listSecurityGroups(scope, { nasimId, projectId: scope.projectId }, signal);
/** Show security group: `GET /v2.0/security-groups/{id}`. Null: it doesn't exist in this project. */
export const getSecurityGroup = (scope: CloudScope, id: string, signal: AbortSignal): Promise<CloudSecurityGroup | null> =>
  orNull(
    scope
      .read(z.object({ security_group: SecurityGroup }), { service, path: `/security-groups/${id}`, signal })
      .then(({ security_group }) => security_group),
  );
/** Delete security group: `DELETE /v2.0/security-groups/{id}`. One that ports use is a `conflict`. */
export const deleteSecurityGroup = (scope: CloudScope, id: string, signal: AbortSignal) => remove(scope, `/security-groups/${id}`, signal);

export type NewSecurityRule = Omit<CloudSecurityRule, 'id' | 'remoteGroupId'>;
/** Create security group rules in one request: `POST /v2.0/security-group-rules`. All or none; a rule that exists is a `conflict`. */
export const createSecurityRules = (
  scope: CloudScope,
  groupId: string,
  rules: readonly NewSecurityRule[],
  signal: AbortSignal,
): Promise<void> => {
  const security_group_rules = rules.map((rule) => ({
    security_group_id: groupId,
    direction: rule.direction,
    ethertype: `IPv${rule.version}`,
    protocol: rule.protocol,
    port_range_min: rule.portFrom,
    port_range_max: rule.portTo,
    remote_ip_prefix: rule.remote,
  }));
  return scope.send({ service, method: 'POST', path: '/security-group-rules', json: { security_group_rules }, signal });
};
/** Delete security group rule: `DELETE /v2.0/security-group-rules/{id}`. */
export const deleteSecurityRule = (scope: CloudScope, id: string, signal: AbortSignal) =>
  remove(scope, `/security-group-rules/${id}`, signal);

/** -1: unlimited. */
export interface NetworkQuota {
  network: number;
  subnet: number;
  port: number;
  router: number;
  floatingip: number;
  security_group: number;
  security_group_rule: number;
}
/** Update quota for a project: `PUT /v2.0/quotas/{project}`; for administrators. */
export const setNetworkQuota = (scope: CloudScope, projectId: string, quota: Partial<NetworkQuota>, signal: AbortSignal): Promise<void> =>
  scope.send({ service, method: 'PUT', path: `/quotas/${projectId}`, json: { quota }, signal });
