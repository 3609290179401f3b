import type { Translate } from '../../i18n/translator.ts';
import { canOpen, changedBy } from '../../routes/access.ts';
import type { RouteName } from '../../routes/index.ts';
import { routeStaffArea } from '../../routes/staff.ts';
import type { ActingRole } from './role.ts';
import type { LockedRealm } from './roles.ts';
import { type StaffArea, type StaffRole, staffLevel } from './staff.ts';
import { isOpenWhileSuspended } from './suspension.ts';

/** The account acted for, as the profile has it. */
interface Acting {
  role: ActingRole;
  access: Readonly<Record<string, 'none' | 'read' | 'write'>>;
}

/** Whose rights a lock is about. */
export interface LockedPerson {
  /** Null: in their own account. */
  acting: Acting | null | undefined;
  /** Null: not an operator. */
  staffRole: StaffRole | null | undefined;
  /** The account is suspended. */
  isSuspended?: boolean;
}

const accessLevel = ({ access }: Acting, realm: LockedRealm) => (realm === 'own' ? 'none' : (access[realm] ?? 'none'));

/** Why a role changes nothing on a page: that in somebody else's account, or on a page of operators theirs. Null: it may. */
export function routeLock(t: Translate, { acting, staffRole, isSuspended }: LockedPerson, route: RouteName): string | null {
  const area = routeStaffArea(route);
  const level = area && staffLevel(staffRole ?? null, area);
  if (acting && accessLevel(acting, changedBy(route)) !== 'write') {
    if (acting.role === 'support') return t('shell:lock.view');
    return t(canOpen(acting.access, route) ? 'shell:lock.read' : 'shell:lock.none');
  }
  if (isSuspended && area === null && !isOpenWhileSuspended(changedBy(route))) return t('error:suspended');
  if (level === null || level === 'write') return null;
  return t(level === 'read' ? 'shell:lock.staffRead' : 'shell:lock.staffNone');
}

/** The same for a control that changes another part of the panel than its page is about. */
export function realmLock(t: Translate, { acting, staffRole, isSuspended }: LockedPerson, realm: LockedRealm): string | null {
  const area = realm.startsWith('staff.') ? (realm.slice('staff.'.length) as StaffArea) : null; // the rest of the name
  if (area !== null) {
    if (acting?.role === 'support') return t('shell:lock.view');
    return staffLevel(staffRole ?? null, area) === 'write' ? null : t('shell:lock.staffControl');
  }
  if (acting && accessLevel(acting, realm) !== 'write') return t(acting.role === 'support' ? 'shell:lock.view' : 'shell:lock.control');
  return isSuspended && !isOpenWhileSuspended(realm) ? t('error:suspended') : null;
}
