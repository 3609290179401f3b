/** Whether a path is sign-in, registration or password recovery: server-rendered, without a language prefix, always dark. */
export const isAuthPath = (path: string): boolean => /^\/public\/(login|register|forgot-password)\/?$/.test(path);

/** Whether a path needs the reference data of servers (docs/product.md, Reference data). A domain's name does not count: `x-server.com`. */
export const needsServerData = (path: string): boolean => /server|api-key/.test(path.replace(/^\/domains\/[^/]+/, '/domains'));
