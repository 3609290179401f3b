import { randomUUID } from 'node:crypto';
import { type Call, CloudFault, type CloudState, page, type Route, type ServerRow } from './cloud.ts';
import { addPort } from './network.ts';
import { attach, detach, releaseAttachments } from './volume.ts';

const MAX_PAGE = 1_000;
const missing = (id: string) => new CloudFault(404, 'itemNotFound', `Instance ${id} could not be found.`);
const bad = (message: string) => new CloudFault(400, 'badRequest', message);
const conflict = (message: string) => new CloudFault(409, 'conflictingRequest', message);

/** Which states each action is possible in (Nova's `check_instance_state`). */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'os-start': ['stopped'],
  'os-stop': ['active', 'error'],
  reboot: ['active', 'stopped', 'paused', 'suspended', 'error'],
  rebuild: ['active', 'stopped', 'error'],
  rescue: ['active', 'stopped', 'error'],
  unrescue: ['rescued'],
  resize: ['active', 'stopped'],
  confirmResize: ['resized'],
  revertResize: ['resized'],
  changePassword: ['active'],
  createImage: ['active', 'stopped', 'paused', 'suspended'],
};
const powerStates: Readonly<Record<string, number>> = { active: 1, stopped: 4, rescued: 1, resized: 1, error: 0 };
/** Of a server whose resize ends. */
const stateBefore = (server: ServerRow): string => (server['OS-EXT-STS:power_state'] === powerStates.stopped ? 'stopped' : 'active');
const statuses: Readonly<Record<string, string>> = {
  active: 'ACTIVE',
  stopped: 'SHUTOFF',
  rescued: 'RESCUE',
  resized: 'VERIFY_RESIZE',
  error: 'ERROR',
};

