import { type Driver, DriverRefusal, Outdated, type Snapshot } from '../../src/provider/drivers/driver.ts';

export interface RecordingEngine<S extends Snapshot> {
  /** The current states, by ID; `state: null` is a deleted one, with its version. */
  readonly resources: Map<string, { version: number; state: S | null }>;
  /** Every completed call, in order: `apply a.example 3`. */
  readonly calls: string[];
  /** Faults of the next calls, one each: fail, refuse, hang, or succeed and then fail as if the response was lost. */
  readonly next: ('fail' | 'refuse' | 'hang' | 'workThenFail')[];
  /** Applies to every call until cleared. */
  always: 'fail' | 'hang' | null;
  /** Delays work, for tests that need a call in progress. */
  gate: Promise<void>;
  /** Started calls, whatever their result. */
  started: number;
}

export function recordingEngine<S extends Snapshot>(): RecordingEngine<S> {
  return { resources: new Map(), calls: [], next: [], always: null, gate: Promise.resolve(), started: 0 };
}

/** Timeout of a hanging call. All other calls have enough time on a slow machine. */
const HANG_MS = 50;
const ENOUGH_MS = 10_000;

/** A driver with an in-memory engine, for tests: it stores states, and fails on request. */
export function recordingDriver<S extends Snapshot, C extends object>(
  engine: RecordingEngine<S>,
  {
    id = 'recording',
    capabilities,
    refuses = () => false,
  }: {
    id?: string;
    capabilities: C;
    refuses?: (state: S) => boolean;
  },
): Driver<S, C> {
  async function reach(call: string, signal: AbortSignal, work: () => void): Promise<void> {
    engine.started++;
    signal.throwIfAborted();
    const fault = engine.next.shift() ?? engine.always;
    await engine.gate;
    if (fault === 'hang') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    if (fault === 'fail') throw new Error('connect ECONNREFUSED');
    if (fault === 'refuse') throw new DriverRefusal('deploy:reason.flattening');
    work();
    engine.calls.push(call);
    if (fault === 'workThenFail') throw new Error('socket hang up');
  }
  return {
    id,
    capabilities,
    // Read just before the call with the next fault.
    get timeoutMs() {
      return (engine.next[0] ?? engine.always) === 'hang' ? HANG_MS : ENOUGH_MS;
    },
    apply: (state, signal) =>
      reach(`apply ${state.id} ${state.version}`, signal, () => {
        if (refuses(state)) throw new DriverRefusal('deploy:reason.flattening');
        const current = engine.resources.get(state.id);
        if (current && (current.version > state.version || (current.version === state.version && current.state === null)))
          throw new Outdated(current.version);
        engine.resources.set(state.id, { version: state.version, state });
      }),
    remove: ({ id: gone, version }, signal) =>
      reach(`remove ${gone} ${version}`, signal, () => {
        const current = engine.resources.get(gone);
        if (current && current.version > version) throw new Outdated(current.version);
        engine.resources.set(gone, { version, state: null });
      }),
    async observe(wanted) {
      const current = engine.resources.get(wanted);
      return current?.state ? current.version : null;
    },
  };
}
