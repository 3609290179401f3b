import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { OperatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { isConsulting } from '../../../lib/rules/support/departments.ts';
import { activeSupport, answerDue } from '../../../lib/rules/support/plans.ts';
import { iso } from '../../../lib/time.ts';
import type { QueueItem } from '../../core/registry.ts';
import type { Db, TicketRow, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import type { TopicTitles } from '../department/index.ts';
import { showTicket } from './show.ts';

/** A ticket with its customer and operator, and the values that determine its due time. */
export type PeopledTicket = TicketRow & Selectable<People>;

interface People {
  email: string;
  assigneeEmail: string | null;
  plan: string | null;
  planEndsAt: number | null;
  /** Time of the customer's first unanswered message; null: none. */
  waitingSince: number | null;
}

/** The first message of the customer after the last answer of support. Notes don't count as answers. */
const waitingSince: RawBuilder<number | null> = sql`(select min(m."createdAt") from "ticketMessage" as m where m."ticketId" = "ticket"."id"
  and m."author" = 'customer' and m."createdAt" > coalesce((select max(s."createdAt") from "ticketMessage" as s
  where s."ticketId" = "ticket"."id" and s."author" = 'support' and s."isNote" = 0), 0))`;

export const withPeople = (db: Db | Tx) =>
  db
    .selectFrom('ticket')
    .innerJoin('user', 'user.id', 'ticket.accountId')
    .leftJoin('user as assignee', 'assignee.id', 'ticket.assignedTo')
    .leftJoin('supportPlan', 'supportPlan.accountId', 'ticket.accountId');

export const columns = [
  'user.email',
  'assignee.email as assigneeEmail',
  'supportPlan.plan',
  'supportPlan.endsAt as planEndsAt',
  waitingSince.as('waitingSince'),
] as const;

/** @throws Refusal 404 */
export const find = async (db: Db | Tx, ticketId: string): Promise<PeopledTicket> =>
  (await withPeople(db).selectAll('ticket').select(columns).where('ticket.id', '=', ticketId).executeTakeFirst()) ??
  refuse(404, 'error:notFound');

/** When an answer is due, epoch ms; null: no answer is needed. */
export function dueAt({ status, waitingSince: since, plan, planEndsAt }: PeopledTicket, now: number): number | null {
  if (since === null || (status !== 'pending' && status !== 'active')) return null;
  const stored = plan === null || planEndsAt === null ? undefined : { plan, endsAt: Number(planEndsAt) };
  return answerDue(activeSupport(stored, now), Number(since));
}

export function show(row: PeopledTicket, titlesOf: TopicTitles, now: number): OperatorTicket {
  const due = dueAt(row, now);
  return {
    ...showTicket(row, titlesOf),
    account: { id: row.accountId, email: row.email },
    assignee: row.assignedTo !== null && row.assigneeEmail !== null ? { id: row.assignedTo, email: row.assigneeEmail } : null,
    dueAt: due === null ? null : iso(due),
  };
}

/** Tickets that need an answer. Consulting requests are a separate kind of ticket. */
export async function waitingTickets(db: Db, now: number): Promise<QueueItem[]> {
  const rows = await withPeople(db).selectAll('ticket').select(columns).where('ticket.status', 'in', ['pending', 'active']).execute();
  return rows.flatMap((row) => {
    const due = dueAt(row, now);
    if (due === null) return [];
    return {
      kind: isConsulting(row.departmentId, row.service) ? ('consulting' as const) : ('ticket' as const),
      id: row.id,
      title: `#${row.number} ${row.title}`,
      account: row.email,
      since: Number(row.waitingSince),
      dueAt: due,
      link: `/operator/tickets/${row.id}`,
    };
  });
}

/** Sorts by urgency; tickets without a due time come last. */
export const dueTime = ({ dueAt: due }: Pick<OperatorTicket, 'dueAt'>): number =>
  due === null ? Number.MAX_SAFE_INTEGER : Date.parse(due);
