/** The pages that visitors see instead of the site, in menu order. */
export const pageKinds = ['maintenance', 'error', 'block', 'captcha', 'rateLimit'] as const;
export type PageKind = (typeof pageKinds)[number];

/**
 * Statuses for an error page in the form: those that edges respond with when there is no response of the origin
 * (`edge/pages/reply.ts`). The API accepts any from 400 to 599.
 */
export const offeredStatuses = [502, 504, 508] as const;
export const minStatus = 400;
export const maxStatus = 599;

/** The status of the response with a page; a page for all errors keeps the status of the error. */
export const defaultStatuses: Record<PageKind, number> = { maintenance: 503, error: 502, block: 403, captcha: 403, rateLimit: 429 };

/** The id of the element that the captcha is put into. */
export const captchaBoxId = 'captcha-box';

/** Bytes of UTF-8. A page is sent while the network is busy with an attack, so it stays small. */
export const maxPageBytes = 256_000;
export const maxPages = 50;
export const maxTitle = 100;

/** Values inserted when the page is sent, escaped for HTML. */
export const pageVariables = ['ray_id', 'client_ip', 'host', 'status', 'time'] as const;
export type PageVariable = (typeof pageVariables)[number];
