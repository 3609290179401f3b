import { spaceLifecycle } from '../../../lib/contract/cloud/spaceLifecycle.ts';
import { maxRules } from '../../../lib/rules/cloud/space/limits.ts';
import { implement, refuse } from '../../core/implement.ts';
import { asking, entityOf, ownSpace, running, storeOf } from './store.ts';

export const spaceLifecycleHandlers = implement(spaceLifecycle, {
  async get(ctx, { spaceId }) {
    const row = await ownSpace(ctx.db, ctx.account, spaceId);
    return asking(storeOf(ctx.services).lifecycle(row.name));
  },

  async set(ctx, { spaceId, rules, revision }) {
    const store = storeOf(ctx.services);
    const row = running(await ownSpace(ctx.db, ctx.account, spaceId));
    return ctx.write(async ({ tx, log }) => {
      await ownSpace(tx, ctx.account, spaceId);
      const before = await asking(store.lifecycle(row.name));
      if (before.revision !== revision) refuse(409, 'error:versionConflict', { extra: { lifecycle: before } });
      if (rules.length + before.others.length > maxRules) refuse(422, 'space:lifecycle.error.limit', { params: { max: maxRules } });
      const ids = [...rules, ...before.others].map(({ id }) => id).filter((id) => id !== '');
      if (new Set(ids).size < ids.length) refuse(422, 'space:lifecycle.error.id');
      await asking(store.setLifecycle(row.name, rules, revision));
      const after = await asking(store.lifecycle(row.name));
      await log({ action: 'update', entity: entityOf(row), before: { lifecycle: before.rules }, after: { lifecycle: after.rules } });
      return after;
    });
  },
});
