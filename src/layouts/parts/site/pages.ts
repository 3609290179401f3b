/** The pages that are files in `src/content/site/<language>/`. */
export const sitePages = [
  'cloud-cdn',
  'cloud-servers',
  'cloud-security',
  'live-streaming',
  'video',
  'pricing',
  'support-plans',
  'contact',
] as const;
export type SitePage = (typeof sitePages)[number];

/** Long prose: `src/content/legal/<language>/`. */
export const legalPages = ['terms', 'privacy'] as const;
export type LegalPage = (typeof legalPages)[number];
