import type { Area, BrowserCall } from '../../contract/call.ts';
import type { GroupName } from '../../contract/index.ts';
import { type AccessLevel, accessLevels, cloudAreas, deniedInput, type KeyFacts, type ScopeDenial } from './apiKeyAccess.ts';
import type { ActingRole, GrantedAccess, GrantedRealm } from './role.ts';
import type { StaffArea } from './staff.ts';

/** What the calls without an area are about; those with one follow from it (`realmOfArea`). */
export type Realm =
  /** The person: always their own account, whichever they act for. */
  | 'self'
  /** Ends or copies an account with its person: only in one's own. */
  | 'own'
  /** Part of every page of the panel. */
  | 'shell'
  | 'domains'
  /** Adds, removes or buys a domain or its plan. */
  | 'orders'
  | 'cloud'
  /** Object storage. */
  | 'spaces'
  | 'finance'
  /** Conversations with support. A role without `support` has its own ones only. */
  | 'tickets'
  /** The tickets of the whole account, and its support plan. */
  | 'support'
  | 'activity'
  | 'keys'
  | 'webhooks'
  | 'team';

/** `granted`: what was chosen for the member. */
const levels: Readonly<Record<ActingRole, Readonly<Partial<Record<Realm, AccessLevel | 'granted'>>>>> = {
  owner: everything(),
  admin: everything(),
  billing: { shell: 'write', finance: 'write', tickets: 'write', support: 'write' },
  readOnly: {
    shell: 'write',
    domains: 'read',
    orders: 'read',
    cloud: 'read',
    spaces: 'read',
    finance: 'read',
    tickets: 'read',
    support: 'read',
    activity: 'read',
    webhooks: 'read',
    team: 'read',
  },
  domains: { shell: 'write', tickets: 'write', domains: 'granted' },
  custom: {
    shell: 'write',
    domains: 'granted',
    orders: 'granted',
    cloud: 'granted',
    spaces: 'granted',
    finance: 'granted',
    tickets: 'write',
    support: 'granted',
    activity: 'granted',
    team: 'granted',
  },
  // Not keys and webhooks, whose addresses hold secrets.
  support: {
    shell: 'read',
    domains: 'read',
    orders: 'read',
    cloud: 'read',
    spaces: 'read',
    finance: 'read',
    tickets: 'read',
    support: 'read',
    activity: 'read',
    team: 'read',
  },
};
function everything(): Record<Exclude<Realm, 'self' | 'own'>, 'write'> {
  return {
    shell: 'write',
    domains: 'write',
    orders: 'write',
    cloud: 'write',
    spaces: 'write',
    finance: 'write',
    tickets: 'write',
    support: 'write',
    activity: 'write',
    keys: 'write',
    webhooks: 'write',
    team: 'write',
  };
}

/** Every group with a call that has no area, and single calls that differ from their group. The compiler knows the groups. */
const realms: Partial<Record<GroupName | `${GroupName}.${string}`, Realm>> = {
  allowedIp: 'self',
  apiKey: 'keys',
  archive: 'finance',
  auth: 'self',
  autoTopUp: 'finance',
  budget: 'finance',
  closing: 'own',
  dataExport: 'own',
  device: 'self',
  domain: 'orders',
  draft: 'domains',
  invoice: 'finance',
  log: 'activity',
  logForward: 'domains',
  login: 'self',
  notification: 'self',
  notificationSetting: 'self',
  operatorAnnouncement: 'self',
  operatorBrand: 'self',
  operatorCustomer: 'self',
  operatorDepartment: 'self',
  operatorDesk: 'self',
  operatorLog: 'self',
  operatorOffer: 'self',
  operatorPrice: 'self',
  operatorPayment: 'self',
  operatorPlan: 'self',
  operatorSearch: 'self',
  operatorStaff: 'self',
  operatorSupport: 'self',
  operatorTicket: 'self',
  operatorTopUp: 'self',
  operatorEdge: 'self',
  operatorVoucher: 'self',
  operatorView: 'self',
  passkey: 'self',
  password: 'self',
  payment: 'finance',
  plan: 'domains',
  'plan.activate': 'orders',
  preference: 'self',
  privacy: 'self',
  profile: 'self',
  proposal: 'keys',
  server: 'cloud',
  serverTransfer: 'cloud',
  supportPlan: 'support',
  task: 'activity',
  'task.list': 'shell',
  'task.stream': 'shell',
  team: 'team',
  'team.accounts': 'self',
  'team.switch': 'self',
  'team.invitation': 'self',
  'team.accept': 'self',
  'team.decline': 'self',
  'team.leave': 'self',
  ticket: 'tickets',
  twoFactor: 'self',
  upload: 'tickets',
  voucher: 'finance',
  webhook: 'webhooks',
};

