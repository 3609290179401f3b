/** Endings of the files that DNS services export, as people have them after a download. */
const zoneFile = /\.(?:txt|zone|db|dns|hosts|bind|json|ya?ml|csv)$/i;

export const isZoneFile = (name: string): boolean => zoneFile.test(name);

/** Several of them at once. */
export const isZoneArchive = (name: string): boolean => /\.(?:zip|tar|tar\.gz|tgz)$/i.test(name);

/** The same for a file field. */
export const zoneFileTypes =
  '.txt,.zone,.db,.dns,.hosts,.bind,.json,.yaml,.yml,.csv,text/plain,text/csv,application/json,.zip,.tar,.tgz,.gz,application/zip,application/x-tar,application/gzip';
