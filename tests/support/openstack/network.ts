import { randomUUID } from 'node:crypto';
import { type Call, CloudFault, type CloudState, type PortRow, page, type Route, type Row, type RuleRow } from './cloud.ts';

const missing = (kind: string, id: string) => new CloudFault(404, `${kind}NotFound`, `${kind} ${id} could not be found.`);
const inUse = (type: string, message: string) => new CloudFault(409, type, message);

interface NewPort {
  network_id: string;
  projectId: string;
  isOfServer: boolean;
  address?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body of a request
  input?: any;
}

/** Makes a port with an address of each subnet. */
export function addPort(state: CloudState, { network_id, projectId, isOfServer, address, input = {} }: NewPort): PortRow {
  const network = state.networks.get(network_id);
  if (!network) throw missing('Network', network_id);
  const wanted: { subnet_id?: string; ip_address?: string }[] =
    input.fixed_ips ?? (address ? [{ ip_address: address }] : network.subnets.map((subnet_id) => ({ subnet_id })));
  const number = state.next();
  const port: PortRow = {
    id: randomUUID(),
    name: input.name ?? '',
    network_id,
    tenant_id: projectId,
    project_id: projectId,
    mac_address: `fa:16:3e:${[16, 8, 0].map((bits) => ((number >> bits) & 255).toString(16).padStart(2, '0')).join(':')}`,
    admin_state_up: true,
    status: 'DOWN',
    device_id: '',
    device_owner: '',
    fixed_ips: wanted.map(({ subnet_id, ip_address }) => {
      const id = subnet_id ?? network.subnets[0] ?? '';
      return { subnet_id: id, ip_address: allocate(state, id, ip_address) };
    }),
    allowed_address_pairs: [],
    extra_dhcp_opts: [],
    security_groups: input.security_groups ?? [defaultGroup(state, projectId).id],
    description: input.description ?? '',
    'binding:vnic_type': 'normal',
    port_security_enabled: true,
    tags: [],
    ...neutronTimes(state),
    isOfServer,
  };
  state.ports.set(port.id, port);
  return port;
}

/** An address of a subnet. @throws CloudFault when it is used, or none is left */
function allocate(state: CloudState, subnetId: string, wanted?: string): string {
  const subnet = state.subnets.get(subnetId);
  if (!subnet) throw missing('Subnet', subnetId);
  const used = new Set(
    [...state.ports.values()].flatMap((port) =>
      port.fixed_ips.filter(({ subnet_id }) => subnet_id === subnetId).map(({ ip_address }) => ip_address),
    ),
  );
  if (wanted !== undefined) {
    if (used.has(wanted)) throw inUse('IpAddressAlreadyAllocated', `IP address ${wanted} already allocated in subnet ${subnetId}`);
    return wanted;
  }
  const [base = '', length = '24'] = subnet.cidr.split('/');
  const last = subnet.ip_version === 6 ? 65_535 : 2 ** (32 - Number(length)) - 2;
  for (let offset = 2; offset <= last; offset++) {
    const address = subnet.ip_version === 6 ? `${base.replace(/::$/, '')}::${offset.toString(16)}` : addTo(base, offset);
    if (!used.has(address) && address !== subnet.gateway_ip) return address;
  }
  throw inUse('IpAddressGenerationFailure', `No more IP addresses available on network ${subnet.network_id}.`);
}
function addTo(base: string, offset: number): string {
  const total = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) + offset;
  return [24, 16, 8, 0].map((bits) => Math.floor(total / 2 ** bits) % 256).join('.');
}

const neutronTimes = (state: CloudState) => ({ created_at: state.isoSeconds(), updated_at: state.isoSeconds(), revision_number: 1 });

