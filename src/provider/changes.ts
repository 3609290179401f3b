import type { NamedCall } from '../lib/contract/call.ts';
import type { Tx } from './db/schema.ts';
import type { Ctx } from './implement.ts';

/** One entry of the change log. Audit log, versions, undo, notifications and live events are readings of it. */
export interface Change {
  action: 'create' | 'update' | 'delete' | 'import' | 'signIn' | 'signInRefused' | 'signOut' | 'refresh' | 'request';
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
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await tx
    .insertInto('changeLog')
    .values({
      id: ctx.newId(),
      time: ctx.now,
      userId: change.userId === undefined ? (ctx.user?.id ?? null) : change.userId,
      actorType: 'user',
      actorName: ctx.user?.email ?? '',
      via: 'panel',
      ip: ctx.ip,
      call: call.id.join('.'),
      area: call.id[0],
      action: change.action,
      entityType: change.entity.type,
      entityId: change.entity.id,
      entityName: change.entity.name,
      domainId: change.domainId ?? null,
      before: json(change.before),
      after: json(change.after),
      requestId: ctx.requestId,
    })
    .execute();
}
