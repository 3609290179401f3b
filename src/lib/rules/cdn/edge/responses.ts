/**
 * Why no server responded, as `Proxy-Status` says it: the error types of RFC 9209 section 2.3 that the edge distinguishes, with the status
 * that visitors get.
 */
export const originErrors = {
  dns_error: 502,
  destination_ip_prohibited: 502,
  destination_ip_unroutable: 502,
  destination_unavailable: 502,
  connection_refused: 502,
  connection_terminated: 502,
  connection_timeout: 504,
  tls_protocol_error: 502,
  tls_certificate_error: 502,
  http_protocol_error: 502,
  http_response_timeout: 504,
} as const satisfies Record<string, 502 | 504>;
export type OriginError = keyof typeof originErrors;
export const isOriginError = (name: string): name is OriginError => Object.hasOwn(originErrors, name);

/**
 * The pages that the edge writes itself, each with its status (RFC 9110, RFC 6585, RFC 5842) and its type in `Proxy-Status` (RFC 9209
 * section 2.3); `originDown` has those of `originErrors`.
 */
export const edgePages = {
  badRequest: { status: 400, error: 'http_request_error' },
  blocked: { status: 403, error: 'http_request_denied' },
  check: { status: 403, error: 'http_request_denied' },
  unknownHost: { status: 421, error: 'destination_not_found' },
  tooMany: { status: 429, error: 'http_request_denied' },
  originDown: { status: 502, error: 'destination_unavailable' },
  maintenance: { status: 503, error: 'proxy_internal_response' },
  stopped: { status: 503, error: 'proxy_internal_response' },
  busy: { status: 503, error: 'connection_limit_reached' },
  cacheOnly: { status: 503, error: 'proxy_internal_response' },
  loop: { status: 508, error: 'proxy_loop_detected' },
} as const;
export type PageName = keyof typeof edgePages;

/** Codes of Node's resolver, sockets, TLS and undici, and what they mean. */
const codes: Readonly<Record<string, OriginError>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_terminated',
  EPIPE: 'connection_terminated',
  UND_ERR_SOCKET: 'connection_terminated',
  EHOSTUNREACH: 'destination_ip_unroutable',
  ENETUNREACH: 'destination_ip_unroutable',
  EADDRNOTAVAIL: 'destination_ip_unroutable',
  ETIMEDOUT: 'connection_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connection_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'http_response_timeout',
  UND_ERR_HEADERS_OVERFLOW: 'http_protocol_error',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'http_protocol_error',
  EPROTO: 'tls_protocol_error',
};

/** Codes of a failed verification, as OpenSSL and Node name them. */
const certificateError =
  /^(?:ERR_TLS_CERT_|CERT_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY|GET_CRL|DECRYPT|DECODE)|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$)/;

/** @param code `code` of the error that a connection or a response ended with; unknown ones mean that no server is available */
export function toOriginError(code: string): OriginError {
  if (Object.hasOwn(codes, code)) return codes[code] ?? 'destination_unavailable';
  if (certificateError.test(code)) return 'tls_certificate_error';
  return code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') ? 'tls_protocol_error' : 'destination_unavailable';
}
