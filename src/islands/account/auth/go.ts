/** Loads another page of this site: signing in changes what the server renders. */
export const go = (path: string): void => window.location.assign(path);
