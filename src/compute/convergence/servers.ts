import { rm } from 'node:fs/promises';
import type { ServerSpec } from '../../lib/rules/cloud/compute/spec.ts';
import type { Context } from '../context.ts';
import { awaitSystem } from '../machine/awaitSystem.ts';
import { wantedForwards } from '../machine/forwards.ts';
import { nextStep } from '../machine/plan.ts';
import { runStep } from '../machine/steps.ts';
import { Machine } from '../qemu/machine.ts';
import type { Entity } from '../state/store.ts';

/** Steps of an action, for its percentage: it is only an estimate. */
const USUAL_STEPS = 3;

/** Brings a server to its newest state, step by step. Each result is stored before the next step. */
export const convergeServer = (context: Context, id: string): Promise<void> =>
  context.locks.run(`server:${id}`, async () => {
    const { store, activity } = context;
    for (let done = 0; ; done++) {
      const entity = store.find('servers', id);
      if (!entity || entity.isCleared) return;
      if (entity.isRemoved) return removeServer(context, id);
      const { spec, applied } = entity;
      if (hasFailed(entity)) return activity.clear('servers', id);
      const step = nextStep(spec, applied, wantedForwards(store, spec, context.settings.ports));
      if (!step) {
        settle(context, spec, entity);
        return activity.clear('servers', id);
      }
      activity.set('servers', id, step.phase, Math.min(90, Math.round((done / USUAL_STEPS) * 100)));
      const change = await context.measureStep(step.do, () => runStep(context, step, spec, applied));
      store.apply('servers', id, change);
      if (step.do === 'start') await awaitSystem(context, spec, step.phase);
    }
  });

/** A version that has failed isn't attempted again, unless it was complete before. */
export const hasFailed = ({ version, applied }: Pick<Entity<'servers' | 'images' | 'volumes'>, 'version' | 'applied'>): boolean =>
  applied.failure?.version === version && applied.version !== version;

/** Everything of a version is done. What only matters to a machine that runs was skipped for one that is off. */
function settle({ store }: Context, spec: ServerSpec, { applied, version }: Entity<'servers'>): void {
  store.transaction(() => {
    if (applied.version !== version) store.apply('servers', spec.id, { version, failure: null, boot: spec.boot.count, cause: null });
    // The system has it now, and nobody else needs it.
    if (spec.password.value !== null && applied.password === spec.password.count) store.forgetPassword(spec.id, version);
  });
}

async function removeServer(context: Context, id: string): Promise<void> {
  const { machines, folders, store, activity } = context;
  const files = folders.machine(id);
  await machines.quit(id);
  // One that couldn't be adopted.
  await (await Machine.adopt(id, files))?.quit();
  await rm(files.folder, { recursive: true, force: true });
  store.db.prepare('delete from metric where server = ?').run(id);
  store.clear('servers', id);
  activity.clear('servers', id);
}
