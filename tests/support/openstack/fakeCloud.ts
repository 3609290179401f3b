import http from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { CloudService } from '../../../src/compute/openstack/api/errors.ts';
import { CloudSession, type CloudSettings } from '../../../src/compute/openstack/api/session.ts';
import { bind, close } from '../listen.ts';
import { type Answer, type Call, CloudFault, CloudState, type Route } from './cloud.ts';
import { computeRoutes } from './compute.ts';
import { identityRoutes } from './identity.ts';
import { imageRoutes } from './image.ts';
import { addNetwork, networkRoutes } from './network.ts';
import { volumeRoutes } from './volume.ts';

export interface FakeCloudOptions {
  clock?: () => number;
  /** How long each step of an action lasts. A server takes four until it runs. */
  actionMs?: number;
  /** Highest microversions. */
  versions?: { compute?: string; volume?: string };
}

/** The services behind one address, by the first segments of their paths; Cinder's has the project too. */
const paths = /^\/(identity\/v3|compute\/v2\.1|image\/v2|volume\/v3\/(\w+)|volume\/v3|network\/v2\.0)(\/.*)?$/;

/** A cloud with the services that the client uses, on a port of this machine. It ends with the test. */
export async function startFakeCloud({ clock = Date.now, actionMs = 5, versions = {} }: FakeCloudOptions = {}) {
  const state = new CloudState({ clock, actionMs });
  let origin = '';
  const endpoints = (projectId: string) => ({
    compute: `${origin}/compute/v2.1`,
    image: `${origin}/image`,
    volumev3: `${origin}/volume/v3/${projectId}`,
    'block-storage': `${origin}/volume/v3/${projectId}`,
    network: `${origin}/network`,
    identity: `${origin}/identity/v3`,
  });
  const routes: Record<CloudService, Route[]> = {
    identity: identityRoutes(state, endpoints),
    compute: computeRoutes(state),
    image: imageRoutes(state),
    volume: volumeRoutes(state),
    network: networkRoutes(state),
  };
  const documents: Partial<Record<CloudService, object>> = {
    compute: {
      version: {
        id: 'v2.1',
        status: 'CURRENT',
        version: versions.compute ?? '2.93',
        min_version: '2.1',
        updated: '2013-07-23T11:33:21Z',
        links: [],
      },
    },
    volume: {
      versions: [{ id: 'v3.0', status: 'CURRENT', version: versions.volume ?? '3.70', min_version: '3.0', updated: '', links: [] }],
    },
  };

  /** @throws CloudFault */
  function answer(service: CloudService, method: string, url: URL, token: string | undefined, body: string): Answer {
    state.settle();
    const [, base = '', , path = '/'] = paths.exec(url.pathname) ?? [];
    if (path === '/' && documents[service]) return { body: documents[service] };
    const isLogin = service === 'identity' && path === '/auth/tokens';
    const known = token === undefined ? undefined : state.tokens.get(token);
    const isValid = known !== undefined && known.expiresAt > state.clock() && state.projects.get(known.projectId)?.enabled;
    if (!isLogin && !isValid) throw new CloudFault(401, 'Unauthorized', 'The request you have made requires authentication.');
    const call = { query: url.searchParams, base: `${origin}/${base}`, body: body === '' ? null : JSON.parse(body) };
    return handle(service, method, path, { ...call, projectId: known?.projectId ?? '' });
  }
  function handle(service: CloudService, method: string, path: string, call: Pick<Call, 'projectId' | 'query' | 'base' | 'body'>): Answer {
    for (const [verb, pattern, run] of routes[service]) {
      const match = verb === method ? pattern.exec(path) : null;
      if (match) return run({ ...call, isAdmin: state.isAdmin(call.projectId), userId: state.user.id, params: match.slice(1) });
    }
    throw new CloudFault(404, 'itemNotFound', 'The resource could not be found.');
  }

  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => void reply(request, response, text));
  });
  async function reply(request: http.IncomingMessage, response: http.ServerResponse, text: string): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const { method = 'GET' } = request;
    const service = (url.pathname.split('/')[1] ?? '') as CloudService; // of the endpoints above
    const path = paths.exec(url.pathname)?.[3] ?? '/';
    state.requests.push(`${service} ${method} ${path}`);
    const isDown = state.down.has(service);
    const fault = isDown
      ? undefined
      : state.faults.find(
          (one) => one.left > 0 && one.service === service && (one.method ?? method) === method && (one.path ?? /./).test(path),
        );
    if (fault) fault.left--;
    if (isDown) return end(response, { status: 503, body: '<html><h1>503 Service Unavailable</h1></html>' });
    if (fault?.how === 'dropped') return void request.socket.destroy();
    if (fault?.how === 'slow') await wait(fault.ms ?? 0);
    let result: Answer;
    try {
      if (fault) throwFault(service, fault);
      const header = request.headers['x-auth-token'];
      result = answer(service, method, url, Array.isArray(header) ? header[0] : header, text);
    } catch (error) {
      result = toAnswer(service, error);
    }
    if (fault?.how === 'lost') return void request.socket.destroy();
    end(response, result);
  }

  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await bind(server);
  origin = `http://127.0.0.1:${port}`;
  onTestFinished(() => close(server));

  const external = addNetwork(state, state.ownProject.id, 'public', ['203.0.113.0/24'], { 'router:external': true });
  for (const [name, cpu, ram, disk] of [
    ['eco', 1, 2_048, 25],
    ['com', 2, 4_096, 50],
    ['pro', 4, 8_192, 100],
  ] as const)
    state.addFlavor(name, cpu, ram, disk);
  const image = state.addImage('debian-12', { os_distro: 'debian', os_version: '12' });
  const settings: CloudSettings = {
    authUrl: `${origin}/identity`,
    username: state.user.name,
    password: state.user.password,
    userDomainId: 'default',
    project: { name: state.ownProject.name, domainId: 'default' },
    region: 'RegionOne',
    interface: 'public',
    clock,
  };
  return {
    state,
    settings,
    origin,
    external,
    image,
    connections: () => sockets.size,
    /** The effect of a request of a project, without a connection: makes many resources quickly. */
    perform: (service: CloudService, method: string, path: string, projectId: string, body: unknown): Answer =>
      handle(service, method, path, { projectId, body, query: new URLSearchParams(), base: origin }),
    /** A session that ends with the test. */
    connect(more: Partial<CloudSettings> = {}): CloudSession {
      const session = new CloudSession({ ...settings, ...more });
      onTestFinished(() => session.close());
      return session;
    },
  };
}
export type FakeCloud = Awaited<ReturnType<typeof startFakeCloud>>;

