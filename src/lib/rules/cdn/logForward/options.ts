/* Constants shared by the form, the provider and the documentation. Imports no rules, so that pages can load it directly. */
export const maxTargets = 5;
export const minSecret = 16;
export const maxSecret = 256;

/** The transports; `syslog` and `s3` of the API's catalogue aren't supported yet. */
export const targetKinds = ['http'] as const;
export const logFormats = ['ndjson', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];
/**
 * `delivering`: everything was sent. `waiting`: entries are pending. `failing`: the last attempt failed and will be retried. `suspended`:
 * turned off after failing for too long. `paused`: the plan doesn't include log forwarding. `off`: turned off by the customer.
 */
export const targetStates = ['delivering', 'waiting', 'failing', 'suspended', 'paused', 'off'] as const;
export type TargetState = (typeof targetStates)[number];

/** Limit per request. */
export const batchEntries = 500;
export const batchBytes = 1_048_576;

/** Printable ASCII without spaces, long enough not to be guessed. */
export const isSecret = (text: string): boolean => text.length >= minSecret && text.length <= maxSecret && /^[\x21-\x7e]+$/.test(text);
