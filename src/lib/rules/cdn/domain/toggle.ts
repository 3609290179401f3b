import type { Domain } from '../../../contract/cdn/domain.ts';
import type { TKey } from '../../../i18n/keys.ts';

type Status = Domain['status'];

/**
 * What pausing and resuming make of a status. Only a domain that is live can be paused, and
 * only a paused one resumes; null: it waits for its name servers, so there is nothing to pause yet.
 */
const next: Record<Status, Status | null> = { active: 'inactive', inactive: 'active', pending: null, pendingNsChange: null };

/** Why a domain can be neither paused nor resumed: beside the disabled button, and in the refusal. Null: it can. */
export const toggleFault = (status: Status): TKey | null => (next[status] === null ? 'domain:error.togglePending' : null);

/** The status that a domain has when it is asked to be active or paused. One that is so already stays as it is. */
export function toggled(status: Status, active: boolean): { ok: true; status: Status } | { ok: false; key: TKey } {
  const other = next[status];
  if (other === null) return { ok: false, key: 'domain:error.togglePending' };
  return { ok: true, status: (status === 'active') === active ? status : other };
}
