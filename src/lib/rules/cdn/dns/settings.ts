/** Settings of a zone, as every domain begins. */
export const defaultSettings = { defaultTtl: 3600, soaEmail: '', proxyDefault: true, cnameFlattening: false } as const;

/** Bounds of what "automatic" may stand for, in seconds: shorter wastes queries, longer makes a mistake last. */
export const minDefaultTtl = 60;
export const maxDefaultTtl = 604_800;
