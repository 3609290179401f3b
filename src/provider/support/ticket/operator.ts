import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { staffWho } from '../../../lib/rules/core/staff.ts';
import { operatorTransitions } from '../../../lib/rules/support/ticket.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import { download } from '../../core/upload/download.ts';
import type { Db, TicketMessageRow, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { loadTopicTitles } from '../department/index.ts';
import { showDiagnostics } from './diagnostics.ts';
import { toEntity } from './open.ts';
import { columns, dueTime, find, type PeopledTicket, show, withPeople } from './peopled.ts';
import { showMessage } from './show.ts';
import { loadTicketFiles, matches, selectAttachment } from './store.ts';
import { deleteTemplate, listTemplates, saveTemplate } from './templates.ts';

/** Maximum closed tickets, the newest, in a list without `page`. */
const CLOSED = 200;

const showIn = async (db: Db | Tx, { locale, now }: SignedIn, row: PeopledTicket) => show(row, await loadTopicTitles(db, locale), now);

export const operatorTicketHandlers = implement(operatorTicket, {
  async list(ctx, { state, status, q, page, perPage = 50 }) {
    let query = withPeople(ctx.db);
    if (state) query = query.where('ticket.status', state === 'closed' ? '=' : '!=', 'closed');
    if (status) query = query.where('ticket.status', '=', status);
    if (q?.trim()) query = query.where(matches(q));
    const { total } = await query.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    let rows = query
      .selectAll('ticket')
      .select(columns)
      .orderBy('ticket.updatedAt', state === 'closed' ? 'desc' : 'asc');
    if (page) rows = rows.limit(perPage).offset((page - 1) * perPage);
    else if (state === 'closed') rows = rows.limit(CLOSED);
    const titlesOf = await loadTopicTitles(ctx.db, ctx.locale);
    const shown = (await rows.orderBy('ticket.id').execute()).map((row) => show(row, titlesOf, ctx.now));
    if (state !== 'closed') shown.sort((a, b) => dueTime(a) - dueTime(b));
    return { tickets: shown, total: Number(total) };
  },

  async messages(ctx, { ticketId }) {
    const row = await find(ctx.db, ticketId);
    const messages = await ctx.db.selectFrom('ticketMessage').selectAll().where('ticketId', '=', ticketId).orderBy('id').execute();
    const files = await loadTicketFiles(ctx.db, ticketId);
    return {
      ticket: await showIn(ctx.db, ctx, row),
      messages: messages.map((one) => ({ ...showMessage(one, files), isNote: one.isNote, by: one.authorName })),
    };
  },

  async attachment(ctx, { fileId }) {
    return download(ctx.services.env, (await selectAttachment(ctx.db, fileId).executeTakeFirst()) ?? refuse(404, 'error:notFound'));
  },

  async diagnostics(ctx, { ticketId }) {
    return { diagnostics: await showDiagnostics(ctx.db, ticketId, ctx.t) };
  },

  async options(ctx) {
    const operators = await ctx.db
      .selectFrom('user')
      .select(['id', 'email'])
      .where('staffRole', 'in', staffWho('tickets'))
      .orderBy('email')
      .execute();
    return { operators, templates: await listTemplates(ctx.db, ctx.locale) };
  },

  saveTemplate: (ctx, form) => saveTemplate(ctx, form),
  deleteTemplate: (ctx, { templateId }) => deleteTemplate(ctx, templateId),

  async reply(ctx, { ticketId, message, isNote }) {
    const { accountId } = await find(ctx.db, ticketId);
    // Uses the lock of the customer's own calls, so that an answer and a reply at the same time both count.
    return ctx.write(async ({ tx, log }) => {
      const before = await find(tx, ticketId);
      if (before.status === 'closed' && !isNote) refuse(409, 'ticket:error.closed');
      const reply: TicketMessageRow = {
        id: ctx.newId(),
        ticketId,
        author: 'support',
        userId: ctx.user.id,
        authorName: ctx.user.email,
        body: message,
        isNote,
        createdAt: ctx.now,
        score: null,
        scoreNote: null,
      };
      await tx.insertInto('ticketMessage').values(reply).execute();
      if (isNote) {
        await log({ action: 'create', entity: { ...toEntity(before), type: 'ticketNote' }, accountId: null, actor: 'operator' });
        return { ticket: await showIn(tx, ctx, before) };
      }
      const row: PeopledTicket = { ...before, status: 'answered', updatedAt: ctx.now, waitingSince: null };
      await tx.updateTable('ticket').set({ status: row.status, updatedAt: ctx.now }).where('id', '=', ticketId).execute();
      const after = { status: row.status, reply: reply.id };
      await log({
        action: 'update',
        entity: toEntity(row),
        accountId,
        actor: 'operator',
        before: { status: before.status },
        after,
      });
      await notifyOwner(
        tx,
        ctx,
        {
          accountId,
          event: 'ticketReply',
          type: 'message',
          title: 'ticket:notice.replyTitle',
          description: 'ticket:notice.replyText',
          params: { number: String(row.number), title: row.title },
          link: `/tickets/${ticketId}`,
          about: row.openedBy,
        },
        { body: 'mail:ticketReply.body' },
      );
      return { ticket: await showIn(tx, ctx, row) };
    }, `account:${accountId}`);
  },

  async setStatus(ctx, { ticketId, status }) {
    const { accountId } = await find(ctx.db, ticketId);
    return ctx.write(async ({ tx, log }) => {
      const before = await find(tx, ticketId);
      if (!operatorTransitions[before.status].includes(status)) refuse(409, 'ticket:error.transition');
      const row: PeopledTicket = { ...before, status, updatedAt: ctx.now };
      await tx.updateTable('ticket').set({ status, updatedAt: ctx.now }).where('id', '=', ticketId).execute();
      const facts = { before: { status: before.status }, after: { status } };
      await log({ action: 'update', entity: toEntity(row), accountId, actor: 'operator', ...facts });
      return { ticket: await showIn(tx, ctx, row) };
    }, `account:${accountId}`);
  },

  async assign(ctx, { ticketId, email }) {
    const { accountId } = await find(ctx.db, ticketId);
    return ctx.write(async ({ tx, log }) => {
      const before = await find(tx, ticketId);
      const operator =
        email === null
          ? null
          : await tx
              .selectFrom('user')
              .select(['id', 'email'])
              .where('email', '=', email.toLowerCase())
              .where('staffRole', 'in', staffWho('tickets'))
              .executeTakeFirst();
      if (operator === undefined) return refuseField('email', 'operatorTicket:error.operator');
      await tx
        .updateTable('ticket')
        .set({ assignedTo: operator?.id ?? null })
        .where('id', '=', ticketId)
        .execute();
      // Assignments, like notes, are visible to operators only.
      await log({
        action: 'update',
        entity: { ...toEntity(before), type: 'ticketAssignment' },
        accountId: null,
        actor: 'operator',
        before: { assignee: before.assigneeEmail },
        after: { assignee: operator?.email ?? null },
      });
      const row: PeopledTicket = { ...before, assignedTo: operator?.id ?? null, assigneeEmail: operator?.email ?? null };
      return { ticket: await showIn(tx, ctx, row) };
    }, `account:${accountId}`);
  },
});
