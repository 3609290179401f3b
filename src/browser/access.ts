import { useStore } from '@nanostores/react';
import { pageData } from '../lib/page.ts';
import { type Access, accessWithout } from '../lib/routes/access.ts';
import type { Area } from '../lib/rules/core/areas.ts';
import type { LockedRealm } from '../lib/rules/core/roles.ts';
import { type StaffArea, type StaffRole, staffLevel } from '../lib/rules/core/staff.ts';
import { $auth, type Auth } from './stores/session.ts';

const initial: Auth = { state: 'initial' };

// The shell identifies the customer later than the page is rendered.
const roleIn = (auth: Auth): Access | null =>
  (auth.state === 'in' ? auth.acting?.access : auth.state === 'out' ? null : pageData()?.acting?.access) ?? null;
const accessIn = (auth: Auth): Access | null => accessWithout(roleIn(auth), pageData()?.lacks ?? []);

/** Whether the customer acts for somebody else's account. */
export const isActing = (): boolean => roleIn($auth.get()) !== null;

/** The access in the account acted for, at this provider; null: one's own account at a provider that has all areas, so everything is allowed. */
export const accessNow = (): Access | null => accessIn(import.meta.env.SSR ? initial : $auth.get());

/** The same for components, which render again when it changes. */
export const useAccess = (): Access | null => accessIn(useStore($auth, { ssr: () => initial }));

/** Whether the provider has an area. */
export const hasArea = (area: Area): boolean => !(pageData()?.lacks ?? []).includes(area);

type May = (realm: LockedRealm, level?: 'read' | 'write') => boolean;

const mayIn =
  (access: Access | null): May =>
  (realm, level = 'read') =>
    !access || access[realm] === 'write' || (level === 'read' && access[realm] === 'read');

/** Whether the role in the account acted for may read or change a part of the panel. */
export const may: May = (realm, level) => mayIn(accessNow())(realm, level);

/** The same for components: what the role may not read is left out of a page. */
export const useMay = (): May => mayIn(useAccess());

/** The role of the operator; null: a customer, or not known yet. */
export function useStaffRole(): StaffRole | null {
  const auth = useStore($auth, { ssr: () => initial });
  return (auth.state === 'in' ? auth.profile : auth.state === 'out' ? null : pageData()?.profile)?.staffRole ?? null;
}

/** Whether the role of the operator may read or change a part of their work: what it may not read is left out of a page. */
export function useStaffMay(): (area: StaffArea, level?: 'read' | 'write') => boolean {
  const role = useStaffRole();
  return (area, level = 'read') => {
    const granted = staffLevel(role, area);
    return granted === 'write' || granted === level;
  };
}
