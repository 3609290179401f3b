import type { Insertable } from 'kysely';
import type { NamedCall } from '../../lib/contract/call.ts';
import type { GroupName } from '../../lib/contract/index.ts';
import { folded } from '../../lib/format/fold.ts';
import type { Tx, User } from '../db/schema.ts';
import type { ChangeLogTable } from '../db/tables/core/work.ts';
import { markStale, touchDomain } from '../live/stale.ts';
import type { Services, Work } from './services.ts';

/** One entry of the change log, from which the audit log, versions, undo, notifications and live events are derived. */
export interface Change {
  /** `secondStep`: the password was correct, and the second factor was requested. */
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
    | 'request'
    | 'undo'
    | 'restore'
    | 'transfer';
  entity: { type: string; id: string; name: string };
  domainId?: string;
  /** The owner, if it isn't the caller's account: nobody is signed in yet, or an operator acts. Null: not shown in any customer's log. */
  accountId?: string | null;
  /** Who acts, if nobody was signed in before the call. */
  userId?: string;
  /** The caller acts as support, on another account's data. */
  actor?: 'operator';
  /** The states before and after, without secrets. */
  before?: unknown;
  after?: unknown;
}

interface Caller {
  account: { id: string } | null;
  user: Pick<User, 'id' | 'email'> | null;
  /** The API key that calls. */
  key: { name: string } | null;
  newId(): string;
  now: number;
  ip: string;
  requestId: string;
  services: Pick<Services, 'metrics'>;
}

export async function writeChange(tx: Tx, ctx: Caller, call: NamedCall, change: Change): Promise<void> {
  if (change.action === 'signInRefused') ctx.services.metrics.signInRefusals.inc({ call: call.id.join('.') });
  await insert(tx, ctx, change, {
    accountId: change.accountId === undefined ? (ctx.account?.id ?? null) : change.accountId,
    userId: change.userId ?? ctx.user?.id ?? null,
    actorType: change.actor ?? (ctx.key ? 'apiKey' : 'user'),
    actorName: ctx.key?.name ?? ctx.user?.email ?? '',
    via: ctx.key ? 'api' : 'panel',
    ip: ctx.ip,
    call: call.id.join('.'),
    group: call.id[0],
    requestId: ctx.requestId,
  });
  const accountId = change.accountId === undefined ? ctx.account?.id : change.accountId;
  // The groups whose queries the calling window invalidates.
  if (accountId) for (const group of [call.id[0], ...call.touches] as GroupName[]) markStale(tx, accountId, group, ctx.now, ctx.requestId);
}

/**
 * Logs a change made by a job (a domain whose name servers were found) or by a command on the server, not by a call.
 * @param change.group the contract group it belongs to
 * @param change.accountId the owner; null for what belongs to no customer, such as an incident
 * @param change.actorName the command that made it
 * @param change.ip the address of the visitor who caused it
 */
export async function writeSystemChange(
  tx: Tx,
  job: Pick<Work, 'now' | 'newId'>,
  {
    kind,
    group,
    accountId,
    actor = 'system',
    actorName = '',
    ip = '',
    ...change
  }: Omit<Change, 'actor'> & {
    kind: string;
    group: GroupName;
    accountId: string | null;
    actor?: 'system' | 'operator';
    actorName?: string;
    ip?: string;
  },
): Promise<void> {
  await insert(tx, job, change, {
    accountId,
    userId: null,
    actorType: actor,
    actorName,
    via: 'system',
    ip,
    call: kind,
    group,
    requestId: '',
  });
  if (accountId) markStale(tx, accountId, group, job.now);
}

type Origin = Pick<
  Insertable<ChangeLogTable>,
  'accountId' | 'userId' | 'actorType' | 'actorName' | 'via' | 'ip' | 'call' | 'group' | 'requestId'
>;

async function insert(tx: Tx, { newId, now }: Pick<Work, 'now' | 'newId'>, change: Change, origin: Origin): Promise<void> {
  if (change.domainId !== undefined) touchDomain(tx, change.domainId);
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
      // Customers see that it was support, not which person.
      searchText: folded(`${change.entity.name}\n${origin.actorType === 'operator' ? '' : origin.actorName}`),
      domainId: change.domainId ?? null,
      before: json(change.before),
      after: json(change.after),
      place,
    })
    .execute();
}

/**
 * The next sequence number of a domain's entries. The transaction that takes one locks the row until its commit, so a reader of number n
 * has seen everything below it. Null: the domain was removed.
 */
async function nextPlace(tx: Tx, domainId: string): Promise<number | null> {
  const claimed = await tx
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
  return claimed?.place ?? null;
}
