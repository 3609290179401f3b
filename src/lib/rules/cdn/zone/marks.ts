/** Comments with data that a master file has no field for. */
export const proxiedMark = 'nasim: proxied';
export const autoTtlMark = 'nasim: auto-ttl';
const cloudflareTags = /cf_tags\s*=/;
const cloudflareProxied = /cf-proxied\s*:\s*true/;

/** A single check of the whole text, so that files without marks have no cost per line. */
export const mayContainMarks = (text: string): boolean =>
  text.includes('nasim:') || text.includes('cf_tags') || text.includes('AWS routing');

/** Reads the comment of a line, without its semicolon. Cloudflare writes `cf_tags=cf-proxied:true`, and TTL 1 for "automatic". */
export const readMarks = (comment: string): { proxied: boolean; autoTtl: boolean; cloudflare: boolean } => ({
  proxied: comment.includes(proxiedMark) || cloudflareProxied.test(comment),
  autoTtl: comment.includes(autoTtlMark),
  cloudflare: cloudflareTags.test(comment),
});

/** The routing policy in a comment of cli53, such as `WEIGHTED`; null: none, or one that answers with all records, as plain DNS does. */
export function parseRouting(comment: string): string | null {
  const policy = /AWS routing="?([A-Z]+)/.exec(comment)?.[1] ?? null;
  return policy === 'MULTIVALUE' ? null : policy;
}

/** Cloudflare's tag of a CNAME that is answered with the addresses of its target. */
export const isFlattened = (comment: string): boolean => /cf_tags\s*=\S*cf-flatten-cname/.test(comment);
