/** Loads another page of this site: sign-in changes what the server renders. */
export const go = (path: string): void => window.location.assign(path);
