import { z } from 'zod';
import { orNull } from './errors.ts';
import { NASIM_ID, toMark } from './nasimId.ts';
import { listAll } from './paging.ts';
import type { CloudRequest, CloudScope } from './session.ts';

/* Compute API (Nova), microversions 2.67 to 2.93. Names in the comments are those of its reference. */

const service = 'compute';
/** For administrators, each server has its user data, of up to 87 KB. */
const PAGE = 250;

const Fault = z.object({ code: z.number(), message: z.string(), details: z.string().optional() });
const Server = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    tenant_id: z.string(),
    created: z.string(),
    updated: z.string(),
    progress: z.number().nullish(),
    metadata: z.record(z.string(), z.string()),
    tags: z.array(z.string()).default([]),
    locked: z.boolean().default(false),
    fault: Fault.optional(),
    // Empty for a server that boots from a volume.
    image: z.union([z.object({ id: z.string() }), z.literal('')]).nullish(),
    flavor: z.object({ original_name: z.string(), vcpus: z.number(), ram: z.number(), disk: z.number() }),
    addresses: z.record(
      z.string(),
      z.array(
        z.object({
          addr: z.string(),
          version: z.union([z.literal(4), z.literal(6)]),
          'OS-EXT-IPS:type': z.string().optional(),
          'OS-EXT-IPS-MAC:mac_addr': z.string().optional(),
        }),
      ),
    ),
    'OS-EXT-STS:task_state': z.string().nullish(),
    'OS-EXT-STS:vm_state': z.string().nullish(),
    'OS-EXT-STS:power_state': z.number().nullish(),
    'OS-EXT-AZ:availability_zone': z.string().nullish(),
    'OS-EXT-SRV-ATTR:host': z.string().nullish(),
    'OS-SRV-USG:launched_at': z.string().nullish(),
    'os-extended-volumes:volumes_attached': z.array(z.object({ id: z.string() })).default([]),
  })
  .transform((server) => ({
    id: server.id,
    /** The ID of its entity; null: the server isn't ours. */
    nasimId: server.metadata[NASIM_ID] ?? null,
    name: server.name,
    /** `ACTIVE`, `BUILD`, `ERROR`, `SHUTOFF`, `VERIFY_RESIZE`, `RESCUE`, `DELETED` … (Compute API guide, "Server concepts"). */
    status: server.status,
    /** What the cloud is doing with it; null: nothing. */
    taskState: server['OS-EXT-STS:task_state'] ?? null,
    vmState: server['OS-EXT-STS:vm_state'] ?? null,
    /** 1 running, 4 shut down, 3 paused, 6 crashed, 7 suspended, 0 none. */
    powerState: server['OS-EXT-STS:power_state'] ?? null,
    projectId: server.tenant_id,
    zone: server['OS-EXT-AZ:availability_zone'] || null,
    /** Only with the role of an administrator. */
    host: server['OS-EXT-SRV-ATTR:host'] ?? null,
    /** The flavor as it was at creation: cores, MiB of memory and GB of disk. Its ID isn't reported. */
    flavor: { name: server.flavor.original_name, cpu: server.flavor.vcpus, ramMb: server.flavor.ram, disk: server.flavor.disk },
    imageId: server.image ? server.image.id : null,
    metadata: server.metadata,
    tags: server.tags,
    isLocked: server.locked,
    addresses: Object.entries(server.addresses).flatMap(([network, list]) =>
      list.map((one) => ({
        network,
        address: one.addr,
        version: one.version,
        isFloating: one['OS-EXT-IPS:type'] === 'floating',
        mac: one['OS-EXT-IPS-MAC:mac_addr'] ?? null,
      })),
    ),
    volumeIds: server['os-extended-volumes:volumes_attached'].map(({ id }) => id),
    /** Why the last action failed, for the operator; only with the status `ERROR`. */
    fault: server.fault ?? null,
    progress: server.progress ?? null,
    /** Whether it has ever run. */
    wasLaunched: (server['OS-SRV-USG:launched_at'] ?? null) !== null,
    /** Epoch ms. */
    createdAt: Date.parse(server.created),
    updatedAt: Date.parse(server.updated),
  }));
export type CloudServer = z.output<typeof Server>;

export interface NewServer {
  nasimId: string;
  name: string;
  flavorId: string;
  imageId: string;
  portIds: readonly string[];
  /** Plain text; the cloud's limit is 65,535 bytes in base64. */
  userData?: string;
  zone?: string;
  adminPassword?: string;
  /** The configuration drive instead of the metadata service. */
  hasConfigDrive?: boolean;
}

