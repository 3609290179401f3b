import type { Translate } from '../../i18n/translator.ts';
import { type RouteName, routes } from '../../routes/index.ts';
import type { ActingRole } from './role.ts';
import type { ShownRealm } from './roles.ts';

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

/** Why the role in somebody else's account changes nothing on a page; null: it may, or it is one's own account. */
export function lockOf(t: Translate, acting: Acting | null | undefined, route: RouteName): string | null {
  if (!acting) return null;
  const { line } = routes[route];
  const level = acting.access[ofRoute[route] ?? ofLine[line] ?? 'self'];
  if (level === 'write') return null;
  if (acting.role === 'support') return t('shell:lock.view');
  return t(level === 'none' ? 'shell:lock.none' : 'shell:lock.read');
}
