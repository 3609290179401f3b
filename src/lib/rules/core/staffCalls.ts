import type { NamedCall } from '../../contract/call.ts';
import type { GroupName } from '../../contract/index.ts';
import { type StaffArea, type StaffRole, staffLevel } from './staff.ts';

type OperatorGroup = Extract<GroupName, `operator${string}`>;

/** Every group of operators' calls, which the compiler knows, and single calls that differ from their group. */
const areas: Readonly<Record<OperatorGroup, StaffArea>> & Readonly<Partial<Record<`${OperatorGroup}.${string}`, StaffArea>>> = {
  operatorAnnouncement: 'announcements',
  operatorBrand: 'brand',
  operatorCustomer: 'customers',
  'operatorCustomer.credit': 'money',
  'operatorCustomer.decide': 'money',
  'operatorCustomer.endSessions': 'access',
  'operatorCustomer.lift': 'suspensions',
  'operatorCustomer.suspend': 'suspensions',
  operatorDepartment: 'departments',
  operatorDesk: 'desk',
  operatorEdge: 'edges',
  operatorLog: 'log',
  operatorOffer: 'offer',
  operatorPayment: 'money',
  operatorPlan: 'prices',
  operatorPrice: 'prices',
  operatorSearch: 'desk',
  operatorStaff: 'staff',
  operatorSupport: 'prices',
  operatorTicket: 'tickets',
  operatorTopUp: 'prices',
  operatorView: 'access',
  operatorVoucher: 'prices',
};

type CallFacts = Pick<NamedCall, 'id' | 'safe'>;

/** The part of the operators' work that a call belongs to; null: it isn't a call of operators. */
export function callStaffArea({ id: [group, name] }: Pick<CallFacts, 'id'>): StaffArea | null {
  return areas[`${group}.${name}` as `${OperatorGroup}.${string}`] ?? areas[group as OperatorGroup] ?? null; // names of the contract
}

/** Whether the role of an operator forbids a call. `unknown`: only operators have it, and the caller isn't one. */
export function deniedByStaffRole(role: StaffRole | null, call: CallFacts): 'unknown' | 'role' | null {
  const area = callStaffArea(call);
  if (area === null) return null;
  if (role === null) return 'unknown';
  const level = staffLevel(role, area);
  return level === 'write' || (level === 'read' && call.safe) ? null : 'role';
}