function throwFault(service: CloudService, { how, retryAfter = 1 }: CloudState['faults'][number]): void {
  switch (how) {
    case 'unauthorized':
      throw new CloudFault(401, 'Unauthorized', 'The request you have made requires authentication.');
    case 'conflict':
      throw new CloudFault(409, service === 'network' ? 'Conflict' : 'conflictingRequest', 'Somebody else changed it.');
    case 'overLimit':
      throw new CloudFault(413, 'overLimit', 'This request was rate-limited.', { 'retry-after': String(retryAfter) });
    case 'rateLimited':
      throw new CloudFault(429, 'tooManyRequests', 'Too many requests.', { 'retry-after': String(retryAfter) });
    case 'broken':
      throw new CloudFault(500, 'computeFault', 'Unexpected API Error. Please report this.');
  }
}

/** The form of an error of each service. */
function toAnswer(service: CloudService, error: unknown): Answer {
  if (!(error instanceof CloudFault)) throw error;
  const { status, type, message, headers } = error;
  const bodies: Record<CloudService, object> = {
    identity: { error: { code: status, message, title: type } },
    compute: { [type]: { code: status, message } },
    volume: { [type]: { code: status, message, ...(headers['retry-after'] !== undefined && { retryAfter: headers['retry-after'] }) } },
    network: { NeutronError: { type, message, detail: '' } },
    image: { message: `${message}<br /><br />\n\n\n`, code: `${status} ${http.STATUS_CODES[status]}`, title: http.STATUS_CODES[status] },
  };
  // Keystone's middleware in front of each service.
  if (status === 401) return { status, body: { error: { code: 401, title: 'Unauthorized', message } }, headers };
  return { status, body: bodies[service], headers };
}

function end(response: http.ServerResponse, { status = 200, body, headers = {} }: Answer): void {
  const isText = typeof body === 'string';
  const type = isText ? 'text/html' : 'application/json';
  response.writeHead(status, {
    ...(body !== undefined && { 'content-type': type }),
    'x-openstack-request-id': 'req-00000000-0000-4000-8000-000000000000',
    ...headers,
  });
  response.end(body === undefined ? '' : isText ? body : JSON.stringify(body));
}
