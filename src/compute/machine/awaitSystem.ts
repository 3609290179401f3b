import { setTimeout as wait } from 'node:timers/promises';
import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { ServerState } from '../../lib/rules/cloud/server/states.ts';
import { findImage } from '../catalog.ts';
import type { Context } from '../context.ts';
import { runAgent } from '../qemu/agent.ts';

const SYSTEM_MS = 300_000;
const PAUSE_MS = 1_000;

/**
 * Waits until a system that was just installed is up, as its guest agent shows. A system without an agent, or one whose first boot takes
 * longer, isn't a failure: its console shows what it does.
 */
export async function awaitSystem({ folders, machines, activity, store }: Context, spec: ServerSpec, phase: ServerState): Promise<void> {
  if (phase !== 'installingOs') return;
  const image = await findImage(folders, spec.image.os);
  if (!image?.agent) return;
  const began = Date.now();
  while (Date.now() - began < SYSTEM_MS) {
    const running = machines.get(spec.id);
    // It was removed, or has another state by now.
    if (!running || store.get('servers', spec.id)?.version !== spec.version) return;
    const percent = Math.min(99, 30 + Math.round(((Date.now() - began) / SYSTEM_MS) * 70));
    activity.set('servers', spec.id, phase, percent);
    const isUp = await runAgent(running.machine.files.agent, 'guest-ping', {}, 2_000).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await wait(PAUSE_MS);
  }
}
