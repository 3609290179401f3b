/** Default settings of a zone. */
export const defaultSettings = { defaultTtl: 3600, soaEmail: '', proxyDefault: true, cnameFlattening: false } as const;

/** Limits of the automatic TTL, in seconds: shorter wastes queries, longer makes mistakes last. */
export const minDefaultTtl = 60;
export const maxDefaultTtl = 604_800;
