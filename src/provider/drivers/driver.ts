import type { TKey, TParams } from '../../lib/i18n/keys.ts';

/** The whole state of one thing at one version, never a difference: an engine that missed some versions is right after the next. */
export interface Snapshot {
  id: string;
  /** Grows with every change of the thing, also over a removal and a new beginning under the same id. */
  version: number;
}

/**
 * Brings an engine to the state that the database wants. Everything here may be called again after a crash, by two processes at
 * once, and late: the version decides, not the order of arrival. `tests/support/driver-contract.ts` says the same as tests.
 */
export interface Driver<S extends Snapshot, C extends object> {
  /** Which engine this is. What another one has observed says nothing about this one. */
  readonly id: string;
  readonly capabilities: C;
  /** How long a call may take, in milliseconds, before it is given up and tried again later. */
  readonly timeoutMs: number;
  /**
   * Makes the engine hold this state. The same version again does no harm.
   * @throws Outdated when the engine holds a newer version, or was told to forget the thing at a newer one
   * @throws DriverRefusal when it can never hold this state; trying again would not help
   * @throws Error for everything that may pass
   */
  apply(snapshot: S, signal: AbortSignal): Promise<void>;
  /** Makes the engine forget the thing; one that it never held is forgotten too. Throws as `apply` does. */
  remove(gone: Snapshot, signal: AbortSignal): Promise<void>;
  /** The version that the engine holds; null when it holds none. */
  observe(id: string, signal: AbortSignal): Promise<number | null>;
}

/** The engine can't hold this state, and the customer or the operator has to change something. `key` is what they read. */
export class DriverRefusal extends Error {
  readonly key: TKey;
  readonly params: TParams;
  constructor(key: TKey, params: TParams = {}) {
    super(key);
    this.key = key;
    this.params = params;
  }
}

/** The engine is ahead: another process was faster, or the database was put back to an older state. */
export class Outdated extends Error {
  /** The version that the engine holds. */
  readonly held: number;
  constructor(held: number) {
    super(`the engine holds version ${held}`);
    this.held = held;
  }
}
