import type { ServerState } from '../../lib/rules/cloud/server/states.ts';
import type { Kind } from '../protocol.ts';

export interface Active {
  phase: ServerState;
  /** 0 to 100. */
  percent: number;
  /** Epoch ms; null: unknown. */
  endsAt: number | null;
}

/** What is being done now. It isn't stored: after a restart, the steps that are left begin again. */
export class Activity {
  readonly #current = new Map<string, Active>();

  get(kind: Kind, id: string): Active | null {
    return this.#current.get(`${kind}/${id}`) ?? null;
  }
  set(kind: Kind, id: string, phase: ServerState, percent = 0, endsAt: number | null = null): void {
    this.#current.set(`${kind}/${id}`, { phase, percent, endsAt });
  }
  clear(kind: Kind, id: string): void {
    this.#current.delete(`${kind}/${id}`);
  }
}