function makeRule(state: CloudState, projectId: string, groupId: string, input: object): RuleRow {
  const empty = {
    protocol: null,
    port_range_min: null,
    port_range_max: null,
    remote_ip_prefix: null,
    remote_address_group_id: null,
    remote_group_id: null,
  };
  return {
    ...empty,
    ...input,
    id: randomUUID(),
    tenant_id: projectId,
    project_id: projectId,
    security_group_id: groupId,
    description: '',
    normalized_cidr: null,
    ...neutronTimes(state),
  };
}
function makeGroup(state: CloudState, projectId: string, name: string, description: string) {
  const id = randomUUID();
  const egress = ['IPv4', 'IPv6'].map((ethertype) => makeRule(state, projectId, id, { direction: 'egress', ethertype }));
  const group = {
    id,
    name,
    stateful: true,
    tenant_id: projectId,
    project_id: projectId,
    description,
    shared: false,
    tags: [],
    security_group_rules: egress.map((rule) => ({ ...rule, description: null })),
    ...neutronTimes(state),
  };
  state.securityGroups.set(id, group);
  return group;
}
const defaultGroup = (state: CloudState, projectId: string) =>
  [...state.securityGroups.values()].find((group) => group.project_id === projectId && group.name === 'default') ??
  makeGroup(state, projectId, 'default', 'Default security group');

/** A network with a subnet of each range. */
export function addNetwork(state: CloudState, projectId: string, name: string, cidrs: readonly string[], more: object = {}) {
  const id = randomUUID();
  const flags = { 'router:external': false, shared: false, admin_state_up: true, mtu: 1_450, port_security_enabled: true };
  const zones = { availability_zone_hints: [], availability_zones: [], ipv4_address_scope: null, ipv6_address_scope: null };
  const network = {
    id,
    name,
    tenant_id: projectId,
    project_id: projectId,
    status: 'ACTIVE',
    subnets: [] as string[],
    description: '',
    tags: [],
    ...flags,
    ...zones,
    ...neutronTimes(state),
    ...more,
  };
  state.networks.set(id, network);
  for (const cidr of cidrs) addSubnet(state, projectId, { network_id: id, cidr });
  return network;
}
// biome-ignore lint/suspicious/noExplicitAny: the body of a request
function addSubnet(state: CloudState, projectId: string, input: any) {
  const network = state.networks.get(input.network_id);
  if (!network) throw missing('Network', input.network_id);
  const isV6 = String(input.cidr).includes(':');
  const [base = ''] = String(input.cidr).split('/');
  const gateway = isV6 ? `${base.replace(/::$/, '')}::1` : addTo(base, 1);
  const subnet = {
    id: randomUUID(),
    name: input.name ?? '',
    tenant_id: projectId,
    project_id: projectId,
    network_id: network.id,
    ip_version: isV6 ? 6 : 4,
    subnetpool_id: null,
    enable_dhcp: true,
    ipv6_ra_mode: null,
    ipv6_address_mode: null,
    gateway_ip: input.gateway_ip === undefined ? gateway : input.gateway_ip,
    cidr: String(input.cidr),
    allocation_pools: [],
    host_routes: [],
    dns_nameservers: input.dns_nameservers ?? [],
    description: input.description ?? '',
    service_types: [],
    tags: [],
    ...neutronTimes(state),
  };
  state.subnets.set(subnet.id, subnet);
  network.subnets.push(subnet.id);
  return subnet;
}

