import type { Translate } from '../../i18n/translator.ts';
import { type RouteName, routes } from '../../routes/index.ts';
import type { ActingRole } from './role.ts';
import type { LockedRealm, ShownRealm } from './roles.ts';

/** By line; the pages of an account are about the person. */
const ofLine: Partial<Record<string, ShownRealm>> = { cdn: 'domains', cloud: 'cloud', finance: 'finance', support: 'support' };
const ofRoute: Partial<Record<RouteName, ShownRealm>> = {
  domains: 'orders',
  domainAdd: 'orders',
  plan: 'orders',
  apiKeys: 'keys',
  auditLog: 'activity',
  team: 'team',
};

/** The account acted for, as the profile has it. */
interface Acting {
  role: ActingRole;
  access: Readonly<Record<string, 'none' | 'read' | 'write'>>;
}

const levelOf = ({ access }: Acting, realm: LockedRealm) => (realm === 'own' ? 'none' : access[realm]);

/** Why the role in somebody else's account changes nothing on a page; null: it may, or it is one's own account. */
export function lockOf(t: Translate, acting: Acting | null | undefined, route: RouteName): string | null {
  if (!acting) return null;
  const level = levelOf(acting, ofRoute[route] ?? ofLine[routes[route].line] ?? 'self');
  if (level === 'write') return null;
  if (acting.role === 'support') return t('shell:lock.view');
  return t(level === 'none' ? 'shell:lock.none' : 'shell:lock.read');
}

/** The same for a control that changes another part of the panel than its page is about. */
export function realmLockOf(t: Translate, acting: Acting, realm: LockedRealm): string | null {
  if (levelOf(acting, realm) === 'write') return null;
  return t(acting.role === 'support' ? 'shell:lock.view' : 'shell:lock.control');
}
