import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { consoleKinds, consoleSocket, serverConsole } from '../../../lib/contract/cloud/serverConsole.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import type { SocketHandler } from '../../core/registry.ts';
import { isStillAllowed } from '../../core/session/identify.ts';
import { rightsKey } from '../../core/session/rights.ts';
import { ownedServers } from '../../db/owned.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import { DriverFault } from '../../drivers/driver.ts';
import { within } from '../../drivers/within.ts';
import { refuse } from '../../kernel/refusal.ts';
import { ownServer } from '../server/index.ts';
import { toPlainText } from './plainText.ts';

/** How long a ticket can open its socket. */
export const TICKET_MS = 60_000;
const PREFIX = 'consoleTicket:';
/** How long a closed ticket is kept: each process looks at its sockets more than once a second. */
const CLOSED_MS = 60_000;
const CLOSED = 'consoleClosed:';

const Ticket = z.object({
  serverId: z.string(),
  kind: z.enum(consoleKinds),
  expiresAt: z.number(),
  holder: z.object({ sessionId: z.string().nullable(), keyId: z.string().nullable(), accountId: z.string(), rights: z.string() }),
});
const Closed = z.object({ serverId: z.string(), until: z.number() });
const Message = z.union([
  z.object({ data: z.string().max(65_536) }),
  z.object({ columns: z.int().min(1).max(1000), rows: z.int().min(1).max(1000) }),
]);

/** Only the digest is stored, so that a copy of the database can't open a console. */
const consoleKey = (token: string, prefix = PREFIX): string => prefix + createHash('sha256').update(token).digest('base64url');

function refuseClosed({ state, power, suspendedAt }: Pick<ServerRow, 'state' | 'power' | 'suspendedAt'>): void {
  if (suspendedAt !== null) refuse(409, 'server:reason.suspended');
  if (state === 'removing') refuse(409, 'server:reason.busy');
  if (power === 'off') refuse(409, 'server:reason.isOff');
}

