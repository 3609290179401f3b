import { type Area, areas } from './areas.ts';

/**
 * What an edge may be able to do besides HTTP/1.1 and HTTP/2. `http3`: HTTP/3 over QUIC. `l34`: filtering of packets before they are
 * requests. `proofOfWork`: a CAPTCHA that is a computation by the browser. `originVerification`: it verifies certificates of origins.
 * `originPins`: it verifies their public keys. `clientCertificate`: it identifies itself to origins with a certificate.
 * `serverStates`: affinity, draining and limits of servers of a cluster.
 * `pageRuleActions`: captures, statuses and queries of redirects, rewrites, changes of headers and CORS in page rules,
 * and the rule of each request in the log. `wafProfiles`: profiles of applications in the WAF.
 * `wafOperators`: regular expressions and detections in the conditions of its rules.
 */
export type EdgeAbility =
  | 'http3'
  | 'l34'
  | 'proofOfWork'
  | 'originVerification'
  | 'originPins'
  | 'clientCertificate'
  | 'serverStates'
  | 'pageRuleActions'
  | 'wafProfiles'
  | 'wafOperators';

/**
 * What the engines of an installation report (`GET /provider/capabilities`). Nothing about it is decided by a build: a provider's answer
 * may change while its pages stay.
 */
export interface Engines {
  edge: 'none' | 'connected';
  /** Whether edges know the countries and AS numbers of visitors. */
  places: 'unknown' | 'none' | 'connected';
  /** Whether proxied names resolve to addresses of edges; false: to those of the customer's own servers. */
  edgeAddresses: boolean;
  /** Whether all edges speak HTTP/3. */
  http3: boolean;
  /** Whether packets are filtered before they are requests. */
  l34: boolean;
  captcha: 'none' | 'proofOfWork';
  /** Whether edges verify the certificates of origin servers. */
  originVerification: boolean;
  /** Whether customers get the requests to their domains as a log. */
  accessLogs: boolean;
  dns: 'none' | 'node' | 'files' | 'powerdns';
  dnssec: boolean;
  /** `own`: an authority that browsers don't trust. */
  certificates: 'none' | 'own' | 'public';
  objectStore: 'none' | 'fs' | 's3';
  payment: 'none' | 'sandbox' | 'connected';
  compute: 'none' | 'simulated' | 'connected';
  /**
   * What firewall groups of servers do. `full`: all of their rules. `ports`: hosts forward ports, so only rules that open a port to
   * everybody have an effect.
   */
  serverFirewall?: 'full' | 'ports' | undefined;
  /** Whether hosts measure the CPU, memory, disks and traffic of servers. */
  serverMetrics?: boolean | undefined;
  /** Areas that the provider doesn't have, although it has their engines (`areas.ts`). */
  lacks?: readonly Area[] | undefined;
}

/** A provider elsewhere may be older than a field: what it doesn't report isn't there. */
const is = (engine: string | undefined): boolean => engine !== undefined && engine !== 'none';

/** The conditions for texts and controls: content refers to one of these with `needs` and `unless`. */
const conditions = {
  edge: ({ edge }) => edge === 'connected',
  edgeAddresses: ({ edge, edgeAddresses }) => edge === 'connected' && edgeAddresses,
  geo: ({ places }) => places === 'connected',
  http3: ({ http3 }) => http3,
  l34: ({ l34 }) => l34,
  captcha: ({ captcha }) => is(captcha),
  originVerification: ({ originVerification }) => originVerification,
  accessLogs: ({ accessLogs }) => accessLogs,
  dns: ({ dns }) => is(dns),
  dnssec: ({ dnssec }) => dnssec,
  certificates: ({ certificates }) => is(certificates),
  publicCertificates: ({ certificates }) => certificates === 'public',
  objectStore: ({ objectStore }) => is(objectStore),
  payments: ({ payment }) => is(payment),
  realPayments: ({ payment }) => payment === 'connected',
  compute: ({ compute }) => is(compute),
  realServers: ({ compute }) => compute === 'connected',
} satisfies Record<string, (engines: Engines) => boolean>;

export type Capability = keyof typeof conditions;
export const capabilities = Object.keys(conditions) as Capability[]; // its keys

/** The capabilities of an installation, in the order of the table. */
export const listCapabilities = (engines: Engines): Capability[] => capabilities.filter((name) => has(engines, name));

export const has = (engines: Engines, name: Capability): boolean => conditions[name](engines) === true;

/** Areas that are part of another one: without it, they don't exist either. */
const wholes: Partial<Record<Area, Area>> = { clusters: 'cdn', servers: 'cloud', spaces: 'cloud', payments: 'finance' };
/** Areas that don't exist without an engine. */
const engineOf: Partial<Record<Area, Capability>> = { servers: 'compute', spaces: 'objectStore', payments: 'payments' };

/**
 * The areas that a provider doesn't have: those that it names, and those whose engine it lacks. Nothing else decides it: menus, pages,
 * reads, the areas of keys and the site ask for the result.
 * @param engines null: they aren't known, and everything is offered
 */
export function lackedAreas(engines: Engines | null | undefined): Area[] {
  if (!engines) return [];
  const isNamed = (area: Area) => engines.lacks?.includes(area) === true;
  const lacks = (area: Area): boolean => {
    const [whole, engine] = [wholes[area], engineOf[area]];
    if (isNamed(area) || (whole && isNamed(whole)) || (engine && !has(engines, engine))) return true;
    // Servers and spaces are all that the cloud has.
    return area === 'cloud' && lacks('servers') && lacks('spaces');
  };
  return areas.filter(lacks);
}
