import type { Logger } from 'pino';
import type { Backend, Core } from './backend.ts';
import { Activity } from './convergence/activity.ts';
import { Convergence } from './convergence/convergence.ts';
import { isKind, type Kind, kinds } from './protocol.ts';
import type { AppliedStates } from './state/applied.ts';
import { StateStore } from './state/store.ts';

export interface EngineOptions<A extends AppliedStates, B extends Backend<A>> {
  /** The folder that the process owns. */
  folder: string;
  /** What has been done for an entity that is new. */
  initial: A;
  makeBackend(core: Core<A>): B;
  log: Logger;
}

export interface Engine<A extends AppliedStates = AppliedStates, B extends Backend<A> = Backend<A>> extends Core<A> {
  folder: string;
  backend: B;
  /** Stops the work and leaves the servers running. */
  stop(): Promise<void>;
}

/** Brings everything to its newest state, now and after each change. */
export async function startEngine<A extends AppliedStates, B extends Backend<A>>(options: EngineOptions<A, B>): Promise<Engine<A, B>> {
  const { folder, initial, makeBackend, log } = options;
  const store = new StateStore(folder, initial);
  const activity = new Activity();
  const convergence = new Convergence({
    work(name) {
      const { kind, id } = parseName(name);
      return backend.converge(kind, id);
    },
    fail(name, { key, params }) {
      const { kind, id } = parseName(name);
      const entity = store.get(kind, id);
      // What was complete before is attempted again until it works.
      if (entity && entity.applied.version !== entity.version) store.fail(kind, id, { version: entity.version, key, params });
      activity.clear(kind, id);
    },
    log,
  });
  const core: Core<A> = { store, activity, kick: (kind, id) => convergence.kick(`${kind}/${id}`), log };
  const backend = makeBackend(core);
  await backend.start();
  for (const kind of Object.keys(kinds).filter(isKind))
    for (const { id } of [...store.list(kind), ...store.listLeftovers(kind)]) core.kick(kind, id);
  return {
    ...core,
    folder,
    backend,
    async stop() {
      await convergence.stop();
      await backend.stop();
      store.close();
    },
  };
}

function parseName(name: string): { kind: Kind; id: string } {
  const [kind = '', id = ''] = name.split('/');
  if (!isKind(kind)) throw new Error(`unknown kind ${kind}`);
  return { kind, id };
}
