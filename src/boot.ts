import { makeAdapter } from './adapter/adapter.ts';
import { fromNode, toNode } from './adapter/incoming.ts';
import type { Nasim } from './adapter/nasim.ts';
import { makeSockets, type OpenSocket } from './adapter/sockets.ts';
import { makeTranslations } from './adapter/translations.ts';
import { type Outgoing, remoteUpstream } from './adapter/upstream.ts';
import { type Env, publicOrigin, readEnv, readSecrets } from './config/env.ts';
import { openapi } from './lib/contract/openapi.ts';

/**
 * The composition root: the adapter and, unless `PROVIDER_URL` is set, the embedded provider. Node runs it from the source, outside
 * of Astro's bundle (docs/decisions/0002): the pages find it on `globalThis`, and a reload in development does not start it twice.
 */
export function boot(): Promise<Nasim> {
  globalThis.nasim ??= make();
  return globalThis.nasim;
}

async function make(): Promise<Nasim> {
  const env = readEnv();
  const behind = env.PROVIDER_URL ? remote(env.PROVIDER_URL) : await embedded(env);
  const adapter = makeAdapter(env, readSecrets(env), behind.upstream);
  const sockets = makeSockets(behind.openSocket, adapter.isOwnOrigin, adapter.clientIp);
  return {
    env,
    adapter,
    ...behind,
    openapi: () => JSON.stringify(openapi(publicOrigin(env))),
    upgrade: sockets.upgrade,
    drain() {
      sockets.drain();
      adapter.drain();
      behind.drain();
    },
    api: async (request, response) => toNode(await adapter.answer(fromNode(request, response)), response),
  };
}

type Behind = Pick<Nasim, 'upstream' | 'translations' | 'mailbox' | 'edge' | 'hasLocalCompute' | 'health' | 'start' | 'drain' | 'stop'> & {
  openSocket: OpenSocket;
};

/** A provider elsewhere: its jobs are its own, and its texts are laid over ours. */
function remote(providerUrl: string): Behind {
  const upstream = remoteUpstream(providerUrl);
  // Its consoles are opened at the provider itself.
  const openSocket: OpenSocket = () => Promise.reject(new Error('the provider is elsewhere'));
  return {
    upstream,
    openSocket,
    hasLocalCompute: false,
    translations: makeTranslations(upstream),
    health: async () => ({ ok: true, details: [], warnings: [] }),
    start() {},
    drain() {},
    async stop() {},
  };
}

async function embedded(env: Env): Promise<Behind> {
  const { makeProvider } = await import('./provider/index.ts');
  const provider = await makeProvider({ env });
  const upstream = ({ method, path, search, headers, body, ip, signal }: Outgoing) =>
    // `duplex` belongs to fetch but not yet to TypeScript's DOM.
    provider.answer(
      new Request(`http://provider${path}${search}`, {
        method,
        headers,
        body: body as BodyInit | null,
        signal,
        duplex: 'half',
      } as RequestInit),
      { ip },
    );
  const { edgeKeys: keys, localEdge } = provider.services;
  return {
    upstream,
    ...(env.EDGE_DRIVER === 'node' && env.EDGE_LOCAL && { edge: { keys, local: localEdge } }),
    hasLocalCompute: (env.COMPUTE_DRIVER === 'qemu' || env.COMPUTE_DRIVER === 'openstack') && env.COMPUTE_LOCAL,
    openSocket: provider.openSocket,
    translations: () => null,
    mailbox: provider.mailbox,
    health: provider.health,
    start: provider.start,
    drain: () => void provider.drain(),
    stop: provider.stop,
  };
}
