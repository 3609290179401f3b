import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import { CloudError, type CloudService, isCloudError, toCloudError, toConnectionError } from './errors.ts';
import { negotiate, type Version } from './microversions.ts';

export interface CloudSettings {
  /** Address of Keystone, with or without `/v3`. */
  authUrl: string;
  username: string;
  password: string;
  /** ID of the domain of the user. */
  userDomainId: string;
  /** The project of the service user: its token lists the resources of all projects. */
  project: { id: string } | { name: string; domainId: string };
  region: string;
  /** Which addresses of the catalog are used. */
  interface: 'public' | 'internal' | 'admin';
  /** Of one request, in ms. */
  timeoutMs?: number;
  /** Epoch ms. */
  clock?: () => number;
}

export interface CloudRequest {
  service: CloudService;
  /** By default GET. */
  method?: Dispatcher.HttpMethod;
  /** Below the address of the service and the version of its API. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  json?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Values of the body that must not be in a message of an error. */
  secrets?: readonly string[];
  timeoutMs?: number;
  signal: AbortSignal;
}

/** Requests with a token of one project, in one region. */
export interface CloudScope {
  readonly projectId: string;
  readonly region: string;
  readonly session: CloudSession;
  /** @returns the body, as `schema` reads it @throws CloudError */
  read<S extends z.ZodType>(schema: S, request: CloudRequest): Promise<z.output<S>>;
  /** For responses whose body isn't used. @throws CloudError */
  send(request: CloudRequest): Promise<void>;
  /** The same project in another region. */
  inRegion(region: string): CloudScope;
}

const TIMEOUT_MS = 30_000;
const CONNECT_MS = 5_000;
const CONNECTIONS = 16;
const MAX_RESPONSE = 64 * 1024 * 1024;
/** A token is replaced so long before its end, or after nine tenths of its life if it is shorter. */
const MARGIN_MS = 120_000;

const TokenBody = z.object({
  token: z.object({
    expires_at: z.string(),
    issued_at: z.string(),
    user: z.object({ id: z.string() }),
    project: z.object({ id: z.string() }),
    catalog: z.array(
      z.object({
        type: z.string(),
        endpoints: z.array(z.object({ region_id: z.string().nullish(), interface: z.string(), url: z.string() })),
      }),
    ),
  }),
});

interface Token {
  value: string;
  /** Epoch ms: from then on another one is requested. */
  renewAt: number;
  userId: string;
  projectId: string;
  catalog: z.output<typeof TokenBody>['token']['catalog'];
}

/** Types in the catalog, first choice first (service-types-authority). */
const types: Readonly<Record<Exclude<CloudService, 'identity'>, readonly string[]>> = {
  compute: ['compute'],
  image: ['image'],
  volume: ['block-storage', 'volumev3'],
  network: ['network'],
};
/** The version that an address in the catalog may leave out. */
const versionPaths: Partial<Record<CloudService, string>> = { image: '/v2', network: '/v2.0' };

/** Of requests that several callers wait for: only their timeout ends them. */
const ofAll = new AbortController().signal;

const OWN = Symbol('the project of the service user');

/**
 * A service user of a cloud. Its password is exchanged for a token per project (Identity API v3, "Password authentication with scoped
 * authorization"), which is used until shortly before its end and replaced once after a 401.
 */
export class CloudSession {
  readonly #settings: CloudSettings;
  readonly #authUrl: string;
  readonly #agent = new Agent({ connections: CONNECTIONS, connect: { timeout: CONNECT_MS }, maxResponseSize: MAX_RESPONSE });
  readonly #tokens = new Map<string | typeof OWN, Promise<Token>>();
  /** Those of `#tokens` that have arrived. */
  readonly #current = new Map<string | typeof OWN, Token>();
  readonly #versions = new Map<string, Promise<Version>>();
  readonly #clock: () => number;

  constructor(settings: CloudSettings) {
    this.#settings = settings;
    const url = settings.authUrl.replace(/\/+$/, '');
    this.#authUrl = url.endsWith('/v3') ? url : `${url}/v3`;
    this.#clock = settings.clock ?? Date.now;
  }

