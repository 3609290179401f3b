import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { uploadLimits } from '../../rules/core/upload.ts';
import { ticketLimits, ticketPriorities, ticketScores, ticketStatuses } from '../../rules/support/ticket.ts';
import { download, get, group, post } from '../call.ts';
import { Diagnostics, DiagnosticsSection, FailedCall } from '../core/diagnostics.ts';
import { StoredFile } from '../core/upload.ts';
import { demo, Id, paging, Time } from '../fields.ts';

const Named = z.object({ id: z.string(), title: z.string() });
const Subject = z.object({ id: Id, name: z.string() });
const Owned = z.object({ id: Id.nullable().describe('Null if it was removed.'), name: z.string() });

export const Ticket = z
  .object({
    id: Id,
    number: z.int().describe('Ticket number, unique in the installation.'),
    title: z.string(),
    department: Named,
    service: Named,
    domain: Owned.nullable(),
    server: Owned.nullable(),
    hasDiagnostics: z.boolean().describe('True if the customer attached diagnostics of the domain or server.'),
    priority: z.enum(ticketPriorities),
    status: z.enum(ticketStatuses),
    createdAt: Time,
    updatedAt: Time.describe('When the last message was sent or the status changed.'),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof Ticket>;

export const TicketMessage = z
  .object({
    id: Id,
    author: z.enum(['customer', 'support']),
    name: z.string().describe('Name of the customer who wrote it; empty for support.'),
    html: z.string().describe('The message as sanitized HTML, without images.'),
    createdAt: Time,
    rating: z.object({ score: z.enum(ticketScores), note: z.string() }).nullable(),
    attachments: z.array(StoredFile),
  })
  .meta({ id: 'TicketMessage' });
export type TicketMessage = z.infer<typeof TicketMessage>;

export const Text = z.string().trim().min(1, key('ticket:error.message')).max(ticketLimits.message, key('error:tooLong'));
export const Attachments = z.array(Id).max(uploadLimits.files, key('error:tooManyFiles')).default([]).describe('IDs of uploaded files.');

export const TicketForm = z.object({
  title: z
    .string()
    .transform((text) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim())
    .pipe(z.string().min(1, key('ticket:error.title')).max(ticketLimits.title, key('error:tooLong'))),
  departmentId: z.string().min(1, key('ticket:error.department')).max(64, key('error:invalid')),
  service: z.string().min(1, key('ticket:error.service')).max(64, key('error:invalid')),
  domainId: Id.optional().describe('The subject of the ticket: a domain or a server, not both.'),
  serverId: Id.optional(),
  priority: z.enum(ticketPriorities).default('medium'),
  message: Text.describe('Markdown.'),
  attachments: Attachments,
});

/** The form, with the snapshot that was confirmed with it. */
export const TicketOpening = TicketForm.extend({
  diagnostics: z
    .object({
      digest: z
        .string()
        .regex(/^[\da-f]{64}$/, key('error:invalid'))
        .describe('Digest of the preview that the customer confirmed.'),
      failed: z.array(FailedCall).max(5, key('error:invalid')).default([]),
    })
    .optional()
    .describe('Attaches diagnostics of the domain or server, collected by the provider.'),
});

export const ReplyForm = z.object({ message: Text.describe('Markdown.'), attachments: Attachments });

const one = { ticketId: Id };
const fileErrors = [key('error:fileGone'), key('error:fileDuplicate')];

export const ticket = group('ticket', 'ticket', {
  departments: get('/ticket/departments', {
    area: 'tickets',
    summary: 'List the departments and their services',
    output: z.object({ departments: z.array(Named.extend({ services: z.array(Named) })) }),
  }),
  subjects: get('/ticket/subjects', {
    area: 'tickets',
    summary: 'List the domains and servers that a ticket can be about',
    output: z.object({ domains: z.array(Subject), servers: z.array(Subject) }),
  }),
  previewDiagnostics: get('/ticket/diagnostics/preview', {
    area: 'tickets',
    summary: 'Preview the diagnostics of a domain or server',
    input: TicketForm.pick({ domainId: true, serverId: true }),
    output: z.object({ digest: z.string().describe('Changes with the content.'), sections: z.array(DiagnosticsSection) }),
    errors: [key('ticket:error.noSubject')],
    example: { domainId: demo.domainId },
  }),
  diagnostics: get('/ticket/diagnostics', {
    area: 'tickets',
    summary: 'Get the diagnostics attached to a ticket',
    input: z.object(one),
    output: z.object({ diagnostics: Diagnostics }),
    example: { ticketId: demo.ticketId },
  }),
  list: get('/ticket/list', {
    area: 'tickets',
    summary: 'List the tickets, most recently changed first',
    input: z.object({
      state: z.enum(['active', 'closed']).describe('`active`: every status but closed.'),
      status: z.enum(ticketStatuses).optional(),
      department: z.string().max(64).optional(),
      q: paging.q.describe('Searches the number and the title.'),
      page: paging.page,
      perPage: paging.perPage,
    }),
    output: z.object({ tickets: z.array(Ticket), total: z.int() }),
    example: { state: 'active' },
  }),
  get: get('/ticket/get', {
    area: 'tickets',
    summary: 'Get a ticket',
    input: z.object(one),
    output: z.object({ ticket: Ticket }),
    example: { ticketId: demo.ticketId },
  }),
  messages: get('/ticket/messages', {
    area: 'tickets',
    summary: 'List the messages of a ticket, oldest first; pages go back in time',
    input: z.object({ ...one, cursor: Id.optional().describe('`nextCursor` of the previous page, for earlier messages.') }),
    output: z.object({ messages: z.array(TicketMessage), nextCursor: Id.nullable() }),
    example: { ticketId: demo.ticketId },
  }),
  create: post('/ticket/create', {
    area: 'tickets',
    summary: 'Open a ticket',
    input: TicketOpening,
    output: z.object({ ticket: Ticket }),
    success: 'ticket:created',
    errors: [
      key('ticket:error.department'),
      key('ticket:error.service'),
      key('ticket:error.oneSubject'),
      key('ticket:error.noSubject'),
      key('ticket:error.diagnosticsChanged'),
      ...fileErrors,
    ],
    example: {
      title: 'Some images load slowly',
      departmentId: 'technical',
      service: 'cdn',
      domainId: demo.domainId,
      priority: 'medium',
      message: 'Since this morning, images under `/media` take several seconds.',
    },
  }),
  reply: post('/ticket/reply', {
    area: 'tickets',
    summary: 'Reply to a ticket',
    input: z.object({ ...one, ...ReplyForm.shape }),
    output: z.object({ reply: TicketMessage, ticket: Ticket }),
    success: 'ticket:replied',
    errors: [key('ticket:error.closed'), ...fileErrors],
    example: { ticketId: demo.ticketId, message: 'Thank you, that solved it.' },
  }),
  close: post('/ticket/close', {
    area: 'tickets',
    summary: 'Close a ticket',
    input: z.object(one),
    output: z.object({ ticket: Ticket }),
    success: 'ticket:closed',
    errors: [key('ticket:error.closed')],
    example: { ticketId: demo.ticketId },
  }),
  reopen: post('/ticket/reopen', {
    area: 'tickets',
    summary: 'Reopen a closed ticket',
    input: z.object(one),
    output: z.object({ ticket: Ticket }),
    success: 'ticket:reopened',
    errors: [key('ticket:error.open')],
    example: { ticketId: demo.closedTicketId },
  }),
  attachment: download('/ticket/attachment', {
    summary: 'Download a file of a ticket',
    input: z.object({ fileId: Id }),
    example: { fileId: 'no-file' },
    exampleStatus: 404,
  }),
  rate: post('/ticket/rate', {
    summary: 'Rate a reply from support',
    input: z.object({
      ...one,
      replyId: Id.describe('A message from support.'),
      score: z.enum(ticketScores),
      note: z.string().trim().max(ticketLimits.note, key('error:tooLong')).optional(),
    }),
    output: z.object({ done: z.literal(true) }),
    success: 'ticket:rated',
    example: { ticketId: demo.ticketId, replyId: demo.replyId, score: 'good' },
  }),
});