/** Create server: `POST /servers`. The server is in the status `BUILD` then, and some actions on it are answered with 404 for a moment. */
export async function createServer(scope: CloudScope, input: NewServer, signal: AbortSignal): Promise<{ id: string }> {
  const { adminPassword, userData } = input;
  const encoded = userData === undefined ? undefined : Buffer.from(userData).toString('base64');
  const created = await scope.read(z.object({ server: z.object({ id: z.string() }) }), {
    service,
    method: 'POST',
    path: '/servers',
    secrets: [adminPassword ?? '', encoded ?? '', userData ?? ''],
    json: {
      server: {
        name: input.name,
        flavorRef: input.flavorId,
        imageRef: input.imageId,
        networks: input.portIds.length === 0 ? 'none' : input.portIds.map((port) => ({ port })),
        user_data: encoded,
        availability_zone: input.zone,
        adminPass: adminPassword,
        config_drive: input.hasConfigDrive,
        metadata: { [NASIM_ID]: input.nasimId },
        tags: [toMark(input.nasimId)],
      },
    },
    signal,
  });
  return created.server;
}
/** Show server details: `GET /servers/{id}`. Null: it doesn't exist in this project. */
export const getServer = (scope: CloudScope, id: string, signal: AbortSignal): Promise<CloudServer | null> =>
  orNull(scope.read(z.object({ server: Server }), { service, path: `/servers/${id}`, signal }).then(({ server }) => server));

export interface ServerQuery {
  /** With the role of an administrator: of all projects, else only those of the scope. */
  allProjects?: boolean;
  /** ISO 8601. Then also servers that were deleted since, with the status `DELETED`. */
  changesSince?: string;
  nasimId?: string;
}
/** List servers detailed: `GET /servers/detail`, in pages of 250. */
export const listServers = (
  scope: CloudScope,
  { allProjects, changesSince, nasimId }: ServerQuery,
  signal: AbortSignal,
): Promise<CloudServer[]> =>
  listAll(scope, 'servers', Server, {
    service,
    path: '/servers/detail',
    query: {
      limit: PAGE,
      all_tenants: allProjects ? 'true' : undefined,
      'changes-since': changesSince,
      tags: nasimId === undefined ? undefined : toMark(nasimId),
    },
    signal,
  });

/** The servers with an ID in their tags: more than one after a lost response that was repeated. */
export const findServersByNasimId = (scope: CloudScope, nasimId: string, signal: AbortSignal): Promise<CloudServer[]> =>
  listServers(scope, { nasimId }, signal);

/** Update server: `PUT /servers/{id}`. */
export const renameServer = (scope: CloudScope, id: string, name: string, signal: AbortSignal): Promise<void> =>
  scope.send({ service, method: 'PUT', path: `/servers/${id}`, json: { server: { name } }, signal });

/** Delete server: `DELETE /servers/{id}`. Also succeeds while the server is being deleted; ports that were made before remain. */
export const deleteServer = (scope: CloudScope, id: string, signal: AbortSignal): Promise<void> =>
  orNull(scope.send({ service, method: 'DELETE', path: `/servers/${id}`, signal })).then(() => {});

const act = (scope: CloudScope, id: string, action: object, signal: AbortSignal, more: Partial<CloudRequest> = {}): Promise<void> =>
  scope.send({ service, method: 'POST', path: `/servers/${id}/action`, json: action, signal, ...more });

/* All actions are accepted (202) and done later. A wrong, busy or locked state is a `conflict`. */

/** Start server (os-start Action). */
export const startServer = (scope: CloudScope, id: string, signal: AbortSignal) => act(scope, id, { 'os-start': null }, signal);
/** Stop server (os-stop Action): asks the system to shut down, and ends the server after the cloud's time limit. */
export const stopServer = (scope: CloudScope, id: string, signal: AbortSignal) => act(scope, id, { 'os-stop': null }, signal);
/** Reboot server (reboot Action). A soft one becomes a hard one after the cloud's time limit. */
export const rebootServer = (scope: CloudScope, id: string, type: 'SOFT' | 'HARD', signal: AbortSignal) =>
  act(scope, id, { reboot: { type } }, signal);
/** Resize server (resize Action). Ends in `VERIFY_RESIZE`, until it is confirmed or reverted. */
export const resizeServer = (scope: CloudScope, id: string, flavorId: string, signal: AbortSignal) =>
  act(scope, id, { resize: { flavorRef: flavorId } }, signal);
/** Confirm resized server (confirmResize Action). The status remains `VERIFY_RESIZE` for some seconds. */
export const confirmResize = (scope: CloudScope, id: string, signal: AbortSignal) => act(scope, id, { confirmResize: null }, signal);
/** Revert resized server (revertResize Action). */
export const revertResize = (scope: CloudScope, id: string, signal: AbortSignal) => act(scope, id, { revertResize: null }, signal);
/** Unrescue server (unrescue Action). */
export const unrescueServer = (scope: CloudScope, id: string, signal: AbortSignal) => act(scope, id, { unrescue: null }, signal);
/** Change administrative password (changePassword Action); needs the guest agent and a driver that supports it. */
export const changePassword = (scope: CloudScope, id: string, password: string, signal: AbortSignal) =>
  act(scope, id, { changePassword: { adminPass: password } }, signal, { secrets: [password] });
/** Rescue server (rescue Action). @param imageId the image to boot; by default that of the server */
export const rescueServer = (
  scope: CloudScope,
  id: string,
  { password, imageId }: { password?: string; imageId?: string },
  signal: AbortSignal,
): Promise<void> => act(scope, id, { rescue: { adminPass: password, rescue_image_ref: imageId } }, signal, { secrets: [password ?? ''] });