export const serverConsoleHandlers = implement(serverConsole, {
  async kinds({ db, account, services }, { serverId }) {
    const row = await ownedServers(db, account).select('server.id').where('server.id', '=', serverId).executeTakeFirst();
    if (!row) refuse(404, 'error:notFound');
    const { compute } = services.drivers;
    return { kinds: [...(compute?.capabilities.consoles ?? [])], bootLog: compute?.bootLog !== undefined };
  },
  async log({ db, account, services, signal, now }, { serverId }) {
    const row = await ownedServers(db, account).select('server.id').where('server.id', '=', serverId).executeTakeFirst();
    if (!row) refuse(404, 'error:notFound');
    const { compute } = services.drivers;
    if (!compute) refuse(409, 'server:reason.noCompute');
    const readLog = compute.bootLog;
    if (!readLog) refuse(409, 'server:reason.noBootLog');
    const output = await within(compute.timeoutMs, signal, (end) => readLog(serverId, end)).catch((error: unknown) => {
      if (error instanceof DriverFault) refuse(409, error.key);
      throw error;
    });
    return { log: { text: toPlainText(output), readAt: iso(now) } };
  },
  open: (ctx, { serverId, kind }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownServer(tx, ctx.account, serverId);
      const { compute } = ctx.services.drivers;
      if (!compute) refuse(409, 'server:reason.noCompute');
      if (!compute.capabilities.consoles.includes(kind)) refuse(409, 'server:reason.noConsole');
      refuseClosed(row);
      const token = randomBytes(32).toString('base64url');
      const expiresAt = ctx.now + TICKET_MS;
      const holder = {
        sessionId: ctx.session?.id ?? null,
        keyId: ctx.key?.id ?? null,
        accountId: ctx.account.id,
        rights: rightsKey(ctx.acting),
      };
      const ticket: z.infer<typeof Ticket> = { serverId, kind, expiresAt, holder };
      await tx
        .insertInto('meta')
        .values({ key: consoleKey(token), value: JSON.stringify(ticket) })
        .execute();
      await log({ action: 'request', entity: { type: 'serverConsole', id: serverId, name: row.name }, after: { kind } });
      return { console: { id: ctx.newId(), kind, url: consoleSocket, token, expiresAt: iso(expiresAt) } };
    }),
  close: (ctx, { serverId, token }) =>
    ctx.write(async ({ tx, log }) => {
      const row = await ownServer(tx, ctx.account, serverId);
      const ticket = await tx.selectFrom('meta').select('value').where('key', '=', consoleKey(token)).executeTakeFirst();
      if (ticket && Ticket.parse(JSON.parse(ticket.value)).serverId === serverId)
        await tx.deleteFrom('meta').where('key', '=', consoleKey(token)).execute();
      // Another process may have the socket.
      const value = JSON.stringify({ serverId, until: ctx.now + CLOSED_MS } satisfies z.infer<typeof Closed>);
      await tx
        .insertInto('meta')
        .values({ key: consoleKey(token, CLOSED), value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
      await log({ action: 'delete', entity: { type: 'serverConsole', id: serverId, name: row.name } });
      return { done: true as const };
    }),
});

/** Opens the console of a ticket. The attempt consumes the ticket. */
export const openConsole: SocketHandler = async (services, now, token, { send, close }, ip) => {
  const used = await services.store.write('consoleTicket', (tx) =>
    tx.deleteFrom('meta').where('key', '=', consoleKey(token)).returning('value').executeTakeFirst(),
  );
  const ticket = used && Ticket.parse(JSON.parse(used.value));
  if (!ticket || ticket.expiresAt <= now || !(await isStillAllowed(services, ticket.holder, ip, now)))
    refuse(409, 'server:console.badTicket');
  const row = await services.store.reader.selectFrom('server').selectAll().where('id', '=', ticket.serverId).executeTakeFirst();
  const { compute } = services.drivers;
  if (!row || !compute || row.accountId !== ticket.holder.accountId) refuse(404, 'error:notFound');
  refuseClosed(row);
  const stream = await compute.console(ticket.serverId, ticket.kind, { onData: send, onClose: close });
  return {
    receive(data) {
      // The protocol of a graphical console (RFB) is binary; that of a serial one is JSON.
      if (ticket.kind === 'graphical' && typeof data !== 'string') return stream.write(data);
      const message = Message.safeParse(typeof data === 'string' ? parsed(data) : null);
      // Only our own client follows the protocol.
      if (!message.success) return close();
      if ('data' in message.data) stream.write(message.data.data);
      else stream.resize(message.data.columns, message.data.rows);
    },
    close: () => stream.close(),
    holder: ticket.holder,
    isOpen: async () => {
      const closed = await services.store.reader
        .selectFrom('meta')
        .select('value')
        .where('key', '=', consoleKey(token, CLOSED))
        .executeTakeFirst();
      if (closed && Closed.parse(JSON.parse(closed.value)).serverId === ticket.serverId) return false;
      // It may have been handed over.
      const owner = await services.store.reader
        .selectFrom('server')
        .select('accountId')
        .where('id', '=', ticket.serverId)
        .executeTakeFirst();
      return owner?.accountId === ticket.holder.accountId;
    },
  };
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Unused and closed tickets. */
export async function deleteExpiredTickets(tx: Tx, now: number): Promise<void> {
  const rows = await tx.selectFrom('meta').selectAll().where('key', 'like', `${PREFIX}%`).execute();
  for (const { key, value } of rows)
    if (Ticket.parse(JSON.parse(value)).expiresAt <= now) await tx.deleteFrom('meta').where('key', '=', key).execute();
  const closed = await tx.selectFrom('meta').selectAll().where('key', 'like', `${CLOSED}%`).execute();
  for (const { key, value } of closed)
    if (Closed.parse(JSON.parse(value)).until <= now) await tx.deleteFrom('meta').where('key', '=', key).execute();
}
