import { defineRoutes } from './route.ts';

/** For operators. For everybody else these addresses don’t exist (`operatorPage` of lib/adapter/panel.ts). */
export const operatorRoutes = defineRoutes('operator', {
  operatorDesk: {
    path: '/operator',
    title: 'shell:route.operatorDesk',
    entryTitle: 'shell:route.operator',
    menu: 'main',
    isEntry: true,
    icon: 'operator',
    docs: 'operators',
  },
  operatorTickets: {
    path: '/operator/tickets',
    title: 'shell:route.operatorTickets',
    menu: 'main',
    icon: 'ticket',
    parent: 'operatorDesk',
    docs: 'operators',
  },
  operatorTicket: {
    path: '/operator/tickets/[ticket]',
    title: 'shell:route.operatorTicket',
    menu: null,
    icon: 'ticket',
    parent: 'operatorTickets',
    docs: 'operators',
  },
  operatorAnnouncements: {
    path: '/operator/announcements',
    title: 'shell:route.operatorAnnouncements',
    menu: 'main',
    icon: 'bell',
    parent: 'operatorDesk',
    docs: 'operators',
  },
  operatorCustomers: {
    path: '/operator/customers',
    title: 'shell:route.operatorCustomers',
    menu: 'main',
    icon: 'team',
    parent: 'operatorDesk',
    docs: 'operators',
  },
  operatorCustomer: {
    path: '/operator/customers/[customer]',
    title: 'shell:route.operatorCustomer',
    menu: null,
    icon: 'team',
    parent: 'operatorCustomers',
    docs: 'operators',
  },
  operatorLog: {
    path: '/operator/log',
    title: 'shell:route.operatorLog',
    menu: 'main',
    icon: 'history',
    parent: 'operatorDesk',
    docs: 'operators',
  },
});
