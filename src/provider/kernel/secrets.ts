/** Names of fields that hold secrets. */
const secretName =
  /password|passphrase|secret|token|(private|api|access)[-_]?key|hash|^code$|otp|recovery|credential|authorization|cookie/i;

/** Does a field with this name hold a secret? */
export const isSecretName = (name: string): boolean => secretName.test(name);

/** Replaces a secret. */
export const MASK = '•••';

const word =
  '[\\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential|authorization|cookie)[\\w-]*';
/** The order matters: longer patterns come before their parts. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g, MASK],
  // Secrets in a URL: the credentials and the query.
  [/\/\/[^/\s@]+@/g, `//${MASK}@`],
  [/(\b[a-z][a-z+.-]*:\/\/[^\s?]*)\?\S*/gi, `$1?${MASK}`],
  [new RegExp(`(${word}["']?\\s*[=:]\\s*)(?:"[^"]*"|'[^']*'|[^\\s,;&]+(?:\\s+[\\w.~+/=-]{8,})?)`, 'gi'), `$1${MASK}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${MASK}`],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, MASK],
  [/\b(?:nsm|sk|rk|gh[pousr]|github_pat|xox[abposr]|whsec|glpat)[_-][\w-]{8,}/g, MASK],
  // A long string of letters and digits: a key, unless it is one of our IDs.
  [/(?<![\w+=-])(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w+=-]))(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[\w+=-]{32,}/g, MASK],
];

/** Masks anything in a text that looks like a secret. A second line of defense: fields that may contain secrets shouldn't be read. */
export const maskSecrets = (text: string): string => patterns.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), text);
