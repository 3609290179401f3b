import type { ExpressionBuilder } from 'kysely';
import { type Task, task } from '../../../lib/contract/core/task.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { accessTo, type Realm } from '../../../lib/rules/core/roles.ts';
import { cancelFault, isCancelable } from '../../../lib/rules/core/taskCancel.ts';
import { taskTitles } from '../../../lib/rules/core/taskTitles.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { ownedTasks } from '../../db/owned.ts';
import type { Database, Task as Row } from '../../db/schema.ts';
import { moveTask } from '../../jobs/tasks.ts';
import { refuse } from '../../kernel/refusal.ts';
import { implement } from '../implement.ts';

const MAX = 100;

function toTask(row: Row, t: Translate): Task {
  return {
    id: row.id,
    kind: row.kind,
    title: t((taskTitles as Readonly<Record<string, TKey>>)[row.kind] ?? 'task:kind.other'), // the row may be from an older version
    entity: { type: row.entityType, id: row.entityId, name: row.entityName },
    status: row.status,
    percent: row.percent,
    message: row.message === null ? null : t(row.message as TKey, row.messageParams ?? {}), // as `moveTask` wrote it
    startedAt: iso(row.startedAt),
    updatedAt: iso(row.updatedAt),
    endedAt: row.endedAt === null ? null : iso(row.endedAt),
    cancellable: cancelFault(row) === null,
  };
}

/** The part of the panel that a task belongs to. Those of the account itself are shown to who has access to its change log. */
function realmOfTask(kind: string): Realm {
  const [group = ''] = kind.split('.');
  return group === 'account' ? 'activity' : ['server', 'volume', 'backup'].includes(group) ? 'cloud' : 'domains';
}

export const taskHandlers = implement(task, {
  async list({ db, account, acting, t, now }, { since, status }) {
    let query = ownedTasks(db, account).where((e) =>
      since ? e('updatedAt', '>=', Date.parse(since)) : e.or([e('endedAt', 'is', null), e('updatedAt', '>=', now - DAY)]),
    );
    if (acting.holder) {
      // Members see the tasks of what they have access to.
      const kinds = Object.keys(taskTitles);
      const within = (realm: Realm, ids: readonly string[] | null = null) => {
        const those = accessTo(acting, realm) === 'none' ? [] : kinds.filter((kind) => realmOfTask(kind) === realm);
        return (e: ExpressionBuilder<Database, 'task'>) =>
          those.length === 0 ? e.lit(false) : e.and([e('kind', 'in', those), ...(ids ? [e('entityId', 'in', ids)] : [])]);
      };
      const parts = [within('domains', account.domainIds), within('cloud', account.serverIds), within('activity')];
      query = query.where((e) => e.or(parts.map((part) => part(e))));
    }
    if (status) query = query.where('status', '=', status);
    const rows = await query.selectAll().orderBy('updatedAt', 'desc').orderBy('id', 'desc').limit(MAX).execute();
    return { tasks: rows.map((row) => toTask(row, t)) };
  },

  async get({ db, account, t }, { taskId }) {
    const row = await ownedTasks(db, account).selectAll().where('id', '=', taskId).executeTakeFirst();
    return { task: toTask(row ?? refuse(404, 'error:notFound'), t) };
  },

  cancel: (ctx, { taskId }) =>
    ctx.write(async ({ tx, log }) => {
      const own = ownedTasks(tx, ctx.account).selectAll().where('id', '=', taskId);
      const row = (await own.executeTakeFirst()) ?? refuse(404, 'error:notFound');
      const fault = cancelFault(row);
      if (fault) refuse(409, `task:error.${fault}`);
      const { kind } = row;
      const cancel = isCancelable(kind) && ctx.services.registry.lines.find(({ cancels }) => cancels?.[kind])?.cancels?.[kind];
      if (!cancel) refuse(409, 'task:error.kind');
      // Before the work is undone, which may have a task of its own.
      await moveTask(tx, ctx, taskId, { status: 'cancelled' });
      await cancel(tx, ctx, row);
      await log({ action: 'delete', entity: { type: 'task', id: taskId, name: row.entityName }, before: { kind } });
      return { task: toTask(await own.executeTakeFirstOrThrow(), ctx.t) };
    }),

  stream({ services, account, session, sessionEndsAt, ip, headers, signal }, { since }) {
    // A reconnecting browser sends the last event ID automatically.
    const from = headers.get('last-event-id') ?? since ?? null;
    // Signed-in customers have a session.
    return services.live.open({ accountId: account.id, sessionId: session?.id ?? '', endsAt: sessionEndsAt, ip }, from, signal);
  },
});
