import type { Area } from '../rules/core/areas.ts';
import type { LockedRealm, VisibleRealm } from '../rules/core/roles.ts';
import { type RouteName, routes } from './index.ts';
import type { ProductLine } from './route.ts';

/**
 * Access by part of the panel, as the profile lists it for the account acted for. Areas that the provider doesn't have are named too,
 * with `none`.
 */
export type Access = Readonly<Record<string, 'none' | 'read' | 'write'>>;

const everything = {
  self: 'write',
  own: 'write',
  domains: 'write',
  orders: 'write',
  cloud: 'write',
  allServers: 'write',
  spaces: 'write',
  allSpaces: 'write',
  finance: 'write',
  tickets: 'write',
  support: 'write',
  activity: 'write',
  keys: 'write',
  webhooks: 'write',
  team: 'write',
} as const satisfies Record<Exclude<LockedRealm, `staff.${string}`>, 'write'>;
const realmsOfArea: Partial<Record<Area, readonly VisibleRealm[]>> = {
  cdn: ['domains', 'orders'],
  servers: ['cloud', 'allServers'],
  spaces: ['spaces', 'allSpaces'],
  finance: ['finance'],
  support: ['tickets', 'support'],
};

/**
 * The access at a provider that lacks areas: nobody has any to those.
 * @param access of the role in the account acted for; null: one's own account
 */
export function accessWithout(access: Access | null | undefined, lacked: readonly Area[]): Access | null {
  if (lacked.length === 0) return access ?? null;
  const denied = lacked.flatMap((area) => [area, ...(realmsOfArea[area] ?? [])]);
  return { ...(access ?? everything), ...Object.fromEntries(denied.map((name) => [name, 'none'] as const)) };
}

/** Whether the provider has the area of a screen. @param lacked areas that it lacks */
export const isInArea = (lacked: readonly Area[], route: RouteName): boolean => {
  const { area } = routes[route];
  return area === undefined || !lacked.includes(area);
};

/** By line; the pages of an account are about the person. */
const realmsByProductLine: Partial<Record<ProductLine, VisibleRealm>> = {
  cdn: 'domains',
  cloud: 'cloud',
  finance: 'finance',
  support: 'tickets',
};
/** What a page shows, and what it changes if that is another part. */
const ofRoute: Partial<Record<RouteName, readonly [shows: VisibleRealm, changes?: VisibleRealm]>> = {
  domainAdd: ['orders'],
  plan: ['domains', 'orders'],
  // For who has selected servers, what belongs to the account is missing from a server or only listed there.
  serverNetworks: ['allServers'],
  serverFirewall: ['allServers'],
  serverVolumes: ['cloud', 'allServers'],
  serverBackups: ['cloud', 'allServers'],
  serverOrder: ['allServers'],
  serverTransfer: ['allServers'],
  volumes: ['allServers'],
  backups: ['allServers'],
  networks: ['allServers'],
  serverFirewalls: ['allServers'],
  serverFirewallGroup: ['allServers'],
  sshKeys: ['allServers'],
  spaces: ['spaces', 'allSpaces'],
  space: ['spaces'],
  supportPlan: ['support'],
  apiKeys: ['keys'],
  auditLog: ['activity'],
  // Everybody sees there which accounts they can work in.
  team: ['self', 'team'],
};
/** Pages that only serve to change something: no menu lists them for who may only read. */
const onlyChanges: readonly RouteName[] = ['domainAdd', 'serverOrder', 'topUp', 'ticketNew'];

const routeRealm = (route: RouteName): VisibleRealm => ofRoute[route]?.[0] ?? realmsByProductLine[routes[route].line] ?? 'self';
/** The part of the panel that a page changes. */
export const changedBy = (route: RouteName): VisibleRealm => ofRoute[route]?.[1] ?? routeRealm(route);

/** Whether a page shows anything with this access; null: one's own account. */
export const canOpen = (access: Access | null | undefined, route: RouteName): boolean =>
  !access || ((access[routeRealm(route)] ?? 'none') !== 'none' && access[routes[route].area ?? ''] !== 'none');

/** Whether a page is offered: it can be opened and, if it only serves to change something, used. */
export const isOffered = (access: Access | null | undefined, route: RouteName): boolean =>
  !access || (canOpen(access, route) && (!onlyChanges.includes(route) || access[changedBy(route)] === 'write'));
