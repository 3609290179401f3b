/* What the form, the provider and the documentation count by. No rule is imported, so that a page can have it at once. */
export const maxTargets = 5;
export const minSecret = 16;
export const maxSecret = 256;

/** How entries travel; `syslog` and `s3` of the API's catalogue are not accepted yet. */
export const targetKinds = ['http'] as const;
export const logFormats = ['ndjson', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];
/**
 * `delivering`: all was sent. `waiting`: some is about to be. `failing`: the last try failed and is made again. `suspended`: it failed for
 * so long that it was switched off. `paused`: the plan lacks log forwarding. `off`: the customer switched it off.
 */
export const targetStates = ['delivering', 'waiting', 'failing', 'suspended', 'paused', 'off'] as const;
export type TargetState = (typeof targetStates)[number];

/** Of one request. */
export const batchEntries = 500;
export const batchBytes = 1_048_576;

/** Printable ASCII without blanks, long enough not to be guessed. */
export const isSecret = (text: string): boolean => text.length >= minSecret && text.length <= maxSecret && /^[\x21-\x7e]+$/.test(text);
