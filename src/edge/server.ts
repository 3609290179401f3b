import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { openGeo } from '../lib/node/geo.ts';
import type { EdgeLogEntry } from '../lib/rules/cdn/edge/bundle.ts';
import { RateCounter } from '../lib/rules/cdn/edge/rateCounter.ts';
import { type EdgeEnv, visitorKeyOf } from './base/env.ts';
import type { Counters, Tools } from './base/tools.ts';
import { Copies } from './cache/copies.ts';
import { DiskTier } from './cache/disk.ts';
import type { FileOwner } from './cache/files.ts';
import type { Site, Sites } from './control/policies.ts';
import type { PreviewCertificates } from './listen/previewCertificates.ts';
import { type Ports, startListening } from './listen/servers.ts';
import type { RecordRequest } from './metrics.ts';
import { Affinity } from './origin/affinity.ts';
import { Origins } from './origin/origins.ts';
import { Addresses } from './origin/resolve.ts';
import { Passes } from './pages/passes.ts';
import { answerRequest } from './request/answer.ts';

/** What the processes of an edge share: in one process the objects themselves, in a worker calls to the main process. */
export interface Shared {
  counters: Counters;
  copies: Copies;
  addLogEntry: (entry: EdgeLogEntry) => void;
  previews: PreviewCertificates;
  record: RecordRequest;
}

/** What a process listens with. */
export interface Listening {
  ports: Ports;
  /** The port of the demo website on 127.0.0.1; null: there is none. */
  demoPort: number | null;
  /** 32 bytes in base64 that keys of TLS session tickets are derived from: a visitor resumes a session with any worker. */
  ticketSecret: string;
}

/** Serves visitors. */
export interface Server {
  ports: Ports;
  /** Open connections. */
  connections(): number;
  /** With true, connections end after their next response: visitors connect again, where DNS leads them then. */
  drain(isDraining: boolean): void;
  /** Ends connections after their responses, at the latest after 8 s. */
  stop(): Promise<void>;
}

/** Clients whose requests are counted at the same time; about 200 bytes each. */
const maxClients = 200_000;

export const createCounter = (): RateCounter => new RateCounter(new LRUCache({ max: maxClients }));

export const cacheFolder = ({ EDGE_DIR }: EdgeEnv): string => join(EDGE_DIR, 'cache');

/** The cache of a process. @param invalidated as in `Copies` */
export function createCopies(env: EdgeEnv, files: FileOwner, invalidated?: (base: string, at: number) => Promise<void>): Copies {
  const memory = (env.EDGE_CACHE_MB * 1_048_576) / env.EDGE_WORKERS;
  const copies = new Copies(Math.floor(memory), new DiskTier(cacheFolder(env), files), invalidated);
  // On the disk may be copies that became invalid before this process was started.
  copies.clear();
  return copies;
}

/** The part of an edge that answers requests. Limits of the whole edge are divided by `EDGE_WORKERS`. */
export async function startServer(env: EdgeEnv, sites: Sites, shared: Shared, listening: Listening, log: Logger): Promise<Server> {
  const origins = new Origins(new Addresses(), listening.demoPort, env.EDGE_WORKERS);
  const ports = { http: 0, https: 0 };
  const zone = env.EDGE_PREVIEW_ZONE;
  let turns = 0;
  const tools: Tools = {
    sites,
    origins,
    copies: shared.copies,
    counters: shared.counters,
    passes: new Passes(visitorKeyOf(env)),
    affinity: new Affinity(visitorKeyOf(env)),
    locate: await openGeo(env.GEOIP_DB),
    logLine: shared.addLogEntry,
    record: shared.record,
    log,
    previewZone: zone,
    whyUrl: env.EDGE_WHY_URL,
    preview: (url, site) => previewSite(url, site, zone, ports),
    turn: () => turns++,
  };
  const listener = await startListening(
    env,
    sites,
    { ...listening, previews: shared.previews },
    (visitor, upgrade) => answerRequest(tools, visitor, upgrade),
    (error) => log.error({ err: error }, 'edge request failed'),
  );
  Object.assign(ports, listener.ports);
  return {
    ports,
    connections: listener.connections,
    drain: listener.drain,
    async stop() {
      await listener.stop();
      await origins.close();
    },
  };
}

function previewSite(text: string, site: Site | null, zone: string, ports: Ports): string {
  if (!site || !URL.canParse(text)) return text;
  const url = new URL(text);
  const { name } = site.policy;
  if (url.hostname !== name && !url.hostname.endsWith(`.${name}`)) return text;
  url.hostname = `${url.hostname}.${zone}`;
  url.port = String(url.protocol === 'https:' ? ports.https : ports.http);
  return url.href;
}
