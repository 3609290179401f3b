import type { Generated } from 'kysely';
import type { TicketPriority, TicketScore, TicketStatus } from '../../../../lib/rules/support/ticket.ts';

export interface TicketTable {
  id: string;
  accountId: string;
  /** Unique in the installation, in the order of creation. */
  number: number;
  title: string;
  departmentId: string;
  service: string;
  /** Null: of no domain, or the domain was removed; then its name is left. */
  domainId: string | null;
  domainName: string | null;
  serverId: string | null;
  serverName: string | null;
  priority: TicketPriority;
  status: TicketStatus;
  createdAt: number;
  /** Of the last message or change of status. */
  updatedAt: number;
  /** The operator who works on it. */
  assignedTo: Generated<string | null>;
  /** 1: there is a row of `ticketDiagnostics`. */
  hasDiagnostics: Generated<number>;
}

/** What the customer attached to a ticket when they opened it. */
export interface TicketDiagnosticsTable {
  ticketId: string;
  takenAt: number;
  /** JSON: `DiagnosticsSection[]` of `core/diagnostics`. */
  sections: string;
  /** JSON: `FailedCall[]` of the contract. */
  failedCalls: string;
}

/** An answer that operators use again. */
export interface ReplyTemplateTable {
  id: string;
  /** Unique. */
  name: string;
  /** Markdown. */
  body: string;
  /** Email address of the operator. */
  updatedBy: string;
  updatedAt: number;
}

export interface TicketMessageTable {
  id: string;
  ticketId: string;
  author: 'customer' | 'support';
  /** Who wrote it; null once the account was deleted. */
  userId: string | null;
  /** Email address of who wrote it, as it was then. */
  authorName: string;
  /** Markdown. */
  body: string;
  /** 1: an internal note of support, never shown to the customer. */
  isNote: number;
  createdAt: number;
  score: TicketScore | null;
  scoreNote: string | null;
}

/** Counters of the installation. The transaction that takes a number locks the row until its commit. */
export interface TicketCounterTable {
  name: 'ticket';
  value: number;
}

/** A support plan that was paid for; no row, or one that has ended: support that every account has. */
export interface SupportPlanTable {
  accountId: string;
  plan: string;
  startsAt: number;
  endsAt: number;
}
