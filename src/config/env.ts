import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { toNamedServer, toServer } from '../lib/rules/core/dnsServer.ts';
import { looksLikeIpv4 } from '../lib/rules/core/ipText.ts';
import { isLoopback } from '../lib/rules/core/loopback.ts';
import { parseAddress, parseNetwork } from '../lib/rules/core/network.ts';
import { toClickHouseAddress } from './clickhouseAddress.ts';

/** Why the process can't start, for its operator: what is wrong and what to do. Entry points print the message without a stack trace. */
export class StartError extends Error {}

/** Ends the process with the reason why it can't start. */
export function failStart(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}

/*
 * All environment variables. Server only. docs/configuration.md documents the same list; a test compares the two.
 */
const url = (protocols: RegExp) => z.url({ protocol: protocols });
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );
const flag = z.enum(['1', 'true', 'on', '0', 'false', 'off']).transform((text) => ['1', 'true', 'on'].includes(text));

/** A shared secret of a primary and its secondaries, for HMAC with SHA-256. */
export interface TsigKey {
  /** Lower case, without the final dot. */
  name: string;
  secret: Buffer;
}

/** `name:base64` → a key; null for anything else. Secrets have at least 16 bytes. */
export function toTsigKey(text: string): TsigKey | null {
  const [, name = '', secret = ''] = /^([A-Za-z0-9._-]{1,200}):([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(secret, 'base64');
  return bytes.length >= 16 && bytes.toString('base64') === secret ? { name: name.toLowerCase().replace(/\.$/, ''), secret: bytes } : null;
}

const schema = z.object({
  /** Port of the portal, or of `npm run provider`. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
  /** Address to listen on. */
  HOST: z.string().default('127.0.0.1'),
  /** Public origin, for example `https://panel.example.com`. Without it, the portal is available on loopback over http. */
  ORIGIN: url(/^https?$/)
    .transform((text) => new URL(text).origin)
    .optional(),
  /** Folder of the embedded provider's data and secrets. */
  DATA_DIR: z.string().default('./data'),
  /** `postgres://…` instead of SQLite in DATA_DIR. */
  DATABASE_URL: url(/^postgres(ql)?$/).optional(),
  /** The log of requests: `database`, beside the database in SQLite or PostgreSQL; or `clickhouse`. */
  LOG_DRIVER: z.enum(['database', 'clickhouse']).default('database'),
  /** HTTP interface, user, password and database of `LOG_DRIVER=clickhouse`, as in `https://nasim:password@clickhouse.example.com:8443/nasim`. */
  CLICKHOUSE_URL: z
    .string()
    .transform(toClickHouseAddress)
    .refine(
      (address) => address !== null,
      'a URL with a user and a database, as in https://nasim:password@clickhouse.example.com:8443/nasim',
    )
    .optional(),
  /** Processes that serve the portal on this machine. Default: one for each core with PostgreSQL, at most 4; one with SQLite. */
  PORTAL_WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  /** URL of an external provider; the embedded one is then not loaded. */
  PROVIDER_URL: url(/^https?$/).optional(),
  /** Header for the session's token to an external provider, in addition to `Authorization`. */
  TOKEN_HEADER: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+$/, 'a header name, as in x-access-token')
    .default('x-access-token'),
  /** How long a page waits for its data from the provider, in milliseconds; after that, the browser fetches it. */
  PAGE_WAIT_MS: z.coerce.number().int().min(50).max(10_000).default(500),
  /** Addresses or CIDR ranges of proxies whose X-Forwarded-For, -Proto and -Host are trusted. */
  TRUSTED_PROXIES: list,
  /** Seeds demo customers in an empty store. On by default with a loopback HOST and without ORIGIN or DATABASE_URL. */
  DEMO: flag.optional(),
  /** Gives demo domains a month of generated requests and visitors who keep coming through the edge. Off: the last 24 hours only. */
  DEMO_TRAFFIC: flag.default(true),
  /** At least 32 characters; seals the session cookie. Generated and stored in DATA_DIR if absent. */
  SESSION_SECRET: z.string().min(32).optional(),
  /** `smtp://user:password@host:port`. Without it, emails are written to DATA_DIR/outbox. */
  SMTP_URL: url(/^smtps?$/).optional(),
  /** Sender of emails. */
  MAIL_FROM: z.string().default('Nasim <no-reply@nasim.example>'),
  /** Signs emails by DKIM: `auto` while the record of the installation's key is published, `on`, or `off`. */
  MAIL_DKIM: z.enum(['auto', 'on', 'off']).default('auto'),
  /** Receives SMS as JSON over HTTP. Without it, they are written to DATA_DIR/outbox, or not offered if SMTP_URL is set. */
  SMS_GATEWAY_URL: url(/^https?$/).optional(),
  /** Bearer token of the gateway. */
  SMS_GATEWAY_TOKEN: z.string().optional(),
  /** First and second name server that domains are delegated to. */
  NAME_SERVERS: list.transform((hosts) =>
    hosts.length === 2 ? (hosts as [string, string]) : (['ns1.nasim.example', 'ns2.nasim.example'] as [string, string]),
  ),
  /** Zone of the edge: domains that stay at their own DNS provider point to names in it, such as `shop.example.edge.nasim.example`. */
  EDGE_ZONE: z
    .string()
    .regex(/^(?=.{1,120}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, 'a domain in lower case, as in edge.example.com')
    .default('edge.nasim.example'),
  /** Resolvers, for example `192.0.2.1,192.0.2.2:5300`; default: those of the system. */
  RESOLVERS: list,
  /** Resolvers that the propagation screen asks, `label=address`, as in `Example DNS=192.0.2.1`. None by default: only our own server is. */
  PROPAGATION_RESOLVERS: list.refine(
    (entries) => entries.length <= 16 && entries.every((text) => toNamedServer(text) !== null),
    'at most 16 of label=address, as in Example DNS=192.0.2.1,Other DNS=[2001:db8::1]:5300',
  ),
  /** Root servers for finding the parent zone of a domain; default: IANA's. Servers below are queried on the same port. */
  ROOT_SERVERS: list,
  /** At least 32 characters; bearer token of edges on other machines. Derived from the secrets in DATA_DIR if absent. */
  EDGE_KEY: z.string().min(32).optional(),
  /** Where zones are published: `node`, the name server of this installation; `files` for BIND, Knot and other servers; `powerdns`; or `none`. */
  DNS_DRIVER: z.enum(['node', 'files', 'powerdns', 'none']).default('node'),
  /** Port of the name server with `DNS_DRIVER=node`, on HOST, UDP and TCP. 0: any available port. */
  DNS_PORT: z.coerce.number().int().min(0).max(65_535).default(5300),
  /** Name servers that get the zones by AXFR with a key of DNS_TSIG, and are notified of changes, as in `192.0.2.53,[2001:db8::53]:5300`. */
  DNS_SECONDARIES: list.refine(
    (servers) => servers.every((text) => toServer(text) !== null),
    'IP addresses, as in 192.0.2.53,[2001:db8::53]:5300',
  ),
  /** Keys of the secondaries, `name:secret` for HMAC-SHA256, as `tsig-keygen` of BIND makes them. The first one signs NOTIFY. */
  DNS_TSIG: list.refine((keys) => keys.every((text) => toTsigKey(text) !== null), 'name:secret, the secret as base64 of at least 16 bytes'),
  /** Addresses of the edge, which proxied records are answered with. Without any, they are answered with their own data. */
  EDGE_ADDRESSES: list.refine(
    (addresses) => addresses.every((address) => parseAddress(address) !== null),
    'IP addresses, as in 192.0.2.1,2001:db8::1',
  ),
  /** Database of countries in MaxMind's format, by which the name server answers with the nearest edges. */
  GEOIP_DB: z.string().optional(),
  /** Folder of the zone files, on a local disk. */
  DNS_FILES_DIR: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  /** Program that notifies the name server, with the arguments of rndc: `reconfig`, or `reload` and the zone. */
  DNS_RELOAD: z.string().optional(),
  /** Root of PowerDNS's HTTP API, as in `https://dns.example.com:8081`. */
  PDNS_URL: url(/^https?$/)
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  /** `api-key` of PowerDNS. */
  PDNS_API_KEY: z.string().min(16).optional(),
  /** The server's name in that API. */
  PDNS_SERVER: z
    .string()
    .regex(/^[A-Za-z0-9._-]+$/, 'a name, as in localhost')
    .default('localhost'),
  /** Edges: `node`, which pull their policies from the portal, or `none`. */
  EDGE_DRIVER: z.enum(['node', 'none']).default('none'),
  /** Starts an edge on this machine beside the portal, with `EDGE_DRIVER=node`. Off where all edges run elsewhere. */
  EDGE_LOCAL: flag.default(true),
  /** Ports of the edge on this machine, on HOST: HTTP, and HTTPS with HTTP/2. 0: any free port. */
  EDGE_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  EDGE_TLS_PORT: z.coerce.number().int().min(0).max(65_535).default(8443),
  /** The compute driver: `simulated`, a simulation without hosts; `qemu`, QEMU on this host; `openstack`, a cloud; or `none`, which hides everything about servers. */
  COMPUTE_DRIVER: z.enum(['simulated', 'qemu', 'openstack', 'none']).default('simulated'),
  /** Starts the compute process beside the portal, with `COMPUTE_DRIVER=qemu` or `openstack`. Off where `npm run compute` runs. */
  COMPUTE_LOCAL: flag.default(true),
  /** Issuer of free certificates: `own`, an authority of this installation that browsers don't trust; `acme`, a public one; or `none`. */
  CERT_DRIVER: z.enum(['own', 'acme', 'none']).default('own'),
  /** ACME directory (RFC 8555) of the authority of `CERT_DRIVER=acme`. */
  ACME_DIRECTORY: url(/^https$/).default('https://acme-v02.api.letsencrypt.org/directory'),
  /** Email address for messages of that authority about its account. */
  ACME_EMAIL: z.email().optional(),
  /** The domain that identifies this authority in CAA records. */
  CAA_ISSUER: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9]+(-+[a-z0-9]+)*(\.[a-z0-9]+(-+[a-z0-9]+)*)+$/, 'a domain, as in ca.example.net')
    .default('nasim.example'),
  /** The store for customers' spaces: `fs`, in DATA_DIR with its own server; `s3`, any endpoint that implements S3; or `none`. */
  STORE_DRIVER: z.enum(['fs', 's3', 'none']).default('fs'),
  /** Port of the store with `STORE_DRIVER=fs`, on HOST. 0: any available port. */
  S3_PORT: z.coerce.number().int().min(0).max(65_535).default(9000),
  /** The store's URL for customers, or the endpoint of `STORE_DRIVER=s3`. With `fs`, defaults to S3_PORT. */
  S3_ENDPOINT: url(/^https?$/)
    .transform((text) => text.replace(/\/$/, ''))
    .optional(),
  /** Region in the signatures of clients. */
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'a region, as in us-east-1')
    .default('us-east-1'),
  /** Key of `STORE_DRIVER=s3`, with permission to create buckets; with `fs`, an operator's key for every space. */
  S3_ACCESS_KEY: z.string().min(3).optional(),
  S3_SECRET_KEY: z.string().min(16).optional(),
  /** Private networks that server checks and log forwarding may access, for example `10.20.0.0/16,fd00::/8`. */
  CHECK_ALLOW: list.refine(
    (networks) => networks.every((text) => parseNetwork(text) !== null),
    'addresses or networks, as in 10.20.0.0/16',
  ),
  /** Offers the sandbox gateway, which adds credit without payment. On by default with DEMO. */
  PAYMENT_SANDBOX: flag.optional(),
  /** Secret key of Stripe, `sk_…`: offers payment by Stripe Checkout. */
  STRIPE_SECRET_KEY: z.string().optional(),
  /** Signing secret, `whsec_…`, of the webhook endpoint `/api/fin/gateway/webhook`. */
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** Merchant ID of Zarinpal. Offered if the currency of the brand is IRR. */
  ZARINPAL_MERCHANT_ID: z.uuid().optional(),
  /** Origin of Zarinpal, or of its sandbox. */
  ZARINPAL_URL: url(/^https?$/)
    .default('https://payment.zarinpal.com')
    .transform((text) => new URL(text).origin),
  /** Cost of password hashing as log2 of scrypt's N; 17 needs 128 MiB and about 0.3 s for each sign-in. */
  PASSWORD_COST: z.coerce.number().int().min(12).max(20).default(17),
  /** pino level. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Calls and pages that take longer are logged as warnings, in milliseconds. */
  SLOW_CALL_MS: z.coerce.number().int().min(1).default(1000),
  /** Port of `/metrics` and `/readyz`, of the portal or of `npm run provider`. Without it there are none. 0: any free port. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Address that they listen on. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Bearer token for `/metrics`. Required unless METRICS_HOST is a loopback address. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** The same port of `npm run dns`. */
  DNS_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
});

