import { key } from '../../i18n/key.ts';
import type { TKey } from '../../i18n/keys.ts';

interface Department {
  title: TKey;
  /** By id. */
  services: Readonly<Record<string, TKey>>;
}

/** EXAMPLE: the departments that answer tickets, and their topics. A provider replaces them with its own. */
export const departments: Readonly<Record<string, Department>> = {
  technical: {
    title: key('ticket:department.technical'),
    services: {
      cdn: key('ticket:service.cdn'),
      dns: key('ticket:service.dns'),
      ssl: key('ticket:service.ssl'),
      security: key('ticket:service.security'),
      servers: key('ticket:service.servers'),
      panel: key('ticket:service.panel'),
    },
  },
  billing: {
    title: key('ticket:department.billing'),
    services: {
      payments: key('ticket:service.payments'),
      invoices: key('ticket:service.invoices'),
      plans: key('ticket:service.plans'),
    },
  },
  sales: {
    title: key('ticket:department.sales'),
    services: {
      advice: key('ticket:service.advice'),
      consulting: key('ticket:service.consulting'),
    },
  },
};

/** The texts of a department and one of its services; null when there is no such pair. */
export function findService(departmentId: string, service: string): { department: TKey; service: TKey } | null {
  // `Object.hasOwn`: an ID such as `constructor` must not match inherited properties.
  const department = Object.hasOwn(departments, departmentId) ? departments[departmentId] : undefined;
  const title = department && Object.hasOwn(department.services, service) ? department.services[service] : undefined;
  return department && title ? { department: department.title, service: title } : null;
}