interface CallFacts {
  id: readonly [group: string, name: string];
  area: Area | null;
  safe: boolean;
}

function realmOfArea(area: Area): Realm {
  if (area === 'finance' || area === 'tickets') return area;
  if (area === 'domains') return 'orders';
  return (cloudAreas as readonly Area[]).includes(area) ? 'cloud' : 'domains';
}
/** The groups of object storage, which API keys access with the area of servers. */
const spaceGroups: ReadonlySet<string> = new Set(['space', 'spaceKey', 'spaceLifecycle', 'spaceObject', 'spaceVersion']);

/** What a call is about. @throws Error when a new group isn't in the table, which the test of every call notices */
export function callRealm({ id: [group, name], area }: Pick<CallFacts, 'id' | 'area'>): Realm {
  if (spaceGroups.has(group)) return 'spaces';
  if (area !== null) return realmOfArea(area);
  const found = realms[`${group}.${name}` as `${GroupName}.${string}`] ?? realms[group as GroupName]; // names of the contract
  if (!found) throw new Error(`${group}.${name} isn't in the table of roles`);
  return found;
}

/** The rights of somebody who acts for an account. */
export interface Grant {
  role: ActingRole;
  /** Of the role `domains`. */
  level: 'read' | 'write';
  /** Of the role `custom`; areas that aren't named are not granted. */
  access?: GrantedAccess | null;
  /** The domains of the roles `domains` and `custom`; null: all domains of the account. */
  domainIds?: readonly string[] | null;
  /** The servers of the role `custom`; null: all servers of the account. */
  serverIds?: readonly string[] | null;
  /** The same of storage spaces. */
  spaceIds?: readonly string[] | null;
}

/** A member's access to a part of the panel. */
export function accessTo(grant: Grant, realm: Realm): AccessLevel {
  if (realm === 'self') return 'write';
  // Who sees the tickets of the account may write where they may change them; everybody else has their own.
  if (realm === 'tickets' && grant.role === 'custom') return grant.access?.support ?? 'write';
  const found = levels[grant.role][realm] ?? 'none';
  if (found !== 'granted') return found;
  if (grant.role !== 'custom') return grant.level;
  // A domain that is added would be outside of the chosen ones.
  if (realm === 'orders' && grant.domainIds) return 'none';
  return grant.access?.[realm as GrantedRealm] ?? 'none'; // `granted` in the role `custom` are these
}

/** Whether somebody has only the tickets they wrote themselves. */
export const hasOwnTicketsOnly = (grant: Grant): boolean => accessTo(grant, 'support') === 'none';

/** Whether an API key can do more in an account than a role, so that its token must not be shown to somebody with that role. */
export function exceedsRole(grant: Grant, { access, domainIds, serverIds }: KeyFacts): boolean {
  const areas = Object.entries(access) as [Area, AccessLevel][]; // the keys of a record of areas
  const isWithin = (granted: readonly string[] | null | undefined, ids: readonly string[] | null) =>
    !granted || ids?.every((id) => granted.includes(id)) === true;
  const exceeds = (level: AccessLevel, realm: Realm) => accessLevels.indexOf(level) > accessLevels.indexOf(accessTo(grant, realm));
  return areas.some(([area, level]) => {
    if (level === 'none') return false;
    // A key has all tickets of the account.
    const realm = area === 'tickets' ? 'support' : realmOfArea(area);
    if (exceeds(level, realm)) return true;
    if (realm === 'finance' || realm === 'support') return false;
    if (realm === 'domains') return !isWithin(grant.domainIds, domainIds);
    if (!isWithin(grant.serverIds, serverIds)) return true;
    // A key for selected servers has no access to object storage.
    return area === 'servers' && serverIds === null && (exceeds(level, 'spaces') || Boolean(grant.spaceIds));
  });
}

