import { defineRoutes } from './route.ts';

export const supportRoutes = defineRoutes('support', {
  tickets: { path: '/tickets', title: 'shell:route.tickets', menu: 'main', isEntry: true, icon: 'ticket', docs: 'tickets' },
  ticketsClosed: {
    path: '/tickets/closed',
    title: 'shell:route.ticketsClosed',
    menu: null,
    icon: 'ticket',
    parent: 'tickets',
    docs: 'tickets',
  },
  ticketNew: { path: '/tickets/new', title: 'shell:route.ticketNew', menu: 'main', icon: 'plus', parent: 'tickets', docs: 'tickets' },
  ticketFaq: { path: '/tickets/faq', title: 'shell:route.ticketFaq', menu: 'main', icon: 'question', parent: 'tickets', docs: 'tickets' },
  supportPlan: {
    path: '/tickets/support-plan',
    title: 'shell:route.supportPlan',
    menu: 'main',
    icon: 'support',
    parent: 'tickets',
    docs: 'tickets',
  },
  ticket: { path: '/tickets/[ticket]', title: 'shell:route.ticket', menu: null, icon: 'ticket', parent: 'tickets', docs: 'tickets' },
});
