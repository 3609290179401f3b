import type { Area } from '../../contract/call.ts';
import type { TKey } from '../../i18n/keys.ts';

export const accessLevels = ['none', 'read', 'write'] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Areas of cloud servers; all others are about domains. */
export const cloudAreas = ['servers', 'volumes', 'snapshots', 'sshKeys', 'firewalls'] as const satisfies readonly Area[];
const isCloud = (area: Area): boolean => (cloudAreas as readonly Area[]).includes(area);

interface CallFacts {
  area: Area | null;
  changes: boolean;
}
interface KeyFacts {
  access: Readonly<Partial<Record<Area, AccessLevel>>>;
  /** Null: all domains of the account. */
  domainIds: readonly string[] | null;
}

/**
 * Why a key can't make a call; null: it can. A call without an area is for signed-in people.
 * Which domain the call is about is checked once its input is known (`deniedInput`).
 */
export function deniedCall({ access }: KeyFacts, { area, changes }: CallFacts): TKey | null {
  if (area === null) return 'error:sessionOnly';
  const level = access[area] ?? 'none';
  if (level === 'none') return 'apiKey:error.area';
  return changes && level === 'read' ? 'apiKey:error.readOnly' : null;
}

/**
 * Why a key limited to some domains can't make a call with this input: `foreign` for another domain, which looks like an
 * unknown one to it; `limited` for a change to the account or to domains in general.
 */
export function deniedInput({ domainIds }: KeyFacts, { area, changes }: CallFacts, input: unknown): 'foreign' | 'limited' | null {
  if (domainIds === null || area === null || isCloud(area)) return null;
  const domainId = (input as { domainId?: unknown }).domainId; // checked by the call's schema before
  if (typeof domainId === 'string') return domainIds.includes(domainId) ? null : 'foreign';
  return changes ? 'limited' : null;
}
