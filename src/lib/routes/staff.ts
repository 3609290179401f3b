import { type StaffArea, type StaffRole, staffLevel } from '../rules/core/staff.ts';
import type { RouteName } from './index.ts';
import type { operatorRoutes } from './operator.ts';

/** The part of the operators' work that each of their pages is about. */
const areas: Readonly<Record<keyof typeof operatorRoutes, StaffArea>> = {
  operatorDesk: 'desk',
  operatorSearch: 'desk',
  operatorTickets: 'tickets',
  operatorTicket: 'tickets',
  operatorDepartments: 'departments',
  operatorAnnouncements: 'announcements',
  operatorCustomers: 'customers',
  operatorCustomer: 'customers',
  operatorCatalogue: 'prices',
  operatorCataloguePlans: 'prices',
  operatorCatalogueVouchers: 'prices',
  operatorCataloguePrices: 'prices',
  operatorCatalogueSupport: 'prices',
  operatorCatalogueOffer: 'offer',
  operatorEdges: 'edges',
  operatorBrand: 'brand',
  operatorStaff: 'staff',
  operatorLog: 'log',
};

/** What a page of operators is about; null: the page is for customers. */
export const routeStaffArea = (route: RouteName): StaffArea | null => areas[route as keyof typeof areas] ?? null; // other routes have none

/** Whether somebody's role as an operator includes a page; every role includes those for customers. */
export const isForStaff = (role: StaffRole | null | undefined, route: RouteName): boolean => {
  const area = routeStaffArea(route);
  return area === null || staffLevel(role ?? null, area) !== 'none';
};
