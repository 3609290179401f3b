/** Comments with data that a master file has no field for. */
export const proxiedMark = 'nasim: proxied';
export const autoTtlMark = 'nasim: auto-ttl';
const cloudflareTags = /cf_tags\s*=/;
const cloudflareProxied = /cf-proxied\s*:\s*true/;

/** A single check of the whole text, so that files without marks have no cost per line. */
export const mayContainMarks = (text: string): boolean => text.includes('nasim:') || text.includes('cf_tags');

/** Reads the comment of a line, without its semicolon. Cloudflare writes `cf_tags=cf-proxied:true`, and TTL 1 for "automatic". */
export const readMarks = (comment: string): { proxied: boolean; autoTtl: boolean; cloudflare: boolean } => ({
  proxied: comment.includes(proxiedMark) || cloudflareProxied.test(comment),
  autoTtl: comment.includes(autoTtlMark),
  cloudflare: cloudflareTags.test(comment),
});