export type Env = z.output<typeof schema> & { demo: boolean; sandbox: boolean };

/** Reads and validates the environment. Throws one error with all invalid variables. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const input = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, source[name] || undefined]));
  const parsed = schema
    .refine(({ DNS_SECONDARIES, DNS_TSIG }) => DNS_SECONDARIES.length === 0 || DNS_TSIG.length > 0, {
      path: ['DNS_TSIG'],
      message: 'needed for DNS_SECONDARIES',
    })
    .refine(({ DNS_DRIVER, DNS_FILES_DIR }) => DNS_DRIVER !== 'files' || DNS_FILES_DIR, {
      path: ['DNS_FILES_DIR'],
      message: 'needed for DNS_DRIVER=files',
    })
    .refine((env) => env.DNS_DRIVER !== 'powerdns' || (env.PDNS_URL && env.PDNS_API_KEY), {
      path: ['DNS_DRIVER'],
      message: 'powerdns needs PDNS_URL and PDNS_API_KEY',
    })
    .refine(({ LOG_DRIVER, CLICKHOUSE_URL }) => LOG_DRIVER !== 'clickhouse' || CLICKHOUSE_URL, {
      path: ['CLICKHOUSE_URL'],
      message: 'needed for LOG_DRIVER=clickhouse',
    })
    .refine((env) => env.STORE_DRIVER !== 's3' || (env.S3_ENDPOINT && env.S3_ACCESS_KEY && env.S3_SECRET_KEY), {
      path: ['STORE_DRIVER'],
      message: 's3 needs S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY',
    })
    .safeParse(input);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartError(`The environment is not valid.\n${faults.join('\n')}`);
  }
  const env = parsed.data;
  const demo = env.DEMO ?? isForTrying(env);
  return { ...env, DATA_DIR: resolve(env.DATA_DIR), demo, sandbox: env.PAYMENT_SANDBOX ?? demo };
}

/** Not reachable by others: accounts with a known password must not be available through a public proxy. */
const isForTrying = ({ HOST, ORIGIN, DATABASE_URL }: Pick<Env, 'HOST' | 'ORIGIN' | 'DATABASE_URL'>) =>
  isLoopback(HOST) && !DATABASE_URL && (ORIGIN === undefined || isLoopback(new URL(ORIGIN).hostname));

