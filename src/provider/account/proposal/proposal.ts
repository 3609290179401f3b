import type { Selectable } from 'kysely';
import { type Proposal, proposal } from '../../../lib/contract/account/proposal.ts';
import { proposalLimits } from '../../../lib/rules/core/proposals.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { differences, lengths } from '../../core/log/differences.ts';
import { showDetail } from '../../core/log/entries.ts';
import { notify } from '../../core/notification/notify.ts';
import { identifyById } from '../../core/session/identify.ts';
import { ownedDomainsById, ownedProposals } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { ProposalTable } from '../../db/tables/account/proposal.ts';
import type { ChangeLogTable } from '../../db/tables/core/work.ts';
import { refuse } from '../../kernel/refusal.ts';

type Row = Selectable<ProposalTable> & { keyName: string };
type Entry = Selectable<ChangeLogTable>;

/** Proposals of a list at most. */
const LISTED = 50;

const stateOf = ({ state, expiresAt }: Pick<Row, 'state' | 'expiresAt'>, now: number): Proposal['state'] =>
  state === 'pending' && expiresAt <= now ? 'expired' : state;
const toEntity = ({ id, call }: Pick<Row, 'id' | 'call'>) => ({ type: 'proposal', id, name: call });

const selectProposals = (db: Db | Tx, { account, key }: Pick<SignedIn, 'account' | 'key'>) => {
  const all = ownedProposals(db, account)
    .innerJoin('apiKey', 'apiKey.id', 'proposal.keyId')
    .selectAll('proposal')
    .select('apiKey.name as keyName');
  return key ? all.where('proposal.keyId', '=', key.id) : all;
};
const find = async (db: Db | Tx, ctx: SignedIn, id: string): Promise<Row> =>
  (await selectProposals(db, ctx).where('proposal.id', '=', id).executeTakeFirst()) ?? refuse(404, 'error:notFound');

/** Rows for the caller, with the names of fields in their language. */
async function show(db: Db | Tx, { account, now, t }: SignedIn, rows: readonly Row[]): Promise<Proposal[]> {
  const ids = [...new Set(rows.flatMap(({ changes }) => changes.flatMap(({ domainId }) => domainId ?? [])))];
  const domains = ids.length > 0 ? await ownedDomainsById(db, { ...account, domainIds: null }, ids) : [];
  const domainOf = (id: string | null) => domains.find((one) => one.id === id) ?? null;
  return rows.map((row) => ({
    id: row.id,
    keyName: row.keyName,
    call: row.call,
    arguments: row.input,
    reason: row.reason,
    changes: row.changes.map((entry) => {
      const domain = domainOf(entry.domainId);
      return showDetail(entry, domain && { id: domain.id, name: domain.name }, t);
    }),
    state: stateOf(row, now),
    createdAt: iso(row.createdAt),
    expiresAt: iso(row.expiresAt),
    decidedAt: iso(row.decidedAt),
    decidedBy: row.decidedBy,
  }));
}
async function showOne(db: Db | Tx, ctx: SignedIn, row: Row): Promise<{ proposal: Proposal }> {
  const [proposal] = await show(db, ctx, [row]);
  return { proposal: proposal as Proposal }; // of one row
}

/** What a change is based on and what it does: the state before it of each item that exists, and the fields that it changes. */
const essence = (entries: readonly Entry[]): string =>
  JSON.stringify(
    entries.map(({ action, entityType, entityId, before, after }) => [
      action,
      entityType,
      before === null ? null : [entityId, before],
      differences(before, after, lengths.detail),
    ]),
  );

/** Rolls a transaction back, and keeps what it would have changed. */
class Rehearsed extends Error {
  readonly entries: readonly Entry[];
  constructor(entries: readonly Entry[]) {
    super('rehearsed');
    this.entries = entries;
  }
}

/** Claims a proposal for a decision, in the transaction of it. @throws Refusal 409 when it was decided or has expired */
async function claim(tx: Tx, ctx: SignedIn, { id }: Row, state: 'approved' | 'rejected'): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('proposal')
    .set({ state, decidedAt: ctx.now, decidedBy: ctx.user.email })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) refuse(409, 'proposal:error.decided');
}