/** The parts of the panel whose pages say whether a role may change them; `self` is the person's own. */
const visibleRealms = [
  'self',
  'domains',
  'orders',
  'cloud',
  'spaces',
  'finance',
  'tickets',
  'support',
  'activity',
  'keys',
  'webhooks',
  'team',
] as const satisfies readonly Realm[];
/** `allServers`, `allSpaces`: what belongs to no single server or space, such as networks and orders. */
export type VisibleRealm = (typeof visibleRealms)[number] | 'allServers' | 'allSpaces';
/** A part that a control names on a page about another one. `own`: what one can only do in one's own account; `staff.`: a part of the operators' work. */
export type LockedRealm = VisibleRealm | 'own' | `staff.${StaffArea}`;

/** The access to each part of the panel, for the panel. In a view of support nothing is changed, not even the operator's own. */
export function grantedAccess(grant: Grant): Record<VisibleRealm, AccessLevel> {
  const level = (realm: Realm) => (realm === 'self' && grant.role === 'support' ? 'read' : accessTo(grant, realm));
  return {
    ...(Object.fromEntries(visibleRealms.map((realm) => [realm, level(realm)])) as Record<(typeof visibleRealms)[number], AccessLevel>), // as listed
    allServers: grant.serverIds ? 'none' : level('cloud'),
    allSpaces: grant.spaceIds ? 'none' : level('spaces'),
  };
}

/** Whether the role of a member forbids a call in somebody else's account. */
export function deniedByRole(grant: Grant, call: CallFacts): boolean {
  const access = accessTo(grant, callRealm(call));
  return access === 'none' || (!call.safe && access === 'read');
}

/** Whether a read of the panel would be refused, by the access that the profile lists: such a read isn't sent. */
export function isReadDenied(access: Readonly<Record<string, AccessLevel>>, call: Pick<BrowserCall, 'id' | 'area' | 'safe'>): boolean {
  const realm = callRealm(call);
  if (realm === 'shell' || realm === 'self') return false;
  const level = access[realm] ?? 'none';
  return level === 'none' || (!call.safe && level === 'read');
}

/** What an operator doesn't see of a customer: keys, and the content of their files. */
const hiddenFromSupport: ReadonlySet<string> = new Set([
  'space.credentials',
  'spaceKey.list',
  'spaceObject.get',
  'spaceObject.download',
  'spaceVersion.download',
  'dataExport.download',
]);
/** How an operator leaves the customer's panel. */
const waysOut: ReadonlySet<string> = new Set(['auth.logout', 'operatorView.end']);

/**
 * Whether a call is refused while an operator sees the panel of a customer, in addition to the role `support`. No call that changes
 * something passes, not even one about the operator's own account.
 */
export function deniedInView(call: CallFacts): boolean {
  const name = call.id.join('.');
  return !waysOut.has(name) && (!call.safe || hiddenFromSupport.has(name));
}

/** The checks of API keys for selected domains and servers, applied to a member: also to calls without an area. */
export function deniedInputByRole(grant: Grant, call: CallFacts, input: unknown): ScopeDenial | null {
  const { domainIds = null, serverIds = null, spaceIds } = grant;
  const realm = callRealm(call);
  if (realm === 'spaces') return spaceIds ? deniedSpace(spaceIds, call, input) : null;
  const area = call.area ?? (realm === 'cloud' ? 'servers' : realm === 'domains' ? 'globalConfigs' : null);
  return deniedInput({ access: {}, domainIds, serverIds }, { id: call.id, area, safe: call.safe }, input);
}

/** Spaces aren't selected in API keys. */
function deniedSpace(spaceIds: readonly string[], { id }: CallFacts, input: unknown): ScopeDenial | null {
  const { spaceId } = input as { spaceId?: unknown }; // checked by the call's schema before
  if (typeof spaceId === 'string') return spaceIds.includes(spaceId) ? null : 'foreign';
  return id.join('.') === 'space.list' ? null : 'limited';
}
