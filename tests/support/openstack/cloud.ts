import { randomUUID } from 'node:crypto';
import type { CloudService } from '../../../src/compute/openstack/api/errors.ts';

/* The state of a cloud for tests. Its services answer with the shapes of a real one (tests/fixtures/openstack). */

/** A row as the API returns it. */
export type Row = Record<string, unknown> & { id: string };
export interface ServerRow extends Row {
  name: string;
  status: string;
  tenant_id: string;
  metadata: Record<string, string>;
  tags: string[];
  flavor: FlavorRow;
  created: string;
  updated: string;
  'OS-EXT-STS:task_state': string | null;
  'OS-EXT-STS:vm_state': string;
  'OS-EXT-STS:power_state': number;
  'os-extended-volumes:volumes_attached': { id: string; delete_on_termination: boolean }[];
  fault?: { code: number; created: string; message: string };
  /** The flavor before a resize that isn't confirmed. */
  former?: FlavorRow;
  /** Epoch ms of the last change. */
  changedAt: number;
}
export interface FlavorRow extends Row {
  name: string;
  vcpus: number;
  ram: number;
  disk: number;
}
export interface VolumeRow extends Row {
  name: string;
  status: string;
  size: number;
  metadata: Record<string, string>;
  attachments: { server_id: string; attachment_id: string; volume_id: string; device: string }[];
  'os-vol-tenant-attr:tenant_id': string;
}
export interface PortRow extends Row {
  network_id: string;
  project_id: string;
  device_id: string;
  device_owner: string;
  status: string;
  mac_address: string;
  fixed_ips: { subnet_id: string; ip_address: string }[];
  security_groups: string[];
  /** Made by the request for a server, and deleted with it. */
  isOfServer: boolean;
}
export interface SubnetRow extends Row {
  network_id: string;
  project_id: string;
  cidr: string;
  ip_version: number;
  gateway_ip: string | null;
}
export interface ProjectRow extends Row {
  name: string;
  domain_id: string;
  enabled: boolean;
  tags: string[];
}
export interface RuleRow extends Row {
  security_group_id: string;
}

/** What a service refuses, in its own form. */
export class CloudFault extends Error {
  readonly status: number;
  readonly type: string;
  readonly headers: Record<string, string>;
  constructor(status: number, type: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.headers = headers;
  }
}

export interface Call {
  projectId: string;
  isAdmin: boolean;
  userId: string;
  query: URLSearchParams;
  // The bodies of requests: each handler reads the fields of its call.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  body: any;
  /** Of the path. */
  params: string[];
  /** The address of the service, for links. */
  base: string;
}
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}
export type Route = [method: string, path: RegExp, handle: (call: Call) => Answer];

export interface Fault {
  service: CloudService;
  method?: string;
  path?: RegExp;
  /** How many requests; by default one. */
  times?: number;
  /**
   * `lost`: the request has its effect, and the connection ends. `dropped`: the connection ends before. `slow`: the response comes after
   * `ms`. Others: the response has this status.
   */
  how: 'lost' | 'dropped' | 'slow' | 'unauthorized' | 'conflict' | 'overLimit' | 'rateLimited' | 'broken';
  ms?: number;
  /** Seconds, of `overLimit` and `rateLimited`. */
  retryAfter?: number;
}

const ADMIN = 'admin';

export class CloudState {
  readonly domains = [{ id: 'default', name: 'Default' }];
  readonly roles: Row[] = ['admin', 'member', 'reader'].map((name) => ({ id: hexId(), name }));
  readonly user = { id: hexId(), name: 'nasim', password: 'secret of the cloud' };
  readonly projects = new Map<string, ProjectRow>();
  /** `project user role`. */
  readonly assignments = new Set<string>();
  readonly tokens = new Map<string, { projectId: string; expiresAt: number }>();
  readonly flavors = new Map<string, FlavorRow>();
  readonly servers = new Map<string, ServerRow>();
  /** Deleted ones, which `changes-since` lists. */
  readonly deleted = new Map<string, ServerRow>();
  readonly keypairs = new Map<string, string>();
  readonly images = new Map<string, Row & { status: string; owner: string | null; visibility: string; name: string }>();
  readonly volumes = new Map<string, VolumeRow>();
  readonly snapshots = new Map<string, Row & { volume_id: string; status: string; size: number }>();
  readonly backups = new Map<string, Row & { volume_id: string; status: string }>();
  readonly networks = new Map<string, Row & { project_id: string; 'router:external': boolean; subnets: string[] }>();
  readonly subnets = new Map<string, SubnetRow>();
  readonly routers = new Map<string, Row & { project_id: string; external_gateway_info: { network_id: string } | null }>();
  readonly ports = new Map<string, PortRow>();
  readonly floatingIps = new Map<
    string,
    Row & { project_id: string; floating_network_id: string; floating_ip_address: string; port_id: string | null }
  >();
  readonly securityGroups = new Map<string, Row & { project_id: string; name: string; security_group_rules: RuleRow[] }>();
  /** By service and project. */
  readonly quotas = new Map<string, Record<string, number>>();
  readonly faults: (Fault & { left: number })[] = [];
  /** Services that don't answer. */
  readonly down = new Set<CloudService>();
  /** Host and port of a proxy for consoles, instead of those that nothing listens on. */
  consoleHost: string | null = null;
  /** The requests so far: `compute GET /servers/ID`. */
  readonly requests: string[] = [];
  readonly ownProject: ProjectRow;
  readonly clock: () => number;
  readonly #actionMs: number;
  #pending: { at: number; work: () => void }[] = [];
  #created = 0;

