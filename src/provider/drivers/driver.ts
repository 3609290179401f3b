import type { TKey, TParams } from '../../lib/i18n/keys.ts';

/** The complete state of one resource at one version, never a difference: an engine that missed versions is correct after the next. */
export interface Snapshot {
  id: string;
  /** Increases with every change of the resource, even if it is removed and created again with the same id. */
  version: number;
}

/**
 * Brings an engine to the desired state in the database. All methods may be called again after a crash, by two processes at once, and
 * late: the version decides, not the order of arrival. `tests/support/driverContract.ts` tests the same.
 */
export interface Driver<S extends Snapshot, C extends object> {
  /** Which engine this is. Observations of another engine don't apply to it: one that has lost its state has another ID from then on. */
  readonly id: string;
  readonly capabilities: C;
  /** Time-out of a call in milliseconds; after it, the call is retried later. */
  readonly timeoutMs: number;
  /**
   * Makes the engine apply this state. The same version again does no harm.
   * @throws Outdated when the engine has a newer version, or has forgotten the resource at a newer one
   * @throws DriverRefusal when it can never apply this state; retrying would not help
   * @throws DriverFault or any other Error for temporary faults
   */
  apply(snapshot: S, signal: AbortSignal): Promise<void>;
  /** Makes the engine forget the resource, even one that it never had. Throws like `apply`. */
  remove(gone: Snapshot, signal: AbortSignal): Promise<void>;
  /** The version that the engine has; null: none. */
  observe(id: string, signal: AbortSignal): Promise<number | null>;
}

/** The engine can't apply this state, and the customer or the operator has to change something. `key` is the text they read. */
export class DriverRefusal extends Error {
  readonly key: TKey;
  readonly params: TParams;
  constructor(key: TKey, params: TParams = {}) {
    super(key);
    this.key = key;
    this.params = params;
  }
}

/** A temporary fault with a text for the customer, such as one that the operator has to correct; the call is retried. */
export class DriverFault extends Error {
  readonly key: TKey;
  constructor(key: TKey, options?: ErrorOptions) {
    super(key, options);
    this.key = key;
  }
}

/** The engine is ahead: another process was faster, or the database was restored to an older state. */
export class Outdated extends Error {
  /** The version that the engine has. */
  readonly stored: number;
  constructor(stored: number) {
    super(`the engine holds version ${stored}`);
    this.stored = stored;
  }
}
