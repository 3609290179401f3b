import type { Insertable } from 'kysely';
import type { NamedCall } from '../lib/contract/call.ts';
import type { Tx } from './db/schema.ts';
import type { ChangeLogTable } from './db/tables/work.ts';
import type { Ctx } from './implement.ts';
import { markStale } from './live/stale.ts';

/** One entry of the change log. Audit log, versions, undo, notifications and live events are readings of it. */
export interface Change {
  /** `secondStep`: the password was right, and the second step of sign-in was asked for. */
  action:
    | 'create'
    | 'update'
    | 'delete'
    | 'batch'
    | 'deploy'
    | 'undeploy'
    | 'reorder'
    | 'import'
    | 'signIn'
    | 'signInRefused'
    | 'secondStep'
    | 'signOut'
    | 'refresh'
    | 'request';
  entity: { type: string; id: string; name: string };
  domainId?: string;
  /** The owner, where nobody is signed in yet. */
  userId?: string | null;
  /** States before and after; secrets never. */
  before?: unknown;
  after?: unknown;
}

type Caller = Pick<Ctx, 'user' | 'newId' | 'now' | 'ip' | 'requestId'>;

export async function writeChange(tx: Tx, ctx: Caller, call: NamedCall, change: Change): Promise<void> {
  await insert(tx, ctx, change, {
    userId: change.userId === undefined ? (ctx.user?.id ?? null) : change.userId,
    actorType: 'user',
    actorName: ctx.user?.email ?? '',
    via: 'panel',
    ip: ctx.ip,
    call: call.id.join('.'),
    area: call.id[0],
    requestId: ctx.requestId,
  });
  const userId = change.userId === undefined ? ctx.user?.id : change.userId;
  // The same groups that the window that made the call reads anew.
  if (userId) for (const group of [call.id[0], ...call.touches]) markStale(tx, userId, group, ctx.now, ctx.requestId);
}

/**
 * A change that no call made but a job, as in a domain whose name servers were found, or the operator on the machine itself.
 * @param change.area the group it belongs to
 */
export async function writeSystemChange(
  tx: Tx,
  job: { now: number; newId(): string },
  {
    kind,
    area,
    userId,
    actor = 'system',
    ...change
  }: Change & { kind: string; area: string; userId: string; actor?: 'system' | 'operator' },
): Promise<void> {
  await insert(tx, job, change, { userId, actorType: actor, actorName: '', via: 'system', ip: '', call: kind, area, requestId: '' });
  markStale(tx, userId, area, job.now);
}

type Origin = Pick<Insertable<ChangeLogTable>, 'userId' | 'actorType' | 'actorName' | 'via' | 'ip' | 'call' | 'area' | 'requestId'>;

async function insert(tx: Tx, { newId, now }: { newId(): string; now: number }, change: Change, origin: Origin): Promise<void> {
  const place = change.domainId === undefined ? null : await nextPlace(tx, change.domainId);
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await tx
    .insertInto('changeLog')
    .values({
      id: newId(),
      time: now,
      ...origin,
      action: change.action,
      entityType: change.entity.type,
      entityId: change.entity.id,
      entityName: change.entity.name,
      domainId: change.domainId ?? null,
      before: json(change.before),
      after: json(change.after),
      place,
    })
    .execute();
}

/**
 * The next place in the order of a domain's entries. Who takes one holds the row until the commit: whoever has read up to a place has
 * seen everything below it. Null: the domain was removed.
 */
async function nextPlace(tx: Tx, domainId: string): Promise<number | null> {
  const taken = await tx
    .insertInto('logPlace')
    .columns(['domainId', 'place'])
    .expression(
      tx
        .selectFrom('domain')
        .select((e) => ['id', e.lit(1).as('place')])
        .where('id', '=', domainId),
    )
    .onConflict((conflict) => conflict.column('domainId').doUpdateSet((e) => ({ place: e('logPlace.place', '+', 1) })))
    .returning('place')
    .executeTakeFirst();
  return taken?.place ?? null;
}