/** The origin of the portal as a browser sees it. */
export const publicOrigin = (env: Env): string => env.ORIGIN ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`;

/** The domain of `MAIL_FROM`, in lower case; empty if it has none. */
export const mailDomain = ({ MAIL_FROM }: Pick<Env, 'MAIL_FROM'>): string => /@([^\s@>]+)>?$/.exec(MAIL_FROM)?.[1]?.toLowerCase() ?? '';

/** The relying party of WebAuthn, which passkeys are bound to. */
export interface RelyingParty {
  /** A hostname. */
  id: string;
  origin: string;
}

/**
 * The relying party, from the configured origin and never from a request. Browsers don't allow IP addresses (WebAuthn, section 5.1.3), so
 * a portal without a public origin uses `localhost` for passkeys. Null if browsers don't offer passkeys: an IP address, or HTTP.
 */
export function relyingParty(env: Pick<Env, 'ORIGIN' | 'PORT'>): RelyingParty | null {
  const { origin, hostname, protocol } = new URL(env.ORIGIN ?? `http://localhost:${env.PORT}`);
  const isAddress = hostname.startsWith('[') || looksLikeIpv4(hostname);
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  return isAddress || !isSecure ? null : { id: hostname, origin };
}

const Secrets = z.object({ session: z.string(), token: z.string(), code: z.string() });
export type Secrets = z.output<typeof Secrets>;

/**
 * Secrets of this installation: generated on the first start, stored in `DATA_DIR/secrets.json` with mode 600.
 * @param isInUse whether the database has accounts or another portal: what is sealed with its secrets can't be opened by new ones
 * @throws StartError when the file is missing although it is in use, or isn't complete
 */
export function readSecrets(env: Env, isInUse = false): Secrets {
  const file = join(env.DATA_DIR, 'secrets.json');
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    if (isInUse)
      throw new StartError(
        `${file} is missing, but the database is in use. Restore it from a backup of this folder, or copy it from another portal on the same database: it holds the keys of sessions, API keys, two-factor secrets and stored certificates.`,
      );
    createSecrets(file);
  }
  const secrets = Secrets.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!secrets.success) throw new StartError(`${file} is damaged. Restore it from a backup of this folder.`);
  return env.SESSION_SECRET ? { ...secrets.data, session: env.SESSION_SECRET } : secrets.data;
}

/** The file has its name when it is complete. If two processes start at the same time, one creates it and both read it. */
function createSecrets(file: string): void {
  const make = () => randomBytes(32).toString('base64url');
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify({ session: make(), token: make(), code: make() }), { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
