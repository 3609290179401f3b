import { ticket } from '../../../lib/contract/support/ticket.ts';
import { byName } from '../../../lib/format/order.ts';
import { listOpen } from '../../../lib/rules/support/departments.ts';
import { type CustomerAction, customerTransitions, openStatuses } from '../../../lib/rules/support/ticket.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { inLanguage } from '../../core/texts.ts';
import { download } from '../../core/upload/download.ts';
import { ownedDomain, ownedDomains, ownedServers, ownedTickets } from '../../db/owned.ts';
import type { TicketRow, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { DEPARTMENT_LOCK, loadDepartments, loadTopicTitles } from '../department/index.ts';
import { previewDiagnostics, showDiagnostics } from './diagnostics.ts';
import { allowMessage, openTicket, toEntity, writeMessage } from './open.ts';
import { showMessage, showTicket } from './show.ts';
import { loadTicketFiles, matches, ownedTicket, selectAttachment } from './store.ts';

const PAGE = 50;

export const ticketHandlers = implement(ticket, {
  async departments({ db, locale }) {
    const named = ({ id, title }: { id: string; title: Parameters<typeof inLanguage>[0] }) => ({
      id,
      title: inLanguage(title, locale).text,
    });
    const open = listOpen(await loadDepartments(db));
    return { departments: open.map((one) => ({ ...named(one), services: one.services.map(named) })) };
  },

  subjects: async ({ db, account, locale }) => ({
    domains: byName(await ownedDomains(db, account).select(['domain.id', 'domain.name']).execute(), locale),
    servers: byName(await ownedServers(db, account).select(['server.id', 'server.name']).execute(), locale),
  }),

  previewDiagnostics: (ctx, { domainId, serverId }) => previewDiagnostics(ctx, domainId, serverId),

  async diagnostics({ db, account, t }, { ticketId }) {
    await ownedTicket(db, account, ticketId);
    return { diagnostics: await showDiagnostics(db, ticketId, t) };
  },

  async list({ db, account, locale }, { state, status, department, q, page, perPage = 50 }) {
    let query = ownedTickets(db, account).where('status', 'in', state === 'closed' ? ['closed'] : openStatuses);
    if (status) query = query.where('status', '=', status);
    if (department) query = query.where('departmentId', '=', department);
    if (q?.trim()) query = query.where(matches(q));
    const { total } = await query.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    let rows = query.selectAll().orderBy('updatedAt', 'desc').orderBy('id', 'desc');
    if (page) rows = rows.limit(perPage).offset((page - 1) * perPage);
    const titlesOf = await loadTopicTitles(db, locale);
    return { tickets: (await rows.execute()).map((row) => showTicket(row, titlesOf)), total: Number(total) };
  },

  get: async ({ db, account, locale }, { ticketId }) => ({
    ticket: showTicket(await ownedTicket(db, account, ticketId), await loadTopicTitles(db, locale)),
  }),

  async messages({ db, account }, { ticketId, cursor }) {
    await ownedTicket(db, account, ticketId);
    let query = db.selectFrom('ticketMessage').selectAll().where('ticketId', '=', ticketId).where('isNote', '=', false);
    if (cursor) query = query.where('id', '<', cursor);
    const rows = await query
      .orderBy('id', 'desc')
      // One extra row shows whether there are more.
      .limit(PAGE + 1)
      .execute();
    const shown = rows.slice(0, PAGE).reverse();
    const files = await loadTicketFiles(db, ticketId);
    return { messages: shown.map((row) => showMessage(row, files)), nextCursor: rows.length > PAGE ? (shown[0]?.id ?? null) : null };
  },

  async create(ctx, { title, departmentId, service, domainId, serverId, priority, message, attachments, diagnostics }) {
    if (domainId !== undefined && serverId !== undefined) refuseField('serverId', 'ticket:error.oneSubject');
    await allowMessage(ctx);
    return ctx.write(
      async ({ tx, log }) => {
        const domain = domainId === undefined ? null : await ownedDomain(tx, ctx.account, domainId);
        const server =
          serverId === undefined
            ? null
            : ((await ownedServers(tx, ctx.account).select(['id', 'name']).where('id', '=', serverId).executeTakeFirst()) ??
              refuse(404, 'error:notFound'));
        const department = listOpen(await loadDepartments(tx)).find(({ id }) => id === departmentId);
        if (!department) return refuseField('departmentId', 'ticket:error.department');
        if (!department.services.some(({ id }) => id === service)) refuseField('service', 'ticket:error.service');
        const row = await openTicket(ctx, tx, log, {
          title,
          departmentId,
          service,
          priority,
          message,
          attachments,
          diagnostics,
          domain,
          server,
        });
        return { ticket: showTicket(row, await loadTopicTitles(tx, ctx.locale)) };
      },
      [`account:${ctx.account.id}`, DEPARTMENT_LOCK],
    );
  },

  async reply(ctx, { ticketId, message, attachments }) {
    await ownedTicket(ctx.db, ctx.account, ticketId);
    await allowMessage(ctx);
    return ctx.write(async ({ tx, log }) => {
      const before = await ownedTicket(tx, ctx.account, ticketId);
      const row = await move(tx, ctx, before, 'reply');
      const { message: reply, files } = await writeMessage(tx, ctx, row, message, attachments);
      await log({
        action: 'update',
        entity: toEntity(row),
        before: { status: before.status },
        after: { status: row.status, reply: reply.id },
      });
      return { reply: showMessage(reply, files), ticket: showTicket(row, await loadTopicTitles(tx, ctx.locale)) };
    });
  },

  close: (ctx, { ticketId }) => change(ctx, ticketId, 'close'),
  reopen: (ctx, { ticketId }) => change(ctx, ticketId, 'reopen'),

  async attachment({ db, account, services }, { fileId }) {
    const file = await selectAttachment(db, fileId).where('accountId', '=', account.id).executeTakeFirst();
    if (!file?.ownerId) refuse(404, 'error:notFound');
    await ownedTicket(db, account, file.ownerId);
    return download(services.env, file);
  },

  rate: (ctx, { ticketId, replyId, score, note = '' }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownedTicket(tx, ctx.account, ticketId);
      const reply = await tx
        .selectFrom('ticketMessage')
        .select(['id', 'score', 'scoreNote'])
        .where('id', '=', replyId)
        .where('ticketId', '=', ticketId)
        .where('author', '=', 'support')
        .where('isNote', '=', false)
        .executeTakeFirst();
      if (!reply) return refuse(404, 'error:notFound');
      const after = { score, scoreNote: note === '' ? null : note };
      await tx.updateTable('ticketMessage').set(after).where('id', '=', replyId).execute();
      await log({
        action: 'update',
        entity: toEntity(row),
        before: { score: reply.score, scoreNote: reply.scoreNote },
        after,
      });
      return { done: true as const };
    }),
});

/** Moves the ticket along the table of states, or refuses. */
async function move(tx: Tx, { now }: { now: number }, row: TicketRow, action: CustomerAction): Promise<TicketRow> {
  const status = customerTransitions[row.status][action];
  if (!status) return refuse(409, row.status === 'closed' ? 'ticket:error.closed' : 'ticket:error.open');
  const after = { status, updatedAt: now };
  await tx.updateTable('ticket').set(after).where('id', '=', row.id).execute();
  return { ...row, ...after };
}

const change = (ctx: SignedIn, ticketId: string, action: 'close' | 'reopen') =>
  ctx.write(async ({ tx, log }) => {
    const before = await ownedTicket(tx, ctx.account, ticketId);
    const row = await move(tx, ctx, before, action);
    await log({ action: 'update', entity: toEntity(row), before: { status: before.status }, after: { status: row.status } });
    return { ticket: showTicket(row, await loadTopicTitles(tx, ctx.locale)) };
  });