export function computeRoutes(state: CloudState): Route[] {
  const find = (id: string | undefined, { projectId, isAdmin }: Pick<Call, 'projectId' | 'isAdmin'>): ServerRow => {
    const server = state.servers.get(id ?? '');
    if (!server || (server.tenant_id !== projectId && !isAdmin)) throw missing(id ?? '');
    return server;
  };
  const touch = (server: ServerRow): void => {
    server.updated = state.isoSeconds();
    server.changedAt = state.clock();
  };
  /** Shows the tasks one after the other, then the state. A server that was deleted meanwhile stays so. */
  const run = (server: ServerRow, tasks: readonly string[], vmState: string, end: () => void = () => {}): void => {
    server['OS-EXT-STS:task_state'] = tasks[0] ?? null;
    touch(server);
    tasks.slice(1).forEach((task, index) => {
      state.later(index + 1, () => {
        if (state.servers.get(server.id) !== server) return;
        server['OS-EXT-STS:task_state'] = task;
        touch(server);
      });
    });
    state.later(tasks.length, () => {
      if (state.servers.get(server.id) !== server) return;
      server['OS-EXT-STS:task_state'] = null;
      server['OS-EXT-STS:vm_state'] = vmState;
      server['OS-EXT-STS:power_state'] = powerStates[vmState] ?? 0;
      server.status = statuses[vmState] ?? 'UNKNOWN';
      end();
      touch(server);
    });
  };

  function checkQuota(projectId: string, flavor: ServerRow['flavor'], replaced: ServerRow | null): void {
    const others = [...state.servers.values()].filter((server) => server.tenant_id === projectId && server !== replaced);
    const totals = {
      instances: others.length + 1,
      cores: others.reduce((sum, one) => sum + one.flavor.vcpus, flavor.vcpus),
      ram: others.reduce((sum, one) => sum + one.flavor.ram, flavor.ram),
    };
    for (const [name, used] of Object.entries(totals))
      state.charge('compute', projectId, name, used, (limit) => {
        const wanted = { instances: 1, cores: flavor.vcpus, ram: flavor.ram }[name] ?? 1;
        const message = `Quota exceeded for ${name}: Requested ${wanted}, but already used ${used - wanted} of ${limit} ${name}`;
        return new CloudFault(403, 'forbidden', message);
      });
  }

  function create({ body, projectId, userId }: Call) {
    const input = body.server;
    const flavor = state.flavors.get(input.flavorRef);
    if (!flavor) throw bad(`Flavor ${input.flavorRef} could not be found.`);
    const disk = input.block_device_mapping_v2?.[0];
    const image = state.images.get(input.imageRef ?? disk?.uuid ?? '');
    if (!image && disk?.source_type !== 'volume') throw bad(`Image ${input.imageRef} could not be found.`);
    if (input.key_name && !state.keypairs.has(input.key_name)) throw bad('Invalid key_name provided.');
    if ((input.user_data?.length ?? 0) > 65_535)
      throw bad(`Invalid input for field/attribute user_data. Value: ${input.user_data}. '${input.user_data}' is too long`);
    checkQuota(projectId, flavor, null);
    const id = randomUUID();
    const networks: { port?: string; uuid?: string; fixed_ip?: string }[] = Array.isArray(input.networks) ? input.networks : [];
    for (const { port, uuid } of networks) {
      const used = port && state.ports.get(port);
      if (port && (!used || used.project_id !== projectId)) throw bad(`Port ${port} could not be found.`);
      if (used && used.device_id !== '') throw conflict(`Port ${port} is still in use.`);
      if (uuid && !state.networks.has(uuid)) throw bad(`Network ${uuid} could not be found.`);
    }
    for (const { port, uuid, fixed_ip } of networks) {
      const row = port
        ? state.ports.get(port)
        : addPort(state, { network_id: uuid ?? '', projectId, isOfServer: true, ...(fixed_ip && { address: fixed_ip }) });
      if (row) Object.assign(row, { device_id: id, device_owner: 'compute:nova' });
    }
    const now = state.isoSeconds();
    const server: ServerRow = {
      id,
      name: input.name,
      status: 'BUILD',
      tenant_id: projectId,
      user_id: userId,
      metadata: input.metadata ?? {},
      tags: input.tags ?? [],
      hostId: '',
      image: input.imageRef ? { id: input.imageRef } : '',
      flavor,
      created: now,
      updated: now,
      changedAt: state.clock(),
      accessIPv4: '',
      accessIPv6: '',
      'OS-DCF:diskConfig': 'MANUAL',
      progress: 0,
      'OS-EXT-AZ:availability_zone': input.availability_zone ?? 'nova',
      config_drive: input.config_drive ? 'True' : '',
      key_name: input.key_name ?? null,
      'OS-SRV-USG:launched_at': null,
      'OS-SRV-USG:terminated_at': null,
      'OS-EXT-STS:task_state': 'scheduling',
      'OS-EXT-STS:vm_state': 'building',
      'OS-EXT-STS:power_state': 0,
      'os-extended-volumes:volumes_attached': [],
      host_status: 'UP',
      locked: false,
      locked_reason: null,
      description: null,
      trusted_image_certificates: null,
      server_groups: [],
      security_groups: [{ name: 'default' }],
    };
    state.servers.set(id, server);
    run(server, ['scheduling', 'networking', 'block_device_mapping', 'spawning'], 'active', () => {
      if (flavor.name.endsWith('-full')) {
        Object.assign(server, { status: 'ERROR', 'OS-EXT-STS:vm_state': 'error', 'OS-EXT-STS:power_state': 0 });
        server.fault = { code: 500, created: now, message: 'No valid host was found. ' };
        return;
      }
      if (flavor.name.endsWith('-broken')) {
        Object.assign(server, { status: 'ERROR', 'OS-EXT-STS:vm_state': 'error', 'OS-EXT-STS:power_state': 0 });
        // Seen where a host lacks a program.
        const message = `Exceeded maximum number of retries. Exhausted all hosts available for retrying build failures for instance ${id}.`;
        server.fault = { code: 500, created: now, message };
        return;
      }
      server['OS-EXT-SRV-ATTR:host'] = 'host1';
      server['OS-SRV-USG:launched_at'] = new Date(state.clock()).toISOString().replace('Z', '000');
      for (const port of state.ports.values()) if (port.device_id === id) port.status = 'ACTIVE';
      if (disk?.source_type === 'volume') attach(state, disk.uuid, server);
    });
    const links = [{ rel: 'self', href: `/servers/${id}` }];
    const security_groups = [{ name: 'default' }];
    return {
      status: 202,
      body: { server: { id, links, 'OS-DCF:diskConfig': 'MANUAL', security_groups, adminPass: input.adminPass ?? 'generated' } },
    };
  }

  function destroy(server: ServerRow): void {
    state.servers.delete(server.id);
    server['OS-EXT-STS:task_state'] = null;
    server['OS-EXT-STS:vm_state'] = 'deleted';
    Object.assign(server, { status: 'DELETED', metadata: {} });
    touch(server);
    state.deleted.set(server.id, server);
    releaseAttachments(state, server);
    for (const port of [...state.ports.values()].filter((one) => one.device_id === server.id)) {
      if (port.isOfServer) state.ports.delete(port.id);
      else Object.assign(port, { device_id: '', device_owner: '', status: 'DOWN' });
    }
  }

  function act(call: Call) {
    const server = find(call.params[0], call);
    const [action = '', input] = Object.entries(call.body)[0] ?? [];
    // biome-ignore lint/suspicious/noExplicitAny: the fields of each action
    const fields = (input ?? {}) as any;
    if (action === 'os-getConsoleOutput') {
      if (server['OS-EXT-STS:vm_state'] === 'building') throw conflict(`Instance ${server.id} is not ready`);
      return { body: { output: 'FAKE CONSOLE OUTPUT\nANOTHER\nLAST LINE' } };
    }
    const isHardReboot = action === 'reboot' && fields.type === 'HARD';
    const states = action === 'reboot' && !isHardReboot ? ['active'] : allowed[action];
    if (!states) throw bad(`There is no such action: ${action}`);
    const { id, 'OS-EXT-STS:task_state': task, 'OS-EXT-STS:vm_state': vmState } = server;
    // It isn't on a host yet.
    if (task === 'scheduling') throw missing(id);
    if (task !== null && !(isHardReboot && task.startsWith('reboot')))
      throw conflict(`Cannot '${action.replace('os-', '')}' instance ${id} while it is in task_state ${task}`);
    if (!states.includes(vmState))
      throw conflict(`Cannot '${action.replace('os-', '')}' instance ${id} while it is in vm_state ${vmState}`);
    switch (action) {
      case 'os-start':
        run(server, ['powering-on'], 'active');
        break;
      case 'os-stop':
        run(server, ['powering-off'], 'stopped');
        break;
      case 'reboot':
        run(server, [isHardReboot ? 'reboot_started_hard' : 'reboot_started'], 'active');
        break;
      case 'rebuild': {
        if (!state.images.has(fields.imageRef)) throw bad(`Image ${fields.imageRef} could not be found.`);
        run(server, ['rebuilding', 'rebuild_spawning'], vmState === 'stopped' ? 'stopped' : 'active', () => {
          server.image = { id: fields.imageRef };
        });
        return { status: 202, body: { server: { ...toServer(state, server, call.isAdmin), adminPass: fields.adminPass ?? 'generated' } } };
      }
      case 'rescue':
        run(server, ['rescuing'], 'rescued');
        return { status: 200, body: { adminPass: fields.adminPass ?? 'generated' } };
      case 'unrescue':
        run(server, ['unrescuing'], 'active');
        break;
      case 'resize': {
        const flavor = state.flavors.get(fields.flavorRef);
        if (!flavor) throw bad(`Flavor ${fields.flavorRef} could not be found.`);
        if (flavor.id === server.flavor.id) throw bad('When resizing, instances must change flavor!');
        checkQuota(server.tenant_id, flavor, server);
        if (flavor.name.endsWith('-broken')) {
          // Seen of Nova when Neutron is missing.
          const fault = { code: 500, created: state.isoSeconds(), message: 'Unable to establish connection to the network service' };
          run(server, ['resize_prep', 'resize_migrating'], 'error', () => void Object.assign(server, { fault }));
          break;
        }
        run(server, ['resize_prep', 'resize_migrating', 'resize_finish'], 'resized', () => {
          server.former = server.flavor;
          server.flavor = flavor;
          // One that was off isn't started.
          server['OS-EXT-STS:power_state'] = powerStates[vmState] ?? 0;
        });
        break;
      }
      case 'confirmResize':
        run(server, ['resize_confirming'], stateBefore(server), () => void delete server.former);
        return { status: 204 };
      case 'revertResize':
        run(server, ['resize_reverting'], stateBefore(server), () => {
          if (server.former) server.flavor = server.former;
          delete server.former;
        });
        break;
      case 'changePassword':
        run(server, ['updating_password'], 'active');
        break;
      case 'createImage': {
        const image = state.addImage(fields.name, {
          status: 'queued',
          visibility: 'private',
          owner: server.tenant_id,
          size: null,
          ...fields.metadata,
        });
        run(server, ['image_snapshot', 'image_uploading'], vmState, () => void Object.assign(image, { status: 'active', size: 1_048_576 }));
        return { status: 202, body: { image_id: image.id } };
      }
    }
    return { status: 202 };
  }

  const withServer = (method: string, path: RegExp, handle: (server: ServerRow, call: Call) => ReturnType<Route[2]>): Route => [
    method,
    path,
    (call) => handle(find(call.params[0], call), call),
  ];
  return [
    ['POST', /^\/servers$/, create],
    [
      'GET',
      /^\/servers\/detail$/,
      (call) => {
        const { query, projectId, isAdmin, base } = call;
        if (query.get('all_tenants') === 'true' && !isAdmin)
          throw new CloudFault(403, 'forbidden', "Policy doesn't allow os_compute_api:servers:detail:get_all_tenants to be performed.");
        const isAll = query.get('all_tenants') === 'true';
        const since = query.get('changes-since');
        const tags = query.get('tags')?.split(',') ?? [];
        const rows = [...state.servers.values(), ...(since === null ? [] : state.deleted.values())]
          .filter(
            (server) =>
              (isAll || server.tenant_id === projectId) &&
              tags.every((tag) => server.tags.includes(tag)) &&
              (since === null || server.changedAt >= Date.parse(since)),
          )
          .reverse();
        const { rows: part, next } = page(rows, query, MAX_PAGE);
        const links = next === null ? {} : { servers_links: [{ rel: 'next', href: `${base}/servers/detail?${next}` }] };
        const ports = portsByServer(state);
        return {
          body: { servers: part.map((server) => ({ ...toServer(state, server, isAdmin, ports), server_groups: undefined })), ...links },
        };
      },
    ],
    withServer('GET', /^\/servers\/([\w-]+)$/, (server, { isAdmin }) => ({ body: { server: toServer(state, server, isAdmin) } })),
    withServer('PUT', /^\/servers\/([\w-]+)$/, (server, { body, isAdmin }) => {
      server.name = body.server.name;
      touch(server);
      return { body: { server: toServer(state, server, isAdmin) } };
    }),
    withServer('DELETE', /^\/servers\/([\w-]+)$/, (server) => {
      if (server.locked) throw conflict(`Instance ${server.id} is locked`);
      server['OS-EXT-STS:task_state'] = 'deleting';
      touch(server);
      state.later(1, () => state.servers.has(server.id) && destroy(server));
      return { status: 204 };
    }),
    ['POST', /^\/servers\/([\w-]+)\/action$/, act],
    withServer('POST', /^\/servers\/([\w-]+)\/remote-consoles$/, (server, { body, base }) => {
      const { protocol, type } = body.remote_console;
      if (server['OS-EXT-STS:vm_state'] !== 'active') throw conflict(`Instance ${server.id} is not ready`);
      const { hostname } = new URL(base);
      const token = randomUUID();
      const url =
        protocol === 'serial'
          ? `ws://${state.consoleHost ?? `${hostname}:6083`}/?token=${token}`
          : `http://${state.consoleHost ?? `${hostname}:6080`}/vnc_auto.html?path=%3Ftoken%3D${token}`;
      return { body: { remote_console: { protocol, type, url } } };
    }),
    withServer('GET', /^\/servers\/([\w-]+)\/diagnostics$/, (server, { isAdmin }) => {
      if (!isAdmin) throw new CloudFault(403, 'forbidden', "Policy doesn't allow os_compute_api:os-server-diagnostics to be performed.");
      if (server['OS-EXT-STS:power_state'] !== 1)
        throw conflict(`Cannot 'get_diagnostics' instance ${server.id} while it is in vm_state ${server['OS-EXT-STS:vm_state']}`);
      return { body: diagnostics };
    }),
    withServer('GET', /^\/servers\/([\w-]+)\/os-volume_attachments$/, (server) => {
      const volumes = [...state.volumes.values()].flatMap((volume) => volume.attachments.map((one) => ({ ...one, status: volume.status })));
      const rows = volumes.filter(({ server_id, status }) => server_id === server.id && status !== 'attaching');
      const volumeAttachments = rows.map(({ volume_id, server_id, device, attachment_id }) => ({
        volumeId: volume_id,
        serverId: server_id,
        device,
        tag: null,
        delete_on_termination: false,
        attachment_id,
        bdm_uuid: attachment_id,
      }));
      return { body: { volumeAttachments } };
    }),
    withServer('POST', /^\/servers\/([\w-]+)\/os-volume_attachments$/, (server, { body }) => {
      if (server['OS-EXT-STS:vm_state'] === 'building')
        throw conflict(`Cannot 'attach_volume' instance ${server.id} while it is in vm_state building`);
      const { volumeId } = body.volumeAttachment;
      const device = attach(state, volumeId, server);
      return {
        body: { volumeAttachment: { id: volumeId, volumeId, serverId: server.id, device, tag: null, delete_on_termination: false } },
      };
    }),
    withServer('DELETE', /^\/servers\/([\w-]+)\/os-volume_attachments\/([\w-]+)$/, (server, { params }) => {
      detach(state, params[1] ?? '', server);
      return { status: 202 };
    }),
    withServer('GET', /^\/servers\/([\w-]+)\/os-interface$/, (server) => {
      const ports = [...state.ports.values()].filter(({ device_id }) => device_id === server.id);
      return { body: { interfaceAttachments: ports.map(toInterface) } };
    }),
    withServer('POST', /^\/servers\/([\w-]+)\/os-interface$/, (server, { body }) => {
      const port = state.ports.get(body.interfaceAttachment.port_id);
      if (!port) throw bad(`Port id ${body.interfaceAttachment.port_id} could not be found.`);
      if (port.device_id !== '') throw conflict(`Port ${port.id} is still in use.`);
      Object.assign(port, { device_id: server.id, device_owner: 'compute:nova', status: 'ACTIVE' });
      return { body: { interfaceAttachment: toInterface(port) } };
    }),
    withServer('DELETE', /^\/servers\/([\w-]+)\/os-interface\/([\w-]+)$/, (server, { params }) => {
      const port = state.ports.get(params[1] ?? '');
      if (port?.device_id !== server.id) throw new CloudFault(404, 'itemNotFound', `No instances found for any event`);
      state.later(1, () => {
        if (port.isOfServer) state.ports.delete(port.id);
        else Object.assign(port, { device_id: '', device_owner: '', status: 'DOWN' });
      });
      return { status: 202 };
    }),
    [
      'GET',
      /^\/flavors\/detail$/,
      ({ query, base }) => {
        const { rows, next } = page([...state.flavors.values()], query, MAX_PAGE);
        const links = next === null ? {} : { flavors_links: [{ rel: 'next', href: `${base}/flavors/detail?${next}` }] };
        return { body: { flavors: rows, ...links } };
      },
    ],
    [
      'POST',
      /^\/os-keypairs$/,
      ({ body, userId }) => {
        const { name, public_key, type } = body.keypair;
        if (state.keypairs.has(name)) throw conflict(`Key pair '${name}' already exists.`);
        if (!/^(ssh|ecdsa)-/.test(public_key ?? '')) throw bad('Keypair data is invalid: failed to generate fingerprint');
        state.keypairs.set(name, public_key);
        return { status: 201, body: { keypair: { name, public_key, type, user_id: userId, fingerprint: '00:11' } } };
      },
    ],
    [
      'DELETE',
      /^\/os-keypairs\/(.+)$/,
      ({ params }) => {
        const name = decodeURIComponent(params[0] ?? '');
        if (!state.keypairs.delete(name)) throw new CloudFault(404, 'itemNotFound', `Keypair ${name} not found for user`);
        return { status: 204 };
      },
    ],
    [
      'GET',
      /^\/os-availability-zone$/,
      () => ({ body: { availabilityZoneInfo: [{ zoneName: 'nova', zoneState: { available: true }, hosts: null }] } }),
    ],
    [
      'GET',
      /^\/os-quota-sets\/(\w+)\/detail$/,
      ({ params: [projectId = ''] }) => {
        const servers = [...state.servers.values()].filter((server) => server.tenant_id === projectId);
        const used: Record<string, number> = {
          instances: servers.length,
          cores: servers.reduce((sum, one) => sum + one.flavor.vcpus, 0),
          ram: servers.reduce((sum, one) => sum + one.flavor.ram, 0),
        };
        const names = ['instances', 'cores', 'ram', 'key_pairs', 'server_groups'];
        const entries = names.map((name) => [
          name,
          { limit: state.quota('compute', projectId, name), in_use: used[name] ?? 0, reserved: 0 },
        ]);
        return { body: { quota_set: { id: projectId, ...Object.fromEntries(entries) } } };
      },
    ],
    [
      'PUT',
      /^\/os-quota-sets\/(\w+)$/,
      ({ params: [projectId = ''], body, isAdmin }) => {
        if (!isAdmin) throw new CloudFault(403, 'forbidden', "Policy doesn't allow os_compute_api:os-quota-sets:update to be performed.");
        const { force, ...quota } = body.quota_set;
        state.quotas.set(`compute ${projectId}`, { ...state.quotas.get(`compute ${projectId}`), ...quota });
        return { body: { quota_set: quota } };
      },
    ],
  ];
}

