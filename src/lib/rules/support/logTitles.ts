import type { LogTitles } from '../core/log/title.ts';

export const supportLogTitles: LogTitles = {
  titles: {
    'catalogueSupport.update': 'log:change.catalogueSupport.update',
    'contactMessage.create': 'log:change.contactMessage.create',
    'department.create': 'log:change.department.create',
    'department.update': 'log:change.department.update',
    'department.reorder': 'log:change.department.reorder',
    'department.delete': 'log:change.department.delete',
    'supportPlan.update': 'log:change.supportPlan.update',
    'ticket.create': 'log:change.ticket.create',
    'ticket.update': 'log:change.ticket.update',
    'replyTemplate.create': 'log:change.replyTemplate.create',
    'replyTemplate.update': 'log:change.replyTemplate.update',
    'replyTemplate.delete': 'log:change.replyTemplate.delete',
    'ticketAssignment.update': 'log:change.ticketAssignment.update',
    'ticketNote.create': 'log:change.ticketNote.create',
  },
};
