import type { TKey, TParams } from '../../lib/i18n/keys.ts';

/** A fault of one item of a list in the input. */
export interface ItemFault {
  list: string;
  index: number;
  field?: string;
  key: TKey;
  params?: TParams;
}

export interface RefusalDetails {
  params?: TParams;
  /** Returned as `errors`, and as fields named `creates.3.name`. */
  items?: readonly ItemFault[];
  /** Messages by field, as keys; a form shows them at the field. */
  fields?: Record<string, { key: TKey; params?: TParams }>;
  /** Other fields of the response: `needed`, `lockedUntil`, `errors`. */
  extra?: Record<string, unknown>;
  /** Seconds; sent as `Retry-After`. */
  retryAfter?: number;
}

/** A valid call that is refused. `code` is the key of the text that the customer reads. */
export class Refusal extends Error {
  readonly code: TKey;
  readonly status: number;
  readonly details: RefusalDetails;
  constructor(status: number, code: TKey, details: RefusalDetails = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/**
 * Refuses the call. The status is 409 for a state, a duplicate or a lock, 422 for a value, 402 for a plan or the balance, 404 for
 * what isn't the caller's, 429 with `retryAfter`. Never 401 or 403 from a handler.
 */
export function refuse(status: 400 | 402 | 404 | 409 | 413 | 415 | 422 | 429, code: TKey, details?: RefusalDetails): never {
  throw new Refusal(status, code, details);
}

/** Refuses one value: the form shows the message at `field`. Throw it, or return it from `write` to commit. */
export const fieldRefusal = (field: string, code: TKey, params?: TParams): Refusal =>
  new Refusal(422, code, { ...(params && { params }), fields: { [field]: { key: code, ...(params && { params }) } } });

export function refuseField(field: string, code: TKey, params?: TParams): never {
  throw fieldRefusal(field, code, params);
}
