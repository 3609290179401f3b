import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { ticketStatuses } from '../../rules/support/ticket.ts';
import { download, get, group, post } from '../call.ts';
import { Diagnostics } from '../core/diagnostics.ts';
import { demo, Id, paging, Time } from '../fields.ts';
import { Text, Ticket, TicketMessage } from './ticket.ts';

const Operator = z.object({ id: Id, email: z.string() }).meta({ id: 'Operator' });

/** A ticket as support sees it. */
export const OperatorTicket = Ticket.extend({
  account: z.object({ id: Id, email: z.string() }),
  assignee: Operator.nullable(),
  dueAt: Time.nullable().describe('When a reply is due according to the customer’s support plan; null if none is pending.'),
}).meta({ id: 'OperatorTicket' });
export type OperatorTicket = z.infer<typeof OperatorTicket>;

const OperatorMessage = TicketMessage.extend({
  isNote: z.boolean().describe('An internal note: never shown to the customer.'),
  by: z.string().describe('Email address of the author.'),
}).meta({ id: 'OperatorMessage' });
export type OperatorMessage = z.infer<typeof OperatorMessage>;

const ReplyTemplate = z.object({ id: Id, name: z.string(), body: z.string(), updatedBy: z.string(), updatedAt: Time }).meta({
  id: 'ReplyTemplate',
});
export type ReplyTemplate = z.infer<typeof ReplyTemplate>;

export const AnswerForm = z.object({ message: Text.describe('Markdown.'), isNote: z.boolean().default(false) });

export const TemplateForm = z.object({
  name: z.string().trim().min(1, key('operatorTicket:error.templateName')).max(100, key('error:tooLong')),
  body: Text.describe('Markdown.'),
});

const one = { ticketId: Id };

/** For operators alone; everybody else gets a 404. */
export const operatorTicket = group('operatorTicket', 'ticket', {
  list: get('/operator/ticket/list', {
    summary: 'List the tickets of all accounts, ordered by when a reply is due (operators only)',
    input: z.object({
      state: z.enum(['open', 'closed']).optional().describe('Defaults to all tickets. Closed tickets are listed newest first.'),
      status: z.enum(ticketStatuses).optional(),
      q: paging.q,
      page: paging.page,
      perPage: paging.perPage,
    }),
    output: z.object({ tickets: z.array(OperatorTicket), total: z.int() }),
    example: { status: 'pending' },
  }),
  messages: get('/operator/ticket/messages', {
    summary: 'Get a ticket with its messages and internal notes (operators only)',
    input: z.object(one),
    output: z.object({ ticket: OperatorTicket, messages: z.array(OperatorMessage) }),
    example: { ticketId: demo.ticketId },
  }),
  attachment: download('/operator/ticket/attachment', {
    summary: 'Download a file of a ticket (operators only)',
    input: z.object({ fileId: Id }),
    example: { fileId: 'no-file' },
    exampleStatus: 404,
  }),
  diagnostics: get('/operator/ticket/diagnostics', {
    summary: 'Get the diagnostics that the customer attached to a ticket (operators only)',
    input: z.object(one),
    output: z.object({ diagnostics: Diagnostics }),
    example: { ticketId: demo.ticketId },
  }),
  options: get('/operator/ticket/options', {
    summary: 'List the operators that tickets can be assigned to, and the saved replies (operators only)',
    output: z.object({ operators: z.array(Operator), templates: z.array(ReplyTemplate) }),
  }),
  reply: post('/operator/ticket/reply', {
    summary: 'Reply to a ticket, or add an internal note (operators only)',
    input: z.object({ ...one, ...AnswerForm.shape }),
    output: z.object({ ticket: OperatorTicket }),
    success: key('operatorTicket:replied'),
    touches: ['ticket'],
    errors: [key('ticket:error.closed')],
    example: { ticketId: demo.ticketId, message: 'The image server now answers within 200 ms.' },
  }),
  setStatus: post('/operator/ticket/status', {
    summary: 'Change the status of a ticket (operators only)',
    input: z.object({ ...one, status: z.enum(ticketStatuses) }),
    output: z.object({ ticket: OperatorTicket }),
    success: key('operatorTicket:statusChanged'),
    touches: ['ticket'],
    errors: [key('ticket:error.transition')],
    example: { ticketId: demo.ticketId, status: 'closed' },
  }),
  assign: post('/operator/ticket/assign', {
    summary: 'Assign a ticket to an operator, or unassign it (operators only)',
    input: z.object({ ...one, email: z.string().max(254).nullable().describe('Email address of the operator; null: unassigned.') }),
    output: z.object({ ticket: OperatorTicket }),
    success: key('operatorTicket:assigned'),
    errors: [key('operatorTicket:error.operator')],
    example: { ticketId: demo.ticketId, email: demo.operator },
  }),
  saveTemplate: post('/operator/ticket/template/save', {
    summary: 'Save a reply for later use, identified by its name (operators only)',
    input: TemplateForm,
    output: z.object({ template: ReplyTemplate }),
    success: key('operatorTicket:template.saved'),
    errors: [key('operatorTicket:error.tooManyTemplates')],
    example: { name: 'Cache headers', body: 'Your server sends `Cache-Control: no-store`.' },
  }),
  deleteTemplate: post('/operator/ticket/template/delete', {
    summary: 'Delete a saved reply (operators only)',
    input: z.object({ templateId: Id }),
    output: z.object({}),
    success: key('operatorTicket:template.deleted'),
    example: { templateId: demo.replyTemplateId },
  }),
});
