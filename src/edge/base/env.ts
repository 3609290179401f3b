import { createHmac, createPublicKey, type KeyObject } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
const port = z.coerce.number().int().min(0).max(65_535);
const megabytes = z.coerce.number().int().min(0);
const seconds = z.coerce.number().min(0.05).max(86_400);
const count = z.coerce.number().int().min(1);

const schema = z.object({
  /** Base URL of the portal's API, which bundles come from and logs go to. */
  EDGE_CONTROL_URL: url,
  /** Token for one use, by which an edge joins and gets the four variables below. */
  EDGE_TOKEN: z.string().optional(),
  /** Bearer token of edges. One that joined with `EDGE_TOKEN` has its own (control/identity.ts). */
  EDGE_KEY: z.string('this edge has neither EDGE_KEY nor EDGE_TOKEN, and has not joined before').min(16),
  /** Ed25519 key that verifies bundles: SPKI in DER, base64. */
  EDGE_VERIFY_KEY: z.string().transform((text, ctx): KeyObject => {
    try {
      const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
      if (key.asymmetricKeyType === 'ed25519') return key;
    } catch {
      // Reported below, as any other wrong key.
    }
    ctx.addIssue({ code: 'custom', message: 'an Ed25519 public key, SPKI in DER, in base64' });
    return z.NEVER;
  }),
  /** Its ID at the portal; by default the one on its disk. */
  EDGE_ID: z.string().optional(),
  /** What all edges of an installation sign cookies of visitors with; derived from EDGE_KEY if absent. */
  EDGE_VISITOR_KEY: z.string().optional(),
  /** Folder of the last bundle, the disk cache and the log lines that aren't delivered yet. Contains private keys. */
  EDGE_DIR: z
    .string()
    .default('./data/edge')
    .transform((folder) => resolve(folder)),
  /** Address to listen on. */
  EDGE_HOST: z.string().default('127.0.0.1'),
  /** Ports for HTTP, and for HTTPS with HTTP/2; 0: any free port. */
  EDGE_PORT: port.default(8080),
  EDGE_TLS_PORT: port.default(8443),
  /** Processes that serve visitors; 1: the edge is one process. */
  EDGE_WORKERS: count
    .max(256)
    .optional()
    .transform((workers) => workers ?? availableParallelism()),
  /** `example.com` can also be opened as `example.com.<zone>`. */
  EDGE_PREVIEW_ZONE: z.string().toLowerCase().default('edge.localhost'),
  /** Base URL of the page that explains to a visitor why a request was blocked. */
  EDGE_WHY_URL: url.optional(),
  /** A `brand.json` for the pages of the edge. Read by loadBrand.ts. */
  EDGE_BRAND: z.string().optional(),
  /** Database of countries and AS numbers in MaxMind's format. Without it, both are unknown. */
  GEOIP_DB: z.string().optional(),
  /** 1: origins in networks that are reserved for documentation are a demo website that the edge comes with. Only for demo data. */
  EDGE_DEMO_ORIGIN: z.enum(['0', '1']).default('0'),
  /** Limits of the cache in megabytes. */
  EDGE_CACHE_MB: megabytes.default(128),
  EDGE_DISK_MB: megabytes.default(1024),
  /** How long a visitor may take for the headers of a request, for all of a request, and between two requests or two bytes. */
  EDGE_HEADER_SECONDS: seconds.default(15),
  EDGE_BODY_SECONDS: seconds.default(300),
  EDGE_IDLE_SECONDS: seconds.default(65),
  /** Open connections of all visitors, and of one IPv4 address or one /64 network of IPv6. */
  EDGE_CONNECTIONS: count.default(20_000),
  EDGE_ADDRESS_CONNECTIONS: count.default(1_000),
  /** Port of `/metrics` and `/readyz` of all workers; without it there are none. 0: any free port. */
  EDGE_METRICS_PORT: port.optional(),
  /** Address that they listen on. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Bearer token for `/metrics`. Required unless METRICS_HOST is a loopback address. */
  METRICS_TOKEN: z.string().min(16).optional(),
});
export const edgeVariables = Object.keys(schema.shape);
export type EdgeEnv = z.output<typeof schema>;

/** As `visitorKey` of provider/core/edgeKeys.ts. */
export const visitorKeyOf = ({ EDGE_KEY, EDGE_VISITOR_KEY }: Pick<EdgeEnv, 'EDGE_KEY' | 'EDGE_VISITOR_KEY'>): string =>
  EDGE_VISITOR_KEY ?? createHmac('sha256', EDGE_KEY).update('edge visitors').digest('base64url');

/** @throws with one line per invalid variable */
export function readEdgeEnv(input: Readonly<Record<string, string | undefined>> = process.env): EdgeEnv {
  const set = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
  const read = schema.safeParse(set);
  if (read.success) return read.data;
  throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}
