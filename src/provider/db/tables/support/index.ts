import type { ContactMessageTable } from './contact.ts';
import type {
  ReplyTemplateTable,
  SupportPlanTable,
  TicketCounterTable,
  TicketDiagnosticsTable,
  TicketMessageTable,
  TicketTable,
} from './ticket.ts';

export interface SupportTables {
  contactMessage: ContactMessageTable;
  replyTemplate: ReplyTemplateTable;
  supportPlan: SupportPlanTable;
  ticket: TicketTable;
  ticketCounter: TicketCounterTable;
  ticketDiagnostics: TicketDiagnosticsTable;
  ticketMessage: TicketMessageTable;
}