export function networkRoutes(state: CloudState): Route[] {
  const isVisible = (row: object, { projectId, isAdmin }: Pick<Call, 'projectId' | 'isAdmin'>) =>
    isAdmin ||
    Reflect.get(row, 'project_id') === projectId ||
    Reflect.get(row, 'router:external') === true ||
    Reflect.get(row, 'shared') === true;
  const quota = (projectId: string, name: string, rows: ReadonlyMap<string, object>) => {
    const used = [...rows.values()].filter((row) => Reflect.get(row, 'project_id') === projectId).length;
    state.charge('network', projectId, name, used + 1, () => inUse('OverQuota', `Quota exceeded for resources: ['${name}'].`));
  };
  /** List, show and delete of a kind. @param key its name in bodies */
  function resource<T extends Row>(
    path: string,
    key: string,
    rows: Map<string, T>,
    options: { create(call: Call): T; update?(row: T, call: Call): void; remove(row: T): void },
  ): Route[] {
    const plural = path.replaceAll('-', '_').slice(1);
    const kind = key[0]?.toUpperCase() + key.slice(1);
    const find = (call: Call): T => {
      const row = rows.get(call.params[0] ?? '');
      if (!row || !isVisible(row, call)) throw missing(kind, call.params[0] ?? '');
      return row;
    };
    const single = new RegExp(`^${path}/([\\w-]+)$`);
    return [
      [
        'POST',
        new RegExp(`^${path}$`),
        (call) => {
          quota(call.projectId, key, rows);
          return { status: 201, body: { [key]: strip(options.create(call)) } };
        },
      ],
      [
        'GET',
        new RegExp(`^${path}$`),
        (call) => {
          // Every project has a group from its first request on.
          if (key === 'security_group') defaultGroup(state, call.projectId);
          const filters = [...call.query].filter(([name]) => !['limit', 'marker'].includes(name));
          const all = [...rows.values()].filter(
            (row) => isVisible(row, call) && filters.every(([name, value]) => String(row[name] ?? '') === value),
          );
          const { rows: part, next } = page(all, call.query);
          const links = next === null ? {} : { [`${plural}_links`]: [{ rel: 'next', href: `${call.base}${path}?${next}` }] };
          return { body: { [plural]: part.map(strip), ...links } };
        },
      ],
      ['GET', single, (call) => ({ body: { [key]: strip(find(call)) } })],
      [
        'PUT',
        single,
        (call) => {
          const row = find(call);
          options.update?.(row, call);
          return { body: { [key]: strip(row) } };
        },
      ],
      [
        'DELETE',
        single,
        (call) => {
          const row = find(call);
          options.remove(row);
          rows.delete(row.id);
          return { status: 204 };
        },
      ],
    ];
  }

  const routerPorts = (routerId: string) =>
    [...state.ports.values()].filter((port) => port.device_id === routerId && port.device_owner === 'network:router_interface');
  const findRouter = (call: Call) => {
    const router = state.routers.get(call.params[0] ?? '');
    if (!router || !isVisible(router, call)) throw missing('Router', call.params[0] ?? '');
    return router;
  };
  /** An address of the network reaches the port over a router. */
  const checkRoute = (portId: string | null | undefined, networkId: string): void => {
    if (!portId) return;
    const port = state.ports.get(portId);
    if (!port) throw missing('Port', portId);
    const subnets = port.fixed_ips.map(({ subnet_id }) => subnet_id);
    const hasRoute = [...state.routers.values()].some(
      (router) =>
        router.external_gateway_info?.network_id === networkId &&
        routerPorts(router.id).some((one) => one.fixed_ips.some(({ subnet_id }) => subnets.includes(subnet_id))),
    );
    if (!hasRoute)
      throw new CloudFault(
        404,
        'ExternalGatewayForFloatingIPNotFound',
        `External network ${networkId} is not reachable from subnet ${subnets[0]}.  Therefore, cannot associate Port ${portId} with a Floating IP.`,
      );
  };

  return [
    ...resource('/networks', 'network', state.networks, {
      create: ({ projectId, body }) =>
        addNetwork(state, projectId, body.network.name ?? '', [], { description: body.network.description ?? '' }),
      remove(network) {
        if ([...state.ports.values()].some((port) => port.network_id === network.id))
          throw inUse(
            'NetworkInUse',
            `Unable to complete operation on network ${network.id}. There are one or more ports still in use on the network.`,
          );
        for (const id of network.subnets) state.subnets.delete(id);
      },
    }),
    ...resource('/subnets', 'subnet', state.subnets, {
      create: ({ projectId, body }) => addSubnet(state, projectId, body.subnet),
      remove(subnet) {
        if ([...state.ports.values()].some((port) => port.fixed_ips.some(({ subnet_id }) => subnet_id === subnet.id)))
          throw inUse(
            'SubnetInUse',
            `Unable to complete operation on subnet ${subnet.id}: One or more ports have an IP allocation from this subnet.`,
          );
        const network = state.networks.get(subnet.network_id);
        if (network) network.subnets = network.subnets.filter((id) => id !== subnet.id);
      },
    }),
    ...resource('/ports', 'port', state.ports, {
      create: ({ projectId, body }) => addPort(state, { network_id: body.port.network_id, projectId, isOfServer: false, input: body.port }),
      update(port, { body }) {
        port.security_groups = body.port.security_groups;
      },
      remove(port) {
        if (port.device_owner.startsWith('network:router'))
          throw inUse(
            'ServicePortInUse',
            `Port ${port.id} cannot be deleted directly via the port API: has device owner ${port.device_owner}.`,
          );
      },
    }),
    ...resource('/routers', 'router', state.routers, {
      create({ projectId, body }) {
        const { name = '', description = '', external_gateway_info = null } = body.router;
        const flags = { status: 'ACTIVE', admin_state_up: true, flavor_id: null, routes: [], availability_zone_hints: [], tags: [] };
        const router = {
          id: randomUUID(),
          name,
          description,
          tenant_id: projectId,
          project_id: projectId,
          external_gateway_info,
          ...flags,
          ...neutronTimes(state),
        };
        state.routers.set(router.id, router);
        return router;
      },
      remove(router) {
        if (routerPorts(router.id).length > 0) throw inUse('RouterInUse', `Router ${router.id} still has ports`);
      },
    }),
    [
      'PUT',
      /^\/routers\/([\w-]+)\/add_router_interface$/,
      (call) => {
        const router = findRouter(call);
        const subnet = state.subnets.get(call.body.subnet_id);
        if (!subnet) throw missing('Subnet', call.body.subnet_id);
        if (routerPorts(router.id).some((port) => port.fixed_ips.some(({ subnet_id }) => subnet_id === subnet.id)))
          throw new CloudFault(400, 'BadRequest', `Bad router request: Router already has a port on subnet ${subnet.id}.`);
        const input = { fixed_ips: [{ subnet_id: subnet.id, ip_address: subnet.gateway_ip ?? undefined }], security_groups: [] };
        const port = addPort(state, { network_id: subnet.network_id, projectId: router.project_id, isOfServer: false, input });
        Object.assign(port, { device_id: router.id, device_owner: 'network:router_interface', status: 'ACTIVE' });
        return {
          body: {
            id: router.id,
            tenant_id: router.project_id,
            port_id: port.id,
            network_id: subnet.network_id,
            subnet_id: subnet.id,
            subnet_ids: [subnet.id],
          },
        };
      },
    ],
    [
      'PUT',
      /^\/routers\/([\w-]+)\/remove_router_interface$/,
      (call) => {
        const router = findRouter(call);
        const port = routerPorts(router.id).find((one) => one.fixed_ips.some(({ subnet_id }) => subnet_id === call.body.subnet_id));
        if (!port)
          throw new CloudFault(
            404,
            'RouterInterfaceNotFoundForSubnet',
            `Router ${router.id} has no interface on subnet ${call.body.subnet_id}`,
          );
        state.ports.delete(port.id);
        return { body: { id: router.id, port_id: port.id, subnet_id: call.body.subnet_id } };
      },
    ],
    ...resource('/floatingips', 'floatingip', state.floatingIps, {
      create({ projectId, body }) {
        const { floating_network_id, port_id = null, description = '' } = body.floatingip;
        const network = state.networks.get(floating_network_id);
        if (!network?.['router:external']) throw missing('Network', floating_network_id);
        checkRoute(port_id, floating_network_id);
        const subnet = network.subnets.find((id) => state.subnets.get(id)?.ip_version === 4) ?? '';
        const outer = addPort(state, {
          network_id: floating_network_id,
          projectId: '',
          isOfServer: false,
          input: { fixed_ips: [{ subnet_id: subnet }], security_groups: [] },
        });
        const floating_ip_address = outer.fixed_ips[0]?.ip_address ?? '';
        const fixed = port_id ? (state.ports.get(port_id)?.fixed_ips[0]?.ip_address ?? null) : null;
        const row = {
          id: randomUUID(),
          tenant_id: projectId,
          project_id: projectId,
          floating_ip_address,
          floating_network_id,
          router_id: null,
          port_id,
          fixed_ip_address: fixed,
          status: port_id ? 'ACTIVE' : 'DOWN',
          description,
          tags: [],
          dns_domain: '',
          dns_name: '',
          ...neutronTimes(state),
        };
        Object.assign(outer, { device_id: row.id, device_owner: 'network:floatingip' });
        state.floatingIps.set(row.id, row);
        return row;
      },
      update(row, { body }) {
        const { port_id } = body.floatingip;
        checkRoute(port_id, row.floating_network_id);
        const fixed = port_id ? (state.ports.get(port_id)?.fixed_ips[0]?.ip_address ?? null) : null;
        Object.assign(row, { port_id, fixed_ip_address: fixed, status: port_id ? 'ACTIVE' : 'DOWN' });
      },
      remove(row) {
        for (const port of state.ports.values()) if (port.device_id === row.id) state.ports.delete(port.id);
      },
    }),
    ...resource('/security-groups', 'security_group', state.securityGroups, {
      create: ({ projectId, body }) => makeGroup(state, projectId, body.security_group.name ?? '', body.security_group.description ?? ''),
      remove(group) {
        if ([...state.ports.values()].some((port) => port.security_groups.includes(group.id)))
          throw inUse('SecurityGroupInUse', `Security Group ${group.id} in use.`);
      },
    }),
    [
      'POST',
      /^\/security-group-rules$/,
      ({ body, projectId }) => {
        const inputs: RuleRow[] = body.security_group_rules ?? [body.security_group_rule];
        const made = inputs.map((input) => {
          const group = state.securityGroups.get(input.security_group_id);
          if (!group) throw new CloudFault(404, 'SecurityGroupNotFound', `Security group ${input.security_group_id} does not exist`);
          const rule = makeRule(state, projectId, group.id, input);
          const same = group.security_group_rules.find((one) => ruleKey(one) === ruleKey(rule));
          if (same) throw inUse('SecurityGroupRuleExists', `Security group rule already exists. Rule id is ${same.id}.`);
          return { group, rule };
        });
        for (const { group, rule } of made) group.security_group_rules.push(rule);
        return { status: 201, body: { security_group_rules: made.map(({ rule }) => rule) } };
      },
    ],
    [
      'DELETE',
      /^\/security-group-rules\/([\w-]+)$/,
      ({ params: [id] }) => {
        const group = [...state.securityGroups.values()].find((one) => one.security_group_rules.some((rule) => rule.id === id));
        if (!group) throw new CloudFault(404, 'SecurityGroupRuleNotFound', `Security group rule ${id} does not exist`);
        group.security_group_rules = group.security_group_rules.filter((rule) => rule.id !== id);
        return { status: 204 };
      },
    ],
    ['GET', /^\/quotas\/(\w+)$/, ({ params: [projectId = ''] }) => ({ body: { quota: quotas(state, projectId) } })],
    [
      'PUT',
      /^\/quotas\/(\w+)$/,
      ({ params: [projectId = ''], body, isAdmin }) => {
        if (!isAdmin) throw new CloudFault(403, 'PolicyNotAuthorized', 'rule:update_quota is disallowed by policy');
        state.quotas.set(`network ${projectId}`, { ...state.quotas.get(`network ${projectId}`), ...body.quota });
        return { body: { quota: quotas(state, projectId) } };
      },
    ],
  ];
}

const quotaNames = [
  'network',
  'subnet',
  'subnetpool',
  'port',
  'router',
  'floatingip',
  'rbac_policy',
  'security_group',
  'security_group_rule',
];
const quotas = (state: CloudState, projectId: string) =>
  Object.fromEntries(quotaNames.map((name) => [name, state.quota('network', projectId, name)]));

/** Without what only the cloud for tests has. */
function strip(row: object): object {
  const { isOfServer, ...shown } = row as { isOfServer?: boolean }; // of ports
  return shown;
}
const ruleKey = (rule: RuleRow): string =>
  JSON.stringify([rule.direction, rule.ethertype, rule.protocol, rule.port_range_min, rule.port_range_max, rule.remote_ip_prefix]);