const portsByServer = (state: CloudState) => Map.groupBy(state.ports.values(), ({ device_id }) => device_id);

/** A server as the API shows it: fields of hosts are for administrators. */
function toServer(state: CloudState, server: ServerRow, isAdmin: boolean, ports = portsByServer(state)): object {
  const { flavor, former, changedAt, fault, ...row } = server;
  const addresses: Record<string, object[]> = {};
  for (const port of ports.get(server.id) ?? []) {
    const network = String(state.networks.get(port.network_id)?.name ?? '');
    const floating = [...state.floatingIps.values()].filter(({ port_id }) => port_id === port.id).map((one) => one.floating_ip_address);
    const list = addresses[network] ?? [];
    addresses[network] = list;
    const mac = { 'OS-EXT-IPS-MAC:mac_addr': port.mac_address };
    for (const { ip_address } of port.fixed_ips)
      list.push({ version: ip_address.includes(':') ? 6 : 4, addr: ip_address, 'OS-EXT-IPS:type': 'fixed', ...mac });
    for (const addr of floating) list.push({ version: 4, addr, 'OS-EXT-IPS:type': 'floating', ...mac });
  }
  const { vcpus, ram, disk, name, extra_specs } = flavor;
  return {
    ...row,
    addresses,
    flavor: { vcpus, ram, disk, ephemeral: 0, swap: 0, original_name: name, extra_specs },
    links: [],
    'OS-EXT-SRV-ATTR:host': isAdmin ? (row['OS-EXT-SRV-ATTR:host'] ?? null) : undefined,
    host_status: isAdmin ? Reflect.get(row, 'host_status') : undefined,
    ...(fault && { fault }),
  };
}

