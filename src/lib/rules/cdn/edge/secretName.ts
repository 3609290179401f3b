/** Parameters whose values are secrets, whatever the site: `token`, `user_password`, `card[code]`. */
const secret = /(^|[_.[-])(token|key|secret|pass|passwd|password|pwd|auth|authorization|session|sid|sig|signature|code|jwt|otp)s?\]?$/i;

/** Whether the value of a parameter, header or cookie must not be logged. */
export const isSecretName = (name: string): boolean => secret.test(name);
