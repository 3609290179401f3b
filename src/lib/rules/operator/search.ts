import type { StaffArea } from '../core/staff.ts';

/** What operators search, in the order of the results. */
export const searchKinds = ['customer', 'domain', 'server', 'ticket', 'invoice', 'payment'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** The part of the operators' work that a kind belongs to. */
export const searchAreas: Readonly<Record<SearchKind, StaffArea>> = {
  customer: 'customers',
  domain: 'customers',
  server: 'customers',
  ticket: 'tickets',
  invoice: 'money',
  payment: 'money',
};

/** Characters from which a search has results, and results of a kind. */
export const SEARCH_FROM = 2;
export const SEARCH_ITEMS = 8;
