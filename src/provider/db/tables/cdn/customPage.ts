/** A page that visitors see in place of the site. */
export interface CustomPageTable {
  id: string;
  domainId: string;
  kind: 'error' | 'block' | 'captcha' | 'rateLimit' | 'maintenance';
  /** Of an error page; 0: every error that has no page of its own, and all other kinds. */
  statusCode: number;
  title: string;
  html: string;
  /** Bytes of `html` in UTF-8, so that a list need not read it. */
  size: number;
  /** 0 or 1; one of a kind and status at a time, which an index holds. */
  enabled: number;
  version: number;
  createdAt: number;
  updatedAt: number;
}
