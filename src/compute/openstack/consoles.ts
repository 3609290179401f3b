import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocket } from 'ws';
import type { ConsoleKind } from '../backend.ts';
import { createConsole } from './api/compute.ts';
import type { Cloud } from './cloud.ts';

const HANDSHAKE_MS = 4_000;
const MAX_MESSAGE = 4_194_304;

/** A console by the cloud's proxy; null: the server doesn't run. @throws when the cloud has no such console */
export async function openCloudConsole(cloud: Cloud, id: string, kind: ConsoleKind): Promise<Duplex | null> {
  const { home, cloudId } = cloud.store.get('servers', id)?.applied ?? {};
  if (!home || !cloudId) return null;
  const status = cloud.observations.server(home.region, cloudId)?.status;
  if (status === undefined || status === 'SHUTOFF') return null;
  const url = await createConsole(cloud.scope(home), cloudId, kind, cloud.signal);
  const socket = new WebSocket(url, ['binary'], {
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
    // The proxies compare it with their own host.
    origin: `${url.protocol === 'wss:' ? 'https' : 'http'}://${url.host}`,
  });
  // Before it opens, so that the first message isn't missed. Whoever reads it handles later errors.
  const stream = createWebSocketStream(socket);
  stream.on('error', () => stream.destroy());
  await once(socket, 'open');
  return stream;
}
