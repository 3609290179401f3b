/** IDs of requests that are accepted from others: a UUID, a ULID, or the hexadecimal ID of a proxy. */
export const requestIdPattern = /^[A-Za-z0-9_-]{16,64}$/;

/** The ID that a proxy gave to a request; null: there is none, or it isn't valid. */
export const readRequestId = (header: string | null | undefined): string | null =>
  header && requestIdPattern.test(header) ? header : null;
