import type { Texts } from '../core/status.ts';

/** A department that answers tickets. Operators edit it with its services; `ticket.departmentId` and `ticket.service` are their IDs. */
export interface DepartmentTable {
  id: string;
  title: Texts & { en: string };
  /** In the order in which they are offered. IDs are unique in the department. */
  services: { id: string; title: Texts & { en: string }; isRetired: boolean }[];
  /** New tickets can't choose it. */
  isRetired: boolean;
  /** Departments are offered in this order. */
  position: number;
  version: number;
}
