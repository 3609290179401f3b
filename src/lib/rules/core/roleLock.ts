import type { Translate } from '../../i18n/translator.ts';
import { canOpen, changedBy } from '../../routes/access.ts';
import type { RouteName } from '../../routes/index.ts';
import type { ActingRole } from './role.ts';
import type { LockedRealm } from './roles.ts';

/** The account acted for, as the profile has it. */
interface Acting {
  role: ActingRole;
  access: Readonly<Record<string, 'none' | 'read' | 'write'>>;
}

const accessLevel = ({ access }: Acting, realm: LockedRealm) => (realm === 'own' ? 'none' : (access[realm] ?? 'none'));

/** Why the role in somebody else's account changes nothing on a page; null: it may, or it is one's own account. */
export function routeLock(t: Translate, acting: Acting | null | undefined, route: RouteName): string | null {
  if (!acting) return null;
  if (accessLevel(acting, changedBy(route)) === 'write') return null;
  if (acting.role === 'support') return t('shell:lock.view');
  return t(canOpen(acting.access, route) ? 'shell:lock.read' : 'shell:lock.none');
}

/** The same for a control that changes another part of the panel than its page is about. */
export function realmLock(t: Translate, acting: Acting, realm: LockedRealm): string | null {
  if (accessLevel(acting, realm) === 'write') return null;
  return t(acting.role === 'support' ? 'shell:lock.view' : 'shell:lock.control');
}
