import type { Machine } from '../qemu/machine.ts';
import { SerialLog } from './serialLog.ts';

export interface RunningMachine {
  machine: Machine;
  serial: SerialLog;
}

export interface MachineEvents {
  /** The process has ended, though nobody ended it. */
  onDeath(id: string): void;
  /** The guest has powered itself off. */
  onHalt(id: string): void;
}

/** The processes that run, by ID of their server. */
export class Machines {
  readonly #running = new Map<string, RunningMachine>();
  readonly #events: MachineEvents;
  #isStopped = false;

  constructor(events: MachineEvents) {
    this.#events = events;
  }

  get(id: string): RunningMachine | null {
    return this.#running.get(id) ?? null;
  }
  all(): RunningMachine[] {
    return [...this.#running.values()];
  }

  add(machine: Machine): void {
    const running = { machine, serial: new SerialLog(machine.files) };
    this.#running.set(machine.id, running);
    machine.qmp.onEvent(({ event, data }) => {
      if (event === 'SHUTDOWN' && data.guest === true) this.#events.onHalt(machine.id);
    });
    void machine.ended().then(() => {
      running.serial.close();
      if (this.#running.get(machine.id) !== running) return;
      this.#running.delete(machine.id);
      if (!this.#isStopped) this.#events.onDeath(machine.id);
    });
  }

  /** Ends a process; its end isn't an event. */
  async quit(id: string): Promise<void> {
    const running = this.#running.get(id);
    if (!running) return;
    this.#running.delete(id);
    await running.machine.quit();
    running.serial.close();
  }

  /** Leaves all processes running, for the next start of this process. */
  release(): void {
    this.#isStopped = true;
    for (const { machine, serial } of this.#running.values()) {
      serial.close();
      machine.qmp.close();
    }
    this.#running.clear();
  }
}
