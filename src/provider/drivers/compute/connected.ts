import { request as httpRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Agent, request } from 'undici';
import { listOffered } from '../../../compute/catalog.ts';
import { computeFolder } from '../../../compute/env.ts';
import { controlSocket, Folders } from '../../../compute/folders.ts';
import type { EntityReply, HostReply, Kind, LogReply, Reports, Specs } from '../../../compute/protocol.ts';
import { readIdentity } from '../../../compute/state/identity.ts';
import type { TKey, TParams } from '../../../lib/i18n/keys.ts';
import { connectUnix } from '../../../lib/node/unixSocket.ts';
import type { Metrics } from '../../../lib/rules/cloud/compute/spec.ts';
import { DriverFault, DriverRefusal, Outdated } from '../driver.ts';
import type { ComputeDriver, ComputeHealth, Resources } from './compute.ts';

const TIMEOUT_MS = 10_000;
const CONSOLE_MS = 5_000;
const HOST_MS = 5_000;
/** The user that the seed adds SSH keys to. */
const USER = 'root';

interface Reply {
  status: number;
  body: { outdated?: number; refusal?: { key: TKey; params: TParams }; error?: string } | null;
}

export interface ConnectedOptions {
  /** `DATA_DIR` of the compute process. */
  dataDir: string;
  /** What the process runs the servers with. */
  engine: HostReply['engine'];
}

/** What the servers of an engine have, until the process has said it. */
const usual: Readonly<Record<HostReply['engine'], HostReply['capabilities']>> = {
  qemu: { consoles: ['serial', 'graphical'], firewall: 'ports', addresses: false, reverseDns: false, metrics: true },
  openstack: { consoles: ['serial', 'graphical'], firewall: 'full', addresses: false, reverseDns: false, metrics: false },
};

