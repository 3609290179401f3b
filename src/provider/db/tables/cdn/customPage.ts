/** A page that visitors see instead of the site. */
export interface CustomPageTable {
  id: string;
  domainId: string;
  kind: 'error' | 'block' | 'captcha' | 'rateLimit' | 'maintenance';
  /** For error pages; 0: every error without its own page, and all other kinds. */
  statusCode: number;
  title: string;
  html: string;
  /** Bytes of `html` in UTF-8, so that lists don't have to read it. */
  size: number;
  /** At most one per kind and status, enforced by an index. */
  enabled: boolean;
  version: number;
  createdAt: number;
  updatedAt: number;
}
