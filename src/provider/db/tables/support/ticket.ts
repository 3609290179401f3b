import type { Generated } from 'kysely';
import type { FailedCall } from '../../../../lib/contract/core/diagnostics.ts';
import type { TKey } from '../../../../lib/i18n/keys.ts';
import type { TicketPriority, TicketScore, TicketStatus } from '../../../../lib/rules/support/ticket.ts';

export interface TicketTable {
  id: string;
  accountId: string;
  /** Unique in the installation, in the order of creation. */
  number: number;
  title: string;
  /** The number and the title, folded (`lib/format/fold.ts`). */
  searchText: string;
  departmentId: string;
  service: string;
  /** Null: no domain, or it was removed, and only its name remains. */
  domainId: string | null;
  domainName: string | null;
  serverId: string | null;
  serverName: string | null;
  priority: TicketPriority;
  status: TicketStatus;
  createdAt: number;
  /** Time of the last message or change of status. */
  updatedAt: number;
  /** The user who opened it; null: they have left, or it isn't known. */
  openedBy: Generated<string | null>;
  /** The assigned operator. */
  assignedTo: Generated<string | null>;
  /** There is a row of `ticketDiagnostics`. */
  hasDiagnostics: Generated<boolean>;
}

/** The diagnostics that a customer attached when opening a ticket. */
export interface TicketDiagnosticsTable {
  ticketId: string;
  takenAt: number;
  /** `DiagnosticsSection` of `core/diagnostics`. */
  sections: { title: TKey; entries: { name: string; value: string }[] }[];
  failedCalls: FailedCall[];
}

/** A reply template of the operators. */
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
  /** The author; null after the account was deleted. */
  userId: string | null;
  /** Email address of the author at the time. */
  authorName: string;
  /** Markdown. */
  body: string;
  /** An internal note of support, never shown to the customer. */
  isNote: boolean;
  createdAt: number;
  score: TicketScore | null;
  scoreNote: string | null;
}

/** Counters of the installation. The transaction that takes a number locks the row until its commit. */
export interface TicketCounterTable {
  name: 'ticket';
  value: number;
}

/** A paid support plan; no row, or an expired one: the standard support of every account. */
export interface SupportPlanTable {
  accountId: string;
  plan: string;
  startsAt: number;
  endsAt: number;
  /** What a year of it costs at the prices that it was paid at, in mills. Null: at those of the code. */
  yearPrice: Generated<number | null>;
}
