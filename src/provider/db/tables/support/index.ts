import type { ContactMessageTable } from './contact.ts';
import type { DepartmentTable } from './department.ts';
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
  department: DepartmentTable;
  replyTemplate: ReplyTemplateTable;
  supportPlan: SupportPlanTable;
  ticket: TicketTable;
  ticketCounter: TicketCounterTable;
  ticketDiagnostics: TicketDiagnosticsTable;
  ticketMessage: TicketMessageTable;
}
