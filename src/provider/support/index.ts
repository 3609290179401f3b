import { supportLogTitles } from '../../lib/rules/support/logTitles.ts';
import type { Manifest } from '../core/manifest.ts';
import { bindJobs } from '../jobs/jobs.ts';
import { closeSupport } from './closeAccount.ts';
import { contactHandlers } from './contact/contact.ts';
import { operatorDepartmentHandlers } from './department/department.ts';
import { supportJobs } from './jobs.ts';
import { announcePrices } from './operatorSupport/announce.ts';
import { operatorSupportHandlers } from './operatorSupport/operatorSupport.ts';
import { seedTemplates, seedTickets } from './seeds.ts';
import { supportPlanHandlers } from './supportPlan/supportPlan.ts';
import { exportTickets } from './ticket/exportData.ts';
import { operatorTicketHandlers } from './ticket/operator.ts';
import { waitingTickets } from './ticket/peopled.ts';
import { restTickets } from './ticket/rest.ts';
import { ticketHandlers } from './ticket/ticket.ts';

const YEAR = 365 * 86_400_000;

export const support = {
  jobs: bindJobs(supportJobs, {
    announcePrices: { run: announcePrices },
    restTickets: { run: restTickets, schedule: '23 * * * *' },
  }),
  handlers: {
    contact: contactHandlers,
    operatorDepartment: operatorDepartmentHandlers,
    operatorSupport: operatorSupportHandlers,
    operatorTicket: operatorTicketHandlers,
    supportPlan: supportPlanHandlers,
    ticket: ticketHandlers,
  },
  logTitles: supportLogTitles,
  queue: waitingTickets,
  exportData: exportTickets,
  closeAccount: closeSupport,
  seeds: () => [seedTickets, seedTemplates],
  async deleteExpired(tx, now) {
    // The provider's copy is the email that delivered the message.
    await tx
      .deleteFrom('contactMessage')
      .where('createdAt', '<', now - YEAR)
      .execute();
  },
} satisfies Manifest;
