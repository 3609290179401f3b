import { type Driver, DriverRefusal, Outdated, type Snapshot } from '../../src/provider/drivers/driver.ts';

export interface RecordingEngine<S extends Snapshot> {
  /** What is held, by id; `state: null` is what was forgotten, and at which version. */
  readonly things: Map<string, { version: number; state: S | null }>;
  /** Every call that came through, in order: `apply a.example 3`. */
  readonly calls: string[];
  /** What the next calls do instead, one for each: fail, refuse, never end, or work and then fail as if nobody heard of it. */
  readonly next: ('fail' | 'refuse' | 'hang' | 'workThenFail')[];
  /** Every call until it is emptied. */
  always: 'fail' | 'hang' | null;
  /** Work is held up here, for tests that need a call to be under way. */
  gate: Promise<void>;
  /** Calls that have started, whatever became of them. */
  started: number;
}

export function recordingEngine<S extends Snapshot>(): RecordingEngine<S> {
  return { things: new Map(), calls: [], next: [], always: null, gate: Promise.resolve(), started: 0 };
}

/** How long a call that hangs is waited for. Any other call has time enough on a slow machine. */
const HANG_MS = 50;
const ENOUGH_MS = 10_000;

/** A driver on an engine in memory, for tests: it stores what it is handed, and fails as it is told. */
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
    // Read just before the call that takes the next fault.
    get timeoutMs() {
      return (engine.next[0] ?? engine.always) === 'hang' ? HANG_MS : ENOUGH_MS;
    },
    apply: (state, signal) =>
      reach(`apply ${state.id} ${state.version}`, signal, () => {
        if (refuses(state)) throw new DriverRefusal('deploy:reason.flattening');
        const held = engine.things.get(state.id);
        if (held && (held.version > state.version || (held.version === state.version && held.state === null)))
          throw new Outdated(held.version);
        engine.things.set(state.id, { version: state.version, state });
      }),
    remove: ({ id: gone, version }, signal) =>
      reach(`remove ${gone} ${version}`, signal, () => {
        const held = engine.things.get(gone);
        if (held && held.version > version) throw new Outdated(held.version);
        engine.things.set(gone, { version, state: null });
      }),
    async observe(wanted) {
      const held = engine.things.get(wanted);
      return held?.state ? held.version : null;
    },
  };
}
