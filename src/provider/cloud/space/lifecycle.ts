import { spaceLifecycle } from '../../../lib/contract/cloud/spaceLifecycle.ts';
import { maxRules } from '../../../lib/rules/cloud/space/limits.ts';
import { implement } from '../../core/implement.ts';
import type { Lifecycle } from '../../drivers/objects/lifecycleRules.ts';
import { ObjectStoreError } from '../../drivers/objects/objects.ts';
import { refuse } from '../../kernel/refusal.ts';
import { ownSpace, requireObjectStore, running, toEntity, wrapStoreErrors } from './store.ts';

export const spaceLifecycleHandlers = implement(spaceLifecycle, {
  async get(ctx, { spaceId }) {
    const row = await ownSpace(ctx.db, ctx.account, spaceId);
    return wrapStoreErrors(requireObjectStore(ctx.services).lifecycle(row.name));
  },

  async set(ctx, { spaceId, rules, revision }) {
    const store = requireObjectStore(ctx.services);
    const row = running(await ownSpace(ctx.db, ctx.account, spaceId));
    const outdated = (lifecycle: Lifecycle) => refuse(409, 'error:versionConflict', { extra: { lifecycle } });
    const before = await wrapStoreErrors(store.lifecycle(row.name));
    if (before.revision !== revision) outdated(before);
    if (rules.length + before.others.length > maxRules) refuse(422, 'space:lifecycle.error.limit', { params: { max: maxRules } });
    const ids = [...rules, ...before.others].map(({ id }) => id).filter((id) => id !== '');
    if (new Set(ids).size < ids.length) refuse(422, 'space:lifecycle.error.id');
    // Not inside of the transaction below: an external store may take seconds, and others would wait for it.
    await store.setLifecycle(row.name, rules, revision).catch(async (error: unknown) => {
      const isOutdated = error instanceof ObjectStoreError && error.fault === 'changed';
      return isOutdated ? outdated(await wrapStoreErrors(store.lifecycle(row.name))) : wrapStoreErrors(Promise.reject(error));
    });
    const after = await wrapStoreErrors(store.lifecycle(row.name));
    return ctx.write(async ({ log }) => {
      await log({ action: 'update', entity: toEntity(row), before: { lifecycle: before.rules }, after: { lifecycle: after.rules } });
      return after;
    });
  },
});
