import { z } from 'zod';

export type CloudService = 'identity' | 'compute' | 'image' | 'volume' | 'network';

/**
 * What a caller can do about an error:
 * - `badRequest`: nothing, the request is wrong for this cloud (400, 405, 406, 411, 415, 422).
 * - `unauthorized`, `forbidden`: the operator has to correct the service user or its roles.
 * - `notFound`, `conflict`: read the resource again; a conflict also means a state in which the action isn't possible yet.
 * - `quota`: the project's quota is used up (Nova 403, Neutron 409, Cinder and Glance 413).
 * - `rateLimited`: repeat after `retryAfterMs` (413, 429).
 * - `unavailable`: repeat later. Nothing was sent, or the service answered with 5xx.
 * - `lost`: the request was sent and no response came, so its effect is unknown.
 * - `invalidResponse`, `unsupported`: this cloud isn't the API that we know, or can't do this (501).
 */
export type CloudErrorCode =
  | 'badRequest'
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'quota'
  | 'rateLimited'
  | 'unavailable'
  | 'lost'
  | 'invalidResponse'
  | 'unsupported';

interface CloudFault {
  service: CloudService;
  code: CloudErrorCode;
  message: string;
  /** 0: no response. */
  status?: number;
  /** The service's name of the error, as `itemNotFound` or `OverQuota`. */
  type?: string;
  /** From `Retry-After`, in ms; null: not specified. */
  retryAfterMs?: number | null;
  /** `X-Openstack-Request-Id`: the operator finds the request by it in the logs of the service. */
  requestId?: string | null;
}

export class CloudError extends Error {
  override readonly name = 'CloudError';
  readonly service: CloudService;
  readonly code: CloudErrorCode;
  readonly status: number;
  readonly type: string | null;
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;

  constructor({ service, code, message, status = 0, type, retryAfterMs = null, requestId = null }: CloudFault, options?: ErrorOptions) {
    super(message, options);
    this.service = service;
    this.code = code;
    this.status = status;
    this.type = type ?? null;
    this.retryAfterMs = retryAfterMs;
    this.requestId = requestId;
  }

  /** The request may have had its effect: before it is repeated, its result has to be searched for. */
  get isUncertain(): boolean {
    return this.code === 'lost' || (this.code === 'unavailable' && this.status >= 500);
  }
  /** The same request can succeed later without a change of anything on our side. */
  get isTemporary(): boolean {
    return this.code === 'unavailable' || this.code === 'lost' || this.code === 'rateLimited';
  }
}

/** @param codes any of these; none: every error of a cloud */
export const isCloudError = (error: unknown, ...codes: CloudErrorCode[]): error is CloudError =>
  error instanceof CloudError && (codes.length === 0 || codes.includes(error.code));

/** Result null instead of `notFound`. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isCloudError(error, 'notFound')) return null;
    throw error;
  }
}

const text = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const Fault = z.object({ message: text, code: text, title: text, type: text, detail: text, retryAfter: text });
type Fault = z.output<typeof Fault>;

/** Longer ones repeat the request, as 70 KB of user data. */
const MAX_MESSAGE = 500;

interface ErrorResponse {
  service: CloudService;
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
  /** Values of the request that a message may repeat (Nova quotes what its schema refuses). */
  secrets?: readonly string[];
  /** Epoch ms. */
  now?: number;
}

/**
 * The error of a response with a status of 400 or more. Nova and Cinder name the error by the only key of the body, Neutron uses
 * `NeutronError` with a `type`, Keystone `error`, and Glance has the fields at the top; a proxy in front of them answers with HTML.
 */
export function toCloudError({ service, status, headers, body, secrets = [], now = Date.now() }: ErrorResponse): CloudError {
  const { type, fault } = parseFault(body);
  const retryAfterMs = parseRetryAfter(single(headers['retry-after']) ?? fault.retryAfter, now);
  const message = fault.message ?? fault.title ?? `HTTP ${status}`;
  return new CloudError({
    service,
    status,
    code: toCode(status, { type, message, retryAfterMs }),
    message: redact(`${service}: ${message}`, secrets).slice(0, MAX_MESSAGE),
    ...(type !== undefined && { type }),
    retryAfterMs,
    requestId: single(headers['x-openstack-request-id']) ?? single(headers['x-compute-request-id']) ?? null,
  });
}

/** Removes secrets from a text of a cloud. */
const redact = (message: string, secrets: readonly string[]): string =>
  secrets.filter((secret) => secret !== '').reduce((rest, secret) => rest.replaceAll(secret, '***'), message);

const single = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

function parseFault(body: string): { type: string | undefined; fault: Partial<Fault> } {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return { type: undefined, fault: {} };
  }
  if (typeof json !== 'object' || json === null) return { type: undefined, fault: {} };
  const [name, inner] = Object.entries(json)[0] ?? [];
  const nested = Fault.safeParse(inner);
  if (nested.success) return { type: nested.data.type ?? name, fault: nested.data };
  // Neutron without a type: `{"NeutronError": "text"}`.
  if (typeof inner === 'string' && name?.endsWith('Error')) return { type: name, fault: { message: inner } };
  const flat = Fault.safeParse(json);
  return { type: undefined, fault: flat.success ? flat.data : {} };
}

/** Seconds or a date (RFC 9110, section 10.2.3), in ms from now. Cinder sends 0 with an exceeded quota, which waiting doesn't end. */
function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined || value === '') return null;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return ms > 0 ? Math.round(ms) : null;
}

function toCode(
  status: number,
  { type, message, retryAfterMs }: { type: string | undefined; message: string; retryAfterMs: number | null },
): CloudErrorCode {
  if (status === 401) return 'unauthorized';
  // Nova has no other sign than its message; the policies of its quotas have the word in their names.
  if (status === 403) return /quota exceeded/i.test(message) ? 'quota' : 'forbidden';
  if (status === 404 || status === 410) return 'notFound';
  if (status === 409) return type === 'OverQuota' ? 'quota' : 'conflict';
  if (status === 413) return retryAfterMs === null ? 'quota' : 'rateLimited';
  if (status === 429) return 'rateLimited';
  // As a password or diagnostics that the hypervisor doesn't have.
  if (status === 501) return 'unsupported';
  return status >= 500 ? 'unavailable' : 'badRequest';
}

/** Codes of Node and undici for a connection that was never made. */
const notConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** The error of a request without a response. */
export function toConnectionError(service: CloudService, error: unknown): CloudError {
  const code = errorCode(error);
  const wasSent = !notConnected.has(code);
  const message = wasSent ? `${service}: no response (${code})` : `${service}: no connection (${code})`;
  return new CloudError({ service, code: wasSent ? 'lost' : 'unavailable', message }, { cause: error });
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  // Several addresses of one host: the first reason.
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
