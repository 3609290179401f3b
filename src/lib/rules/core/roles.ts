import type { Area } from '../../contract/call.ts';
import type { GroupName } from '../../contract/index.ts';
import { type AccessLevel, accessLevels, cloudAreas, deniedInput, type KeyFacts } from './apiKeyAccess.ts';
import type { ActingRole } from './role.ts';

/** What the calls without an area are about; an area belongs to `domains` or `cloud`. */
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
  | 'finance'
  | 'support'
  | 'activity'
  | 'keys'
  | 'webhooks'
  | 'team';

const levels: Readonly<Record<ActingRole, Readonly<Partial<Record<Realm, AccessLevel | 'granted'>>>>> = {
  owner: everything(),
  admin: everything(),
  billing: { shell: 'write', finance: 'write', support: 'write' },
  readOnly: {
    shell: 'write',
    domains: 'read',
    orders: 'read',
    cloud: 'read',
    finance: 'read',
    support: 'read',
    activity: 'read',
    webhooks: 'read',
    team: 'read',
  },
  // `granted`: what was chosen for the member, read or write.
  domains: { shell: 'write', domains: 'granted' },
  // Not keys and webhooks, whose addresses hold secrets.
  support: {
    shell: 'read',
    domains: 'read',
    orders: 'read',
    cloud: 'read',
    finance: 'read',
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
    finance: 'write',
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
  operatorCustomer: 'self',
  operatorDesk: 'self',
  operatorLog: 'self',
  operatorOffer: 'self',
  operatorPrice: 'self',
  operatorPayment: 'self',
  operatorPlan: 'self',
  operatorTicket: 'self',
  operatorTopUp: 'self',
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
  ticket: 'support',
  transaction: 'finance',
  twoFactor: 'self',
  upload: 'support',
  voucher: 'finance',
  wallet: 'finance',
  walletDetail: 'finance',
  webhook: 'webhooks',
};

interface CallFacts {
  id: readonly [group: string, name: string];
  area: Area | null;
  safe: boolean;
}

const realmOfArea = (area: Area) => (area === 'domains' ? 'orders' : (cloudAreas as readonly Area[]).includes(area) ? 'cloud' : 'domains');

/** What a call is about. @throws Error when a new group isn't in the table, which the test of every call notices */
export function realmOf({ id: [group, name], area }: CallFacts): Realm {
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
  /** Of the role `domains`; null: all domains of the account. */
  domainIds: readonly string[] | null;
}

/** A member's access to a part of the panel. */
export function accessTo({ role, level }: Pick<Grant, 'role' | 'level'>, realm: Realm): AccessLevel {
  if (realm === 'self') return 'write';
  const found = levels[role][realm] ?? 'none';
  return found === 'granted' ? level : found;
}

/** Whether an API key can do more in an account than a role, so that its token must not be shown to somebody with that role. */
export function exceedsRole(grant: Grant, { access, domainIds }: Pick<KeyFacts, 'access' | 'domainIds'>): boolean {
  const areas = Object.entries(access) as [Area, AccessLevel][]; // the keys of a record of areas
  return areas.some(([area, level]) => {
    if (level === 'none') return false;
    const realm = realmOfArea(area);
    if (accessLevels.indexOf(level) > accessLevels.indexOf(accessTo(grant, realm))) return true;
    const granted = realm === 'domains' ? grant.domainIds : null;
    return granted !== null && (domainIds === null || domainIds.some((id) => !granted.includes(id)));
  });
}

/** The parts of the panel whose pages say whether a role may change them; `self` is the person's own. */
const shownRealms = ['self', 'domains', 'orders', 'cloud', 'finance', 'support', 'activity', 'keys', 'webhooks', 'team'] as const;
export type ShownRealm = (typeof shownRealms)[number];
/** A part that a control names on a page about another one. `own`: what one can only do in one's own account. */
export type LockedRealm = ShownRealm | 'own';

/** The access to each part of the panel, for the panel. In a view of support nothing is changed, not even the operator's own. */
export const accessOf = (grant: Pick<Grant, 'role' | 'level'>): Record<ShownRealm, AccessLevel> =>
  // The keys are the realms.
  Object.fromEntries(
    shownRealms.map((realm) => [realm, realm === 'self' && grant.role === 'support' ? 'read' : accessTo(grant, realm)]),
  ) as Record<ShownRealm, AccessLevel>;

/** Whether the role of a member forbids a call in somebody else's account. */
export function deniedByRole(grant: Pick<Grant, 'role' | 'level'>, call: CallFacts): boolean {
  const access = accessTo(grant, realmOf(call));
  return access === 'none' || (!call.safe && access === 'read');
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

/** The check of API keys for selected domains, applied to a member: calls without an area are about domains as well. */
export const deniedInputByRole = ({ domainIds }: Pick<Grant, 'domainIds'>, call: CallFacts, input: unknown) =>
  domainIds === null || realmOf(call) !== 'domains'
    ? null
    : deniedInput({ access: {}, domainIds, serverIds: null }, { id: call.id, area: call.area ?? 'globalConfigs', safe: call.safe }, input);