  /** @param actionMs how long each step of an action lasts */
  constructor({ clock, actionMs }: { clock: () => number; actionMs: number }) {
    this.clock = clock;
    this.#actionMs = actionMs;
    this.ownProject = this.addProject('service', ['admin']);
  }

  /** @param roles of the service user */
  addProject(name: string, roles: readonly string[], tags: string[] = []): ProjectRow {
    const project = {
      id: hexId(),
      name,
      domain_id: 'default',
      description: '',
      enabled: true,
      is_domain: false,
      parent_id: 'default',
      options: {},
      tags,
    };
    this.projects.set(project.id, project);
    for (const role of roles) this.assignments.add(`${project.id} ${this.user.id} ${this.roles.find((one) => one.name === role)?.id}`);
    return project;
  }
  addFlavor(name: string, vcpus: number, ram: number, disk: number): FlavorRow {
    const flavor = { id: hexId(), name, vcpus, ram, disk, swap: 0, 'OS-FLV-EXT-DATA:ephemeral': 0, extra_specs: {} };
    const details = { 'OS-FLV-DISABLED:disabled': false, 'os-flavor-access:is_public': true, rxtx_factor: 1, description: null };
    const row = { ...flavor, ...details };
    this.flavors.set(row.id, row);
    return row;
  }
  addImage(name: string, more: object = {}): Row {
    const id = randomUUID();
    const created_at = this.isoSeconds();
    const file = { disk_format: 'qcow2', container_format: 'bare', checksum: '0'.repeat(32), size: 1_048_576, virtual_size: 1_048_576 };
    const row = {
      id,
      name,
      status: 'active',
      visibility: 'public',
      owner: this.ownProject.id,
      protected: false,
      os_hidden: false,
      min_disk: 0,
      min_ram: 0,
      created_at,
      updated_at: created_at,
      tags: [],
      schema: '/v2/schemas/image',
      ...file,
      ...more,
    };
    this.images.set(id, row);
    return row;
  }

  isAdmin(projectId: string): boolean {
    return this.hasRole(projectId, ADMIN);
  }
  hasRole(projectId: string, name?: string): boolean {
    const ids = this.roles.filter((role) => name === undefined || role.name === name).map(({ id }) => id);
    return ids.some((id) => this.assignments.has(`${projectId} ${this.user.id} ${id}`));
  }

  /** Times of Nova, Keystone and Glance; Cinder and Neutron have others. */
  isoSeconds(): string {
    return new Date(this.clock()).toISOString().replace(/\.\d+/, '');
  }
  /** A number that no other row has. */
  next(): number {
    return ++this.#created;
  }

  quota(service: CloudService, projectId: string, name: string): number {
    return this.quotas.get(`${service} ${projectId}`)?.[name] ?? defaultQuotas[name] ?? -1;
  }
  /** What a project uses, refused beyond its quota by `refuse`. */
  charge(service: CloudService, projectId: string, name: string, used: number, refuse: (limit: number) => CloudFault): void {
    const limit = this.quota(service, projectId, name);
    if (limit >= 0 && used > limit) throw refuse(limit);
  }

  /** Does work after `steps` times the length of a step. */
  later(steps: number, work: () => void): void {
    this.#pending.push({ at: this.clock() + steps * this.#actionMs, work });
  }
  /** Brings everything to the present. */
  settle(): void {
    const now = this.clock();
    // What is done can start more, at the same time.
    for (;;) {
      const due = this.#pending.filter(({ at }) => at <= now).sort((left, right) => left.at - right.at);
      if (due.length === 0) return;
      this.#pending = this.#pending.filter(({ at }) => at > now);
      for (const { work } of due) work();
    }
  }

  /** The next requests of a kind fail. */
  inject(fault: Fault): void {
    this.faults.push({ ...fault, left: fault.times ?? 1 });
  }
  /** A service refuses connections until the returned function is called. */
  stop(service: CloudService): () => void {
    this.down.add(service);
    return () => this.down.delete(service);
  }
  /** How many requests were sent since `from`. */
  count(from = 0, pattern = /./): number {
    return this.requests.slice(from).filter((request) => pattern.test(request)).length;
  }
}

/** As after the installation of a real one. */
const defaultQuotas: Readonly<Record<string, number>> = {
  instances: 10,
  cores: 20,
  ram: 51_200,
  key_pairs: 100,
  server_groups: 10,
  volumes: 10,
  snapshots: 10,
  gigabytes: 1_000,
  backups: 10,
  backup_gigabytes: 1_000,
  network: 100,
  subnet: 100,
  port: 500,
  router: 10,
  floatingip: 50,
  security_group: 10,
  security_group_rule: 100,
};

export const hexId = (): string => randomUUID().replaceAll('-', '');

/** One page of a list, and the marker of the next one. */
export function page<T extends { id: string }>(
  rows: readonly T[],
  query: URLSearchParams,
  highest = 1_000,
): { rows: readonly T[]; next: string | null } {
  const marker = query.get('marker');
  const start = marker === null ? 0 : rows.findIndex(({ id }) => id === marker) + 1;
  if (marker !== null && start === 0) throw new CloudFault(400, 'badRequest', `marker [${marker}] not found`);
  const limit = Math.min(Number(query.get('limit') ?? highest), highest);
  const part = rows.slice(start, start + limit);
  if (start + limit >= rows.length || part.length === 0) return { rows: part, next: null };
  const following = new URLSearchParams(query);
  following.set('marker', part.at(-1)?.id ?? '');
  return { rows: part, next: following.toString() };
}
