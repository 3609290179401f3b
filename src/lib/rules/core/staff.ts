import type { AccessLevel } from './apiKeyAccess.ts';

/** The roles of operators, the staff of the provider (docs/decisions/0072). */
export const staffRoles = ['admin', 'support', 'billing'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** The parts of the operators' work. Which calls belong to each: `staffCalls.ts`; which pages: `lib/routes/staff.ts`. */
export const staffAreas = [
  /** What waits for somebody; each role has the part of it that it may work on. */
  'desk',
  'customers',
  /** The panel of a customer who allowed it (docs/decisions/0035), and customers' sessions. */
  'access',
  /** Suspending accounts, and ending that. */
  'suspensions',
  /** Wallets, payments and refunds. */
  'money',
  'tickets',
  /** Departments of tickets and their services. */
  'departments',
  'announcements',
  /** Prices, vouchers, bonuses and gift codes. */
  'prices',
  /** Data centers and operating systems on sale. */
  'offer',
  /** Jobs, engines and checks of the installation. */
  'system',
  'edges',
  'brand',
  'log',
  'staff',
] as const;
export type StaffArea = (typeof staffAreas)[number];

const levels: Readonly<Record<StaffRole, Readonly<Partial<Record<StaffArea, AccessLevel>>>>> = {
  admin: Object.fromEntries(staffAreas.map((area) => [area, 'write'])),
  support: {
    desk: 'write',
    customers: 'write',
    access: 'write',
    suspensions: 'write',
    tickets: 'write',
    departments: 'read',
    announcements: 'write',
    system: 'read',
  },
  billing: { desk: 'write', customers: 'write', money: 'write', prices: 'write' },
};

/** What a role may do in a part of the operators' work; null: not an operator. */
export const staffLevel = (role: StaffRole | null, area: StaffArea): AccessLevel =>
  role === null ? 'none' : (levels[role][area] ?? 'none');

/** The roles that may change something in a part. */
export const staffWho = (area: StaffArea): StaffRole[] => staffRoles.filter((role) => staffLevel(role, area) === 'write');
