import type { Area } from '../../contract/call.ts';
import type { TKey } from '../../i18n/keys.ts';
import type { Area as ProviderArea } from './areas.ts';

export const accessLevels = ['none', 'read', 'write'] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Areas of cloud servers. */
export const cloudAreas = ['servers', 'volumes', 'snapshots', 'sshKeys', 'firewalls'] as const satisfies readonly Area[];
/** Areas of the whole account; all others than these and those of the cloud are about domains. */
export const accountAreas = ['finance', 'tickets'] as const satisfies readonly Area[];
/** The part of the form that has an area. */
export const keyFormPart = (area: Area): 'cdn' | 'cloud' | 'account' => (isOfAccount(area) ? 'account' : isCloud(area) ? 'cloud' : 'cdn');
/** The area of the provider that an area of keys belongs to; that of servers includes object storage. */
export function keyAreaIn(area: Area): ProviderArea {
  if (isOfAccount(area)) return area === 'tickets' ? 'support' : 'finance';
  return area === 'servers' ? 'cloud' : isCloud(area) ? 'servers' : area === 'clustering' ? 'clusters' : 'cdn';
}

const isCloud = (area: Area): boolean => (cloudAreas as readonly Area[]).includes(area);
const isOfAccount = (area: Area): boolean => (accountAreas as readonly Area[]).includes(area);

interface CallFacts {
  id: readonly [group: string, name: string];
  area: Area | null;
  safe: boolean;
  everyKey?: boolean;
}
export interface KeyFacts {
  access: Readonly<Partial<Record<Area, AccessLevel>>>;
  /** Null: all domains of the account. */
  domainIds: readonly string[] | null;
  /** Null: all servers of the account. */
  serverIds: readonly string[] | null;
}

/**
 * Why a key can't make a call; null: it can. A call without an area is for signed-in people, unless it is for every key.
 * Which domain the call is about is checked once its input is known (`deniedInput`).
 */
export function deniedCall(
  { access }: Pick<KeyFacts, 'access'>,
  { area, safe, everyKey }: Pick<CallFacts, 'area' | 'safe' | 'everyKey'>,
): TKey | null {
  if (everyKey) return null;
  if (area === null) return 'error:sessionOnly';
  const level = access[area] ?? 'none';
  if (level === 'none') return 'apiKey:error.area';
  return !safe && level === 'read' ? 'apiKey:error.readOnly' : null;
}

/** Calls that a key limited to servers may make without a server: their answers contain these servers only, or nothing of the account. */
const withoutServer: ReadonlySet<string> = new Set([
  'server.list',
  'server.price',
  'server.dataCenters',
  'server.osList',
  'monitoring.overview',
  'alarm.list',
  'snapshot.list',
  'serverCatalogue.plans',
  'serverCatalogue.limits',
]);
/** Items that belong to one server: those of other servers are unknown to the key (`db/owned.ts`). */
const ofServer: ReadonlySet<string> = new Set(['alarmId', 'snapshotId']);

export type ScopeDenial = 'foreign' | 'limited' | 'limitedServers';

/**
 * Why a key limited to some domains or servers can't make a call with this input: `foreign` for another domain or server, which looks
 * like an unknown one to it; the others for what belongs to no domain or server, or to several.
 */
export function deniedInput({ domainIds, serverIds }: KeyFacts, call: CallFacts, input: unknown): ScopeDenial | null {
  if (call.area === null) return null;
  if (isOfAccount(call.area)) return deniedSubject({ domainIds, serverIds }, input);
  if (isCloud(call.area)) return serverIds === null ? null : deniedServer(serverIds, call, input);
  if (domainIds === null) return null;
  const domainId = (input as { domainId?: unknown }).domainId; // checked by the call's schema before
  if (typeof domainId === 'string') return domainIds.includes(domainId) ? null : 'foreign';
  return call.safe ? null : 'limited';
}

/** An invoice or a ticket is that of the account; a domain or server that a ticket is about has to be in the scope of the key. */
function deniedSubject({ domainIds, serverIds }: Pick<KeyFacts, 'domainIds' | 'serverIds'>, input: unknown): ScopeDenial | null {
  const { domainId, serverId } = input as { domainId?: unknown; serverId?: unknown }; // as above
  const isOutside = (ids: readonly string[] | null, id: unknown) => ids !== null && typeof id === 'string' && !ids.includes(id);
  return isOutside(domainIds, domainId) || isOutside(serverIds, serverId) ? 'foreign' : null;
}

function deniedServer(serverIds: readonly string[], { id }: CallFacts, input: unknown): ScopeDenial | null {
  const named = Object.entries(input as Record<string, unknown>).filter(([name, value]) => /Ids?$/.test(name) && value !== undefined); // as above
  let isScoped = withoutServer.has(id.join('.'));
  for (const [name, value] of named) {
    if (name === 'serverId' || name === 'serverIds') {
      if (![value].flat().every((one) => serverIds.includes(String(one)))) return 'foreign';
      isScoped = true;
    } else if (ofServer.has(name)) isScoped = true;
    else if (name !== 'userId') return 'limitedServers';
  }
  return isScoped ? null : 'limitedServers';
}