const toInterface = (port: { id: string; network_id: string; status: string; mac_address: string; fixed_ips: object[] }) => ({
  port_id: port.id,
  net_id: port.network_id,
  port_state: port.status,
  mac_addr: port.mac_address,
  fixed_ips: port.fixed_ips,
  tag: null,
});

/** Of Nova's fake driver. */
const diagnostics = {
  state: 'running',
  driver: 'fake',
  hypervisor: 'fake',
  hypervisor_os: 'fake-os',
  uptime: 46_664,
  config_drive: true,
  num_cpus: 1,
  num_disks: 1,
  num_nics: 1,
  cpu_details: [{ id: 0, time: 17_300_000_000, utilisation: 15 }],
  disk_details: [{ read_bytes: 262_144, read_requests: 112, write_bytes: 5_778_432, write_requests: 488, errors_count: 1 }],
  memory_details: { maximum: 524_288, used: 0 },
  nic_details: [
    {
      mac_address: '01:23:45:67:89:ab',
      rx_octets: 2_070_139,
      tx_octets: 140_208,
      rx_packets: 26_701,
      tx_packets: 662,
      rx_drop: 200,
      rx_errors: 100,
      rx_rate: null,
      tx_drop: 500,
      tx_errors: 400,
      tx_rate: null,
    },
  ],
};