export interface RebuildOptions {
  imageId: string;
  adminPassword?: string;
  /** Plain text. */
  userData: string;
}
/** Rebuild server (rebuild Action). */
export function rebuildServer(scope: CloudScope, id: string, options: RebuildOptions, signal: AbortSignal): Promise<void> {
  const { imageId, adminPassword, userData } = options;
  const encoded = Buffer.from(userData).toString('base64');
  const rebuild = { imageRef: imageId, adminPass: adminPassword, user_data: encoded };
  return act(scope, id, { rebuild }, signal, { secrets: [adminPassword ?? '', encoded, userData] });
}

/** Create image (createImage Action). */
export async function createServerImage(
  scope: CloudScope,
  id: string,
  { nasimId, name }: { nasimId: string; name: string },
  signal: AbortSignal,
): Promise<{ imageId: string }> {
  const created = await scope.read(z.object({ image_id: z.string() }), {
    service,
    method: 'POST',
    path: `/servers/${id}/action`,
    json: { createImage: { name, metadata: { [NASIM_ID]: nasimId } } },
    signal,
  });
  return { imageId: created.image_id };
}

/** Show console output (os-getConsoleOutput Action): the last lines of the serial console. */
export async function getConsoleOutput(scope: CloudScope, id: string, lines: number, signal: AbortSignal): Promise<string> {
  const json = { 'os-getConsoleOutput': { length: lines } };
  const request: CloudRequest = { service, method: 'POST', path: `/servers/${id}/action`, json, signal };
  return (await scope.read(z.object({ output: z.string() }), request)).output;
}

export const consoleTypes = { serial: { protocol: 'serial', type: 'serial' }, graphical: { protocol: 'vnc', type: 'novnc' } } as const;
/**
 * Create remote console: `POST /servers/{id}/remote-consoles`.
 * @returns the address of the WebSocket, which contains a secret: subprotocol `binary`
 */
export async function createConsole(scope: CloudScope, id: string, kind: keyof typeof consoleTypes, signal: AbortSignal): Promise<URL> {
  const created = await scope.read(z.object({ remote_console: z.object({ url: z.url() }) }), {
    service,
    method: 'POST',
    path: `/servers/${id}/remote-consoles`,
    json: { remote_console: consoleTypes[kind] },
    signal,
  });
  return toSocketUrl(created.remote_console.url);
}
/** noVNC's page has the path of its WebSocket in the parameter `path`; older clouds only have `token`. */
export function toSocketUrl(url: string): URL {
  const page = new URL(url);
  const path = page.searchParams.get('path') ?? (page.protocol.startsWith('ws') ? null : `?${page.searchParams}`);
  const socket = path === null ? page : new URL(path.startsWith('/') ? path : `/${path}`, page);
  socket.protocol = page.protocol === 'https:' || page.protocol === 'wss:' ? 'wss:' : 'ws:';
  return socket;
}

/** Attach a volume: `POST /servers/{id}/os-volume_attachments`. A volume that is in use is a `badRequest`. */
export const attachVolume = (scope: CloudScope, id: string, volumeId: string, signal: AbortSignal): Promise<void> =>
  scope.send({ service, method: 'POST', path: `/servers/${id}/os-volume_attachments`, json: { volumeAttachment: { volumeId } }, signal });
/** Detach a volume: `DELETE /servers/{id}/os-volume_attachments/{volumeId}`. Also succeeds when it isn't attached. */
export const detachVolume = (scope: CloudScope, id: string, volumeId: string, signal: AbortSignal): Promise<void> =>
  orNull(scope.send({ service, method: 'DELETE', path: `/servers/${id}/os-volume_attachments/${volumeId}`, signal })).then(() => {});
/** Create interface: `POST /servers/{id}/os-interface`. */
export const attachPort = (scope: CloudScope, id: string, portId: string, signal: AbortSignal): Promise<void> =>
  scope.send({ service, method: 'POST', path: `/servers/${id}/os-interface`, json: { interfaceAttachment: { port_id: portId } }, signal });
/** Detach interface: `DELETE /servers/{id}/os-interface/{portId}`. Also succeeds when it isn't attached. A port made before remains. */
export const detachPort = (scope: CloudScope, id: string, portId: string, signal: AbortSignal): Promise<void> =>
  orNull(scope.send({ service, method: 'DELETE', path: `/servers/${id}/os-interface/${portId}`, signal })).then(() => {});
/** Cores and MiB of memory; -1: unlimited. */
export interface ComputeQuota {
  instances: number;
  cores: number;
  ram: number;
}
/** Update quotas: `PUT /os-quota-sets/{project}`; for administrators. Also below what is used. */
export const setComputeQuota = (scope: CloudScope, projectId: string, quota: Partial<ComputeQuota>, signal: AbortSignal): Promise<void> =>
  scope.send({ service, method: 'PUT', path: `/os-quota-sets/${projectId}`, json: { quota_set: { ...quota, force: true } }, signal });