  /** The project of the service user, whose role there lists all projects. */
  async own(signal: AbortSignal): Promise<CloudScope & { userId: string }> {
    const { projectId, userId } = await this.#token(OWN, signal);
    return Object.assign(this.#scope(projectId, OWN, this.#settings.region), { userId });
  }

  /** A project in which the service user has a role. */
  project(projectId: string, region: string = this.#settings.region): CloudScope {
    return this.#scope(projectId, projectId, region);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #scope(projectId: string, key: string | typeof OWN, region: string): CloudScope {
    const read = async <S extends z.ZodType>(schema: S, sent: CloudRequest): Promise<z.output<S>> => {
      const body = await this.#authorized(key, region, sent);
      const parsed = schema.safeParse(parseJson(body));
      if (parsed.success) return parsed.data;
      const message = `${sent.service}: unexpected response to ${sent.method ?? 'GET'} ${sent.path}: ${z.prettifyError(parsed.error)}`;
      throw new CloudError({ service: sent.service, code: 'invalidResponse', message });
    };
    return {
      projectId,
      region,
      session: this,
      read,
      send: async (sent) => void (await this.#authorized(key, region, sent)),
      inRegion: (other) => this.#scope(projectId, key, other),
    };
  }

  async #authorized(key: string | typeof OWN, region: string, sent: CloudRequest): Promise<string> {
    const token = await this.#token(key, sent.signal);
    try {
      return await this.#versioned(token, region, sent);
    } catch (error) {
      if (!isCloudError(error, 'unauthorized')) throw error;
      // Revoked, or the service has lost it. A request that was refused had no effect, so it can be repeated.
      this.#drop(key, token);
      return this.#versioned(await this.#token(key, sent.signal), region, sent);
    }
  }

  async #versioned(token: Token, region: string, sent: CloudRequest): Promise<string> {
    const base = sent.service === 'identity' ? this.#authUrl : findEndpoint(token.catalog, sent.service, region, this.#settings.interface);
    const version = await this.#version(sent.service, base, token, sent.signal);
    const headers = { ...version.headers, ...sent.headers, 'x-auth-token': token.value };
    try {
      return (await this.#exchange({ ...sent, headers }, `${base}${sent.path}${toQuery(sent.query)}`)).body;
    } catch (error) {
      // The cloud supports less than before.
      if (isCloudError(error) && error.status === 406) this.#versions.clear();
      throw error;
    }
  }

  /** Negotiated once per service and address. */
  #version(service: CloudService, base: string, token: Token, signal: AbortSignal): Promise<Version> {
    return shared(this.#versions, `${service} ${versionRoot(base)}`, signal, () =>
      negotiate(service, async () => {
        const headers = { 'x-auth-token': token.value };
        return parseJson((await this.#exchange({ service, path: '/', headers, signal: ofAll }, versionRoot(base))).body);
      }),
    );
  }

  async #token(key: string | typeof OWN, signal: AbortSignal): Promise<Token> {
    const token = await shared(this.#tokens, key, signal, () => this.#requestToken(key));
    if (token.renewAt > this.#clock()) return token;
    this.#drop(key, token);
    return shared(this.#tokens, key, signal, () => this.#requestToken(key));
  }
  /** Unless another caller has replaced it already. */
  #drop(key: string | typeof OWN, token: Token): void {
    if (this.#current.get(key) !== token) return;
    this.#current.delete(key);
    this.#tokens.delete(key);
  }

  async #requestToken(key: string | typeof OWN): Promise<Token> {
    const { username, password, userDomainId, project } = this.#settings;
    const own = 'id' in project ? project : { name: project.name, domain: { id: project.domainId } };
    const { body, headers } = await this.#exchange(
      {
        service: 'identity',
        method: 'POST',
        path: '/auth/tokens',
        secrets: [password],
        json: {
          auth: {
            identity: { methods: ['password'], password: { user: { name: username, domain: { id: userDomainId }, password } } },
            scope: { project: key === OWN ? own : { id: key } },
          },
        },
        signal: ofAll,
      },
      `${this.#authUrl}/auth/tokens`,
    );
    const parsed = TokenBody.safeParse(parseJson(body));
    const value = headers['x-subject-token'];
    if (!parsed.success || typeof value !== 'string')
      throw new CloudError({ service: 'identity', code: 'invalidResponse', message: 'identity: unexpected response to a token request' });
    const { expires_at, issued_at, user, project: scoped, catalog } = parsed.data.token;
    // The clock of the cloud may differ, so only the lifetime is used.
    const life = Date.parse(expires_at) - Date.parse(issued_at);
    const token: Token = {
      value,
      renewAt: this.#clock() + Math.max(life - MARGIN_MS, life * 0.9),
      userId: user.id,
      projectId: scoped.id,
      catalog,
    };
    this.#current.set(key, token);
    return token;
  }

  async #exchange(sent: CloudRequest, url: string): Promise<{ body: string; headers: Dispatcher.ResponseData['headers'] }> {
    const { service, method = 'GET', json, headers, secrets, signal } = sent;
    const options: Parameters<typeof request>[1] = {
      dispatcher: this.#agent,
      method,
      headers: { accept: 'application/json', ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    };
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const timeout = AbortSignal.timeout(sent.timeoutMs ?? this.#settings.timeoutMs ?? TIMEOUT_MS);
      let response: Dispatcher.ResponseData<unknown>;
      let body: string;
      try {
        response = await request(url, { ...options, signal: AbortSignal.any([signal, timeout]) });
        body = await response.body.text();
      } catch (error) {
        signal.throwIfAborted();
        const fault = toConnectionError(service, error);
        // A connection that the service had just closed.
        if (method === 'GET' && fault.code === 'lost' && !timeout.aborted && attempt === 1) continue;
        throw fault;
      }
      const { statusCode: status } = response;
      if (status >= 400) throw toCloudError({ service, status, headers: response.headers, body, ...(secrets && { secrets }) });
      if (status >= 300) throw new CloudError({ service, status, code: 'invalidResponse', message: `${service}: HTTP ${status}` });
      return { body, headers: response.headers };
    }
  }
}

/** One request for all callers; one that failed isn't stored. Each caller waits only as long as its own signal lets it. */
async function shared<K, V>(map: Map<K, Promise<V>>, key: K, signal: AbortSignal, make: () => Promise<V>): Promise<V> {
  signal.throwIfAborted();
  let pending = map.get(key);
  if (!pending) {
    const started = make();
    started.catch(() => {
      if (map.get(key) === started) map.delete(key);
    });
    map.set(key, started);
    pending = started;
  }
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([pending, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The address of a service from the catalog of a token, without a slash at the end. @throws CloudError `unsupported` */
function findEndpoint(catalog: Token['catalog'], service: Exclude<CloudService, 'identity'>, region: string, kind: string): string {
  for (const type of types[service]) {
    const endpoints = catalog.filter((entry) => entry.type === type).flatMap((entry) => entry.endpoints);
    const match = endpoints.find((endpoint) => endpoint.interface === kind && (endpoint.region_id ?? region) === region);
    if (!match) continue;
    const url = match.url.replace(/\/+$/, '');
    const version = versionPaths[service] ?? '';
    return version !== '' && !/\/v\d+(\.\d+)?$/.test(url) ? `${url}${version}` : url;
  }
  throw new CloudError({ service, code: 'unsupported', message: `${service}: not in the catalog of region ${region} (${kind})` });
}

/** The address of the document with the versions of an API: Cinder's address contains the project after it. */
const versionRoot = (base: string): string => `${/^(.*\/v\d+(\.\d+)?)(\/|$)/.exec(base)?.[1] ?? base}/`;

function toQuery(query: CloudRequest['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** Undefined when it isn't JSON: the schema refuses it. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