export const proposalHandlers = implement(proposal, {
  async create(ctx, { call, arguments: input, reason }) {
    const { key } = ctx;
    if (!key) refuse(409, 'proposal:error.keyOnly');
    const who = (await identifyById(ctx.services, key.id, ctx.now)) ?? refuse(409, 'proposal:error.keyEnded');
    const entries = await ctx
      .perform(who, call, input, {
        async after(_tx, written) {
          throw new Rehearsed(await written());
        },
      })
      .then(
        () => [],
        (error: unknown) => {
          if (error instanceof Rehearsed) return error.entries;
          throw error;
        },
      );
    if (entries.every(({ before, after }) => differences(before, after).length === 0)) refuse(409, 'proposal:error.nothing');
    return ctx.write(async ({ tx, log }) => {
      const { n } = await tx
        .selectFrom('proposal')
        .select((e) => e.fn.countAll<number | string>().as('n'))
        .where('keyId', '=', key.id)
        .where('state', '=', 'pending')
        .where('expiresAt', '>', ctx.now)
        .executeTakeFirstOrThrow();
      if (Number(n) >= proposalLimits.pending) refuse(409, 'proposal:error.limit', { params: { max: proposalLimits.pending } });
      const row = {
        id: ctx.newId(),
        accountId: ctx.account.id,
        keyId: key.id,
        call,
        input,
        reason,
        changes: [...entries],
        state: 'pending' as const,
        createdAt: ctx.now,
        expiresAt: ctx.now + proposalLimits.validMs,
        decidedAt: null,
        decidedBy: null,
      };
      await tx.insertInto('proposal').values(row).execute();
      await notify(tx, ctx, {
        accountId: ctx.account.id,
        event: 'account',
        type: 'warning',
        title: 'proposal:notice.title',
        description: 'proposal:notice.text',
        params: { name: key.name, reason },
        link: '/account/api-keys',
        within: { email: false },
      });
      await log({ action: 'create', entity: toEntity(row), after: { call, reason } });
      return showOne(tx, ctx, { ...row, keyName: key.name });
    });
  },

  get: async (ctx, { proposalId }) => showOne(ctx.db, ctx, await find(ctx.db, ctx, proposalId)),

  async list(ctx) {
    const rows = await selectProposals(ctx.db, ctx).orderBy('proposal.id', 'desc').limit(LISTED).execute();
    const shown = await show(ctx.db, ctx, rows);
    return { proposals: [...shown.filter(({ state }) => state === 'pending'), ...shown.filter(({ state }) => state !== 'pending')] };
  },

  async approve(ctx, { proposalId }) {
    const row = await find(ctx.db, ctx, proposalId);
    const who = (await identifyById(ctx.services, row.keyId, ctx.now)) ?? refuse(409, 'proposal:error.keyEnded');
    const wasMade = await ctx.perform(who, row.call, row.input, {
      async before(tx, log) {
        await claim(tx, ctx, row, 'approved');
        await log({ action: 'update', entity: toEntity(row), before: { state: 'pending' }, after: { state: 'approved' } });
      },
      async after(_tx, written) {
        if (essence(await written()) !== essence(row.changes)) refuse(409, 'proposal:error.changed');
      },
    });
    if (!wasMade) refuse(409, 'proposal:error.changed');
    return showOne(ctx.db, ctx, await find(ctx.db, ctx, proposalId));
  },

  reject: (ctx, { proposalId }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await find(tx, ctx, proposalId);
      await claim(tx, ctx, row, 'rejected');
      await log({ action: 'update', entity: toEntity(row), before: { state: 'pending' }, after: { state: 'rejected' } });
      return showOne(tx, ctx, await find(tx, ctx, proposalId));
    }),
});

/** Deletes proposals that are past their retention period. */
export async function deleteOldProposals(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('proposal')
    .where('createdAt', '<', now - proposalLimits.keptMs)
    .execute();
}