/** Hands the servers to the compute process of this machine, `src/compute`, over its socket. */
export function connectedDriver({ dataDir, engine }: ConnectedOptions): ComputeDriver & { host(signal: AbortSignal): Promise<HostReply> } {
  const folder = computeFolder(dataDir);
  const socketPath = controlSocket(folder);
  const dispatcher = new Agent({
    connect(_, done) {
      const socket = connectUnix(socketPath);
      const fail = (error: Error) => done(error, null);
      socket.once('error', fail).once('connect', () => {
        socket.off('error', fail);
        done(null, socket);
      });
    },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });

  async function call(method: 'GET' | 'PUT' | 'DELETE', path: string, signal: AbortSignal, body?: object): Promise<Reply> {
    const response = await request(`http://compute${path}`, {
      dispatcher,
      method,
      signal,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new DriverFault('server:reason.noHost', { cause: error });
    });
    const text = await response.body.text();
    const reply: Reply = { status: response.statusCode, body: text === '' ? null : JSON.parse(text) };
    if (reply.body?.outdated !== undefined) throw new Outdated(reply.body.outdated);
    if (reply.body?.refusal) throw new DriverRefusal(reply.body.refusal.key, reply.body.refusal.params);
    if (reply.status >= 400 && reply.status !== 404) {
      const error = new Error(`the compute process answered with ${reply.status}: ${reply.body?.error}`);
      // What it needs doesn't respond. A state that waits for another one is no fault.
      throw reply.status === 503 && method === 'GET' ? new DriverFault('server:reason.noHost', { cause: error }) : error;
    }
    return reply;
  }
  async function read<T>(path: string, signal: AbortSignal): Promise<T | null> {
    const { status, body } = await call('GET', path, signal);
    return status === 404 ? null : (body as T); // by src/compute/protocol.ts
  }

  const entityPath = (kind: Kind, id: string) => `/${kind}/${encodeURIComponent(id)}`;
  const report = <K extends Kind>(kind: K, id: string, signal: AbortSignal) => read<EntityReply<K>>(entityPath(kind, id), signal);

  async function host(signal: AbortSignal): Promise<HostReply> {
    const reply = await read<HostReply>('/host', signal);
    if (!reply) throw new DriverFault('server:reason.noHost');
    return reply;
  }

  // An order asks for the images inside of its transaction, where it can't wait for the process.
  let systems: HostReply['images'] = [];
  let places: HostReply['places'] = null;
  const capabilities = { engine: 'connected' as const, ...usual[engine] };
  let health: ComputeHealth = { isResponding: false, respondedAt: null, problems: [] };
  const refresh = () =>
    host(AbortSignal.timeout(TIMEOUT_MS)).then(
      (reply) => {
        systems = reply.images;
        // A process from before this field hasn't reported them.
        places = reply.places ?? null;
        Object.assign(capabilities, reply.capabilities);
        // A process from before this field has no problems.
        health = { isResponding: true, respondedAt: Date.now(), problems: reply.problems ?? [] };
      },
      // Until the process is back, what it had last is offered.
      () => {
        health = { ...health, isResponding: false };
      },
    );
  // A portal that has just started knows them before the process does, which starts after it.
  void listOffered(new Folders(folder)).then(
    (found) => {
      if (systems.length === 0) systems = found;
    },
    // It has never run.
    () => {},
  );
  void refresh();
  setInterval(() => void refresh(), HOST_MS).unref();

  function resources<K extends Kind>(kind: K): Resources<Specs[K], Reports[K]> {
    return {
      // Another one after the state of the process was lost, so that everything is applied again.
      get id() {
        return `${engine}:${readIdentity(folder) ?? ''}`;
      },
      capabilities: {},
      timeoutMs: TIMEOUT_MS,
      apply: async (spec, signal) => void (await call('PUT', entityPath(kind, spec.id), signal, spec)),
      remove: async ({ id, version }, signal) => void (await call('DELETE', `${entityPath(kind, id)}?version=${version}`, signal)),
      observe: async (id, signal) => (await report(kind, id, signal))?.version ?? null,
      progress: async (id, signal) => (await report(kind, id, signal))?.progress ?? null,
    };
  }

  const servers = resources('servers');
  return Object.assign(servers, {
    capabilities,
    images: resources('images'),
    volumes: resources('volumes'),
    networks: resources('networks'),
    firewalls: resources('firewalls'),
    async metrics(id: string, { from, to, step }: { from: number; to: number; step: number }, signal: AbortSignal) {
      const query = new URLSearchParams({ from: String(from), to: String(to), step: String(step) });
      const metrics = await read<Metrics>(`/servers/${encodeURIComponent(id)}/metrics?${query}`, signal);
      return metrics ?? { times: [], values: { cpu: [], ram: [], diskRead: [], diskWrite: [], netIn: [], netOut: [] } };
    },
    host,
    // A process from before this field has lost nothing.
    lost: async (signal: AbortSignal) => (await host(signal)).lost ?? { servers: [], volumes: [] },
    installable: () => systems,
    ...(engine === 'openstack' && { places: () => places }),
    health: () => health,
    async access(id: string, signal: AbortSignal) {
      const { ipv4, forwards } = (await report('servers', id, signal))?.progress ?? {};
      // In a cloud, they have addresses of their own.
      if (!ipv4 || !forwards || engine === 'openstack') return null;
      return { address: ipv4, user: USER, ports: forwards.map(({ guestPort, ...forward }) => ({ ...forward, serverPort: guestPort })) };
    },
    bootLog: async (id: string, signal: AbortSignal) =>
      (await read<LogReply>(`/servers/${encodeURIComponent(id)}/log`, signal))?.output ?? '',
    async console(id, kind, { onData, onClose }) {
      const stream = await openConsole(socketPath, id, kind);
      const decoder = kind === 'serial' ? new StringDecoder('utf8') : null;
      stream.on('data', (bytes: Buffer) => onData(decoder ? decoder.write(bytes) : bytes));
      stream.on('close', onClose);
      return { write: (data) => void stream.write(data), resize() {}, close: () => void stream.destroy() };
    },
  } satisfies Partial<ComputeDriver> & { host: unknown });
}

/** The bytes of a console. @throws DriverRefusal when the server is off */
function openConsole(socketPath: string, id: string, kind: 'serial' | 'graphical'): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const outgoing = httpRequest({
    createConnection: () => connectUnix(socketPath),
    path: `/servers/${encodeURIComponent(id)}/console?kind=${kind}`,
    headers: { connection: 'Upgrade', upgrade: 'console' },
    timeout: CONSOLE_MS,
  });
  outgoing.on('upgrade', (_, socket, head) => {
    socket.setTimeout(0);
    if (head.length > 0) socket.unshift(head);
    socket.on('error', () => socket.destroy());
    resolve(socket);
  });
  outgoing.on('response', (response) => {
    response.resume();
    reject(new DriverRefusal(response.statusCode === 404 ? 'server:reason.isOff' : 'server:reason.noConsole'));
  });
  outgoing.on('timeout', () => outgoing.destroy(new DriverFault('server:reason.noHost')));
  outgoing.on('error', (error) => reject(new DriverFault('server:reason.noHost', { cause: error })));
  outgoing.end();
  return promise;
}
