import { setTimeout as wait } from 'node:timers/promises';
import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { ServerState } from '../../lib/rules/cloud/server/states.ts';
import type { Context } from '../context.ts';
import { hasAgent, runAgent } from '../qemu/agent.ts';

const PAUSE_MS = 1_000;
const PING_MS = 2_000;
/** The prompt of getty on a serial console. */
const LOGIN = /login: ?$/;

/**
 * Waits until a system that was just installed is up: its guest agent responds, or its serial console has a prompt. A system without
 * both, or one whose first boot takes longer, isn't a failure: its console shows what it does.
 */
export async function awaitSystem({ machines, activity, store, systemMs }: Context, spec: ServerSpec, phase: ServerState): Promise<void> {
  if (phase !== 'installingOs') return;
  const began = Date.now();
  while (Date.now() - began < systemMs) {
    const running = machines.get(spec.id);
    // It was removed, or has another state by now.
    if (!running || store.get('servers', spec.id)?.version !== spec.version) return;
    activity.set('servers', spec.id, phase, Math.min(99, 30 + Math.round(((Date.now() - began) / systemMs) * 70)));
    if (running.serial.endsWith(LOGIN)) return;
    const isUp =
      (await hasAgent(running.machine.qmp)) &&
      (await runAgent(running.machine.files.agent, 'guest-ping', {}, PING_MS).then(
        () => true,
        () => false,
      ));
    if (isUp) return;
    await wait(PAUSE_MS);
  }
}
