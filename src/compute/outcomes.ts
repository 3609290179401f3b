import type { TKey, TParams } from '../lib/i18n/keys.ts';

/* How a call or a step can end other than well. The control socket maps them to status codes, and the driver maps those back. */

/** The state can never be applied, or a step of it failed for good. `key` is the text for the customer. */
export class Refused extends Error {
  readonly key: TKey;
  readonly params: TParams;
  constructor(key: TKey, params: TParams = {}, options?: ErrorOptions) {
    super(key, options);
    this.key = key;
    this.params = params;
  }
}

/** The process has a newer version of the entity. */
export class Newer extends Error {
  readonly version: number;
  constructor(version: number) {
    super(`version ${version} is newer`);
    this.version = version;
  }
}

/** Something else has to happen first; the same call works later. */
export class NotReady extends Error {
  /** After how many ms a step is repeated; null: soon. */
  readonly retryMs: number | null;
  constructor(message: string, retryMs: number | null = null) {
    super(message);
    this.retryMs = retryMs;
  }
}

export const isRefused = (error: unknown): error is Refused => error instanceof Refused;
