import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { parseNetwork } from './rules/edge/network.ts';

/*
 * Everything that the environment can set. Server only. README.md documents the same list; a test holds the two together.
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

const schema = z.object({
  /** Port of the portal, or of `npm run provider`. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(4321),
  /** Address to listen on. */
  HOST: z.string().default('127.0.0.1'),
  /** Public origin, as in `https://panel.example.com`. Without it the portal answers on loopback by http. */
  ORIGIN: url(/^https?$/)
    .transform((text) => new URL(text).origin)
    .optional(),
  /** Folder of the embedded provider's data and secrets. */
  DATA_DIR: z.string().default('./data'),
  /** `postgres://…` instead of SQLite in DATA_DIR. */
  DATABASE_URL: url(/^postgres(ql)?$/).optional(),
  /** A provider elsewhere; the embedded one is then not loaded. */
  PROVIDER_URL: url(/^https?$/).optional(),
  /** Addresses or CIDR ranges of proxies whose X-Forwarded-For, -Proto and -Host are believed. */
  TRUSTED_PROXIES: list,
  /** Seeds demo customers on an empty store. On by default on a loopback HOST without ORIGIN or DATABASE_URL. */
  DEMO: flag.optional(),
  /** At least 32 characters; seals the session cookie. Made and kept in DATA_DIR when absent. */
  SESSION_SECRET: z.string().min(32).optional(),
  /** `smtp://user:password@host:port`. Without it mails are written to DATA_DIR/outbox. */
  SMTP_URL: url(/^smtps?$/).optional(),
  /** Sender of mails. */
  MAIL_FROM: z.string().default('Nasim <no-reply@nasim.example>'),
  /** First and second name server that domains are delegated to. */
  NAME_SERVERS: list.transform((hosts) =>
    hosts.length === 2 ? (hosts as [string, string]) : (['ns1.nasim.example', 'ns2.nasim.example'] as [string, string]),
  ),
  /** Zone of the edge: domains that stay at their own DNS provider point to names in it, as `shop.example.edge.nasim.example`. */
  EDGE_ZONE: z
    .string()
    .regex(/^(?=.{1,120}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, 'a domain in lower case, as in edge.example.com')
    .default('edge.nasim.example'),
  /** Resolvers, as in `192.0.2.1,192.0.2.2:5300`; the system's when absent. */
  RESOLVERS: list,
  /** Root servers that the search for a domain's parent zone begins at; IANA's when absent. Servers below are asked at the same port. */
  ROOT_SERVERS: list,
  /** Where zones are published: `none`, or `files` for BIND, Knot and others that read zone files. */
  DNS_DRIVER: z.enum(['none', 'files']).default('none'),
  /** Folder of the zone files, on a local disk. */
  DNS_FILES_DIR: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  /** Program that tells the name server: called as rndc is, with `reconfig` or `reload` and the zone. */
  DNS_RELOAD: z.string().optional(),
  /** Who issues free certificates: `own`, an authority of this installation that no browser trusts, or `none`. */
  CERT_DRIVER: z.enum(['own', 'none']).default('own'),
  /** The domain that stands for that authority in CAA records. */
  CAA_ISSUER: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9]+(-+[a-z0-9]+)*(\.[a-z0-9]+(-+[a-z0-9]+)*)+$/, 'a domain, as in ca.example.net')
    .default('nasim.example'),
  /** Networks that checks of customers' servers and forwarded logs may reach although they are not public, as in `10.20.0.0/16,fd00::/8`. */
  CHECK_ALLOW: list.refine(
    (networks) => networks.every((text) => parseNetwork(text) !== null),
    'addresses or networks, as in 10.20.0.0/16',
  ),
  /** Cost of password hashing as log2 of scrypt's N; 17 needs 128 MiB and about 0.3 s for each sign-in. */
  PASSWORD_COST: z.coerce.number().int().min(12).max(20).default(17),
  /** pino level. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export type Env = z.output<typeof schema> & { demo: boolean };

/** Reads and checks the environment. Throws one error that names every wrong variable. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, source[name] || undefined]));
  const parsed = schema
    .refine(({ DNS_DRIVER, DNS_FILES_DIR }) => DNS_DRIVER !== 'files' || DNS_FILES_DIR, {
      path: ['DNS_FILES_DIR'],
      message: 'needed for DNS_DRIVER=files',
    })
    .safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not valid.\n${faults.join('\n')}`);
  }
  const env = parsed.data;
  return { ...env, DATA_DIR: resolve(env.DATA_DIR), demo: env.DEMO ?? isForTrying(env) };
}

/** Nobody else can reach it: accounts with a known password must not stand behind somebody's public proxy. */
const isForTrying = ({ HOST, ORIGIN, DATABASE_URL }: Pick<Env, 'HOST' | 'ORIGIN' | 'DATABASE_URL'>) =>
  isLoopback(HOST) && !DATABASE_URL && (ORIGIN === undefined || isLoopback(new URL(ORIGIN).hostname));

export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** The origin of the portal as a browser sees it. */
export const publicOrigin = (env: Env): string => env.ORIGIN ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`;

const Secrets = z.object({ session: z.string(), token: z.string(), code: z.string() });
export type Secrets = z.output<typeof Secrets>;

/** Secrets of this installation: made on the first start, kept in `DATA_DIR/secrets.json` with mode 600. */
export function readSecrets(env: Env): Secrets {
  const file = join(env.DATA_DIR, 'secrets.json');
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    const make = () => randomBytes(32).toString('base64url');
    try {
      // `wx`: of two processes that start at once, one makes the file and both read it.
      writeFileSync(file, JSON.stringify({ session: make(), token: make(), code: make() }), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  const secrets = Secrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  return env.SESSION_SECRET ? { ...secrets, session: env.SESSION_SECRET } : secrets;
}
