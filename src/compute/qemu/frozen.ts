import { hasAgent, runAgent } from './agent.ts';
import type { Machine } from './machine.ts';

const FREEZE_MS = 5_000;

/**
 * Stops the file systems of a guest for the moment in which a copy begins, so that the copy is one of a clean system. Without an agent, it
 * is what the disk of a computer contains after a power cut.
 * @param work calls `thaw` as soon as the moment is over; it is called in any case
 */
export async function withFrozenSystem<T>(machine: Machine | null, work: (thaw: () => Promise<void>) => Promise<T>): Promise<T> {
  const agent = machine && (await hasAgent(machine.qmp)) ? machine.files.agent : null;
  const call = (command: string) => (agent === null ? null : runAgent(agent, command, {}, FREEZE_MS).catch(() => null));
  const isFrozen = (await call('guest-fsfreeze-freeze')) !== null;
  let isThawed = !isFrozen;
  const thaw = async () => {
    if (isThawed) return;
    isThawed = true;
    await call('guest-fsfreeze-thaw');
  };
  try {
    return await work(thaw);
  } finally {
    await thaw();
  }
}
