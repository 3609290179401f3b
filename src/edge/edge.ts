import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { RateCounter } from '../lib/rules/cdn/edge/rateCounter.ts';
import { edgeFolders, recordStart, warningsIn } from '../lib/warnings.ts';
import type { EdgeEnv } from './base/env.ts';
import { openGeo } from './base/geo.ts';
import type { Tools } from './base/tools.ts';
import { Copies } from './cache/copies.ts';
import { DiskTier } from './cache/disk.ts';
import { Control } from './control/control.ts';
import { Logs } from './control/logs.ts';
import { type Site, Sites } from './control/policies.ts';
import { PolicyStore } from './control/store.ts';
import { startListening } from './listen/servers.ts';
import { startDemoOrigin } from './origin/demoOrigin.ts';
import { Origins } from './origin/origins.ts';
import { Addresses } from './origin/resolve.ts';
import { Passes } from './pages/passes.ts';
import { answerRequest } from './request/answer.ts';

export interface Edge {
  /** Where visitors reach it. */
  addresses: { http: string; https: string };
  /** The port of the demo website on 127.0.0.1; null: there is none. */
  demoOrigin: number | null;
  sites: Sites;
  /** Ends connections after their responses, at the latest after 8 s. */
  stop(): Promise<void>;
}

/** Clients whose requests are counted at the same time; about 200 bytes each. */
const maxClients = 200_000;

/** Starts an edge: it serves what is on its disk, then follows the portal. */
export async function startEdge(env: EdgeEnv, log: Logger): Promise<Edge> {
  const stopped = await recordStart(env.EDGE_DIR, 'edge', log);
  const sites = new Sites();
  const demo = env.EDGE_DEMO_ORIGIN === '1' ? await startDemoOrigin() : null;
  const origins = new Origins(new Addresses(), demo?.port ?? null);
  const ports = { http: 0, https: 0 };
  const zone = env.EDGE_PREVIEW_ZONE;
  let turns = 0;
  const copies = new Copies(env.EDGE_CACHE_MB * 1_048_576, new DiskTier(join(env.EDGE_DIR, 'cache'), env.EDGE_DISK_MB * 1_048_576));
  await copies.clear();
  const logs = new Logs({ url: env.EDGE_CONTROL_URL, key: env.EDGE_KEY, folder: join(env.EDGE_DIR, 'spool'), log });
  const tools: Tools = {
    sites,
    origins,
    copies,
    counters: new RateCounter(new LRUCache({ max: maxClients })),
    passes: new Passes(env.EDGE_KEY),
    locate: await openGeo(env.GEOIP_DB),
    logLine: (line) => logs.add(line),
    log,
    previewZone: zone,
    whyUrl: env.EDGE_WHY_URL,
    preview: (url, site) => previewSite(url, site, zone, ports),
    turn: () => turns++,
  };
  const control = new Control({
    url: env.EDGE_CONTROL_URL,
    key: env.EDGE_KEY,
    verifyKey: env.EDGE_VERIFY_KEY,
    sites,
    store: new PolicyStore(env.EDGE_DIR, log),
    hostname: () => `${env.EDGE_HOST}:${ports.http}`,
    places: env.GEOIP_DB !== undefined,
    abilities: ['proofOfWork', 'originVerification', 'pageRuleActions'],
    warnings: () => warningsIn(edgeFolders(env.EDGE_DIR), Date.now()),
    log,
    wasAway: () => void copies.clear(),
  });
  const listener = await startListening(
    env,
    sites,
    (visitor, upgrade) => answerRequest(tools, visitor, upgrade),
    (error) => log.error({ err: error }, 'edge request failed'),
  );
  Object.assign(ports, listener.ports);
  await logs.start();
  await control.start();
  const host = env.EDGE_HOST.includes(':') ? `[${env.EDGE_HOST}]` : env.EDGE_HOST;
  return {
    addresses: { http: `http://${host}:${ports.http}`, https: `https://${host}:${ports.https}` },
    demoOrigin: demo?.port ?? null,
    sites,
    async stop() {
      await control.stop();
      await listener.stop();
      await origins.close();
      await demo?.stop();
      await logs.stop();
      stopped();
    },
  };
}

function previewSite(text: string, site: Site | null, zone: string, ports: { http: number; https: number }): string {
  if (!site || !URL.canParse(text)) return text;
  const url = new URL(text);
  const { name } = site.policy;
  if (url.hostname !== name && !url.hostname.endsWith(`.${name}`)) return text;
  url.hostname = `${url.hostname}.${zone}`;
  url.port = String(url.protocol === 'https:' ? ports.https : ports.http);
  return url.href;
}
