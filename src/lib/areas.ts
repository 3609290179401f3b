/** Addresses that need a session. Only a courtesy: every call asks for itself (design.md section 2). */
export const isPanelPath = (path: string): boolean =>
  /^\/(dashboard|domains|servers|finance|tickets|account|notifications|operator)(\/|$)/.test(path);

/** Sign-in and its siblings: server-rendered, not prefixed, always dark. */
export const isAuthPath = (path: string): boolean => /^\/public\/(login|register|forgot-password)\/?$/.test(path);

/** Paths on which reference data of servers is loaded (spec.md section 2). Parameters do not count: `x-server.com` is a domain. */
export const needsServerData = (path: string): boolean => /server|api-key/.test(path.replace(/^\/domains\/[^/]+/, '/domains'));
