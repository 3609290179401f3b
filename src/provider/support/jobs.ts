import { job } from '../jobs/kind.ts';

export const supportJobs = { restTickets: job('ticket.rest') };
