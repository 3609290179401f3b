import type { Domain } from '../../../contract/cdn/domain.ts';
import type { TKey } from '../../../i18n/keys.ts';

type Status = Domain['status'];

/**
 * The status after pausing or resuming. Only an active domain can be paused, and
 * only a paused one can be resumed; null: it waits for its name servers, so there is nothing to pause yet.
 */
const next: Record<Status, Status | null> = { active: 'inactive', inactive: 'active', pending: null, pendingNsChange: null };

/** Why a domain can't be paused or resumed: beside the disabled button, and in the refusal. Null: it can. */
export const toggleFault = (status: Status): TKey | null => (next[status] === null ? 'domain:error.togglePending' : null);

/** The status after a request to activate or pause. A domain already in that status stays unchanged. */
export function toggled(status: Status, active: boolean): { ok: true; status: Status } | { ok: false; key: TKey } {
  const other = next[status];
  if (other === null) return { ok: false, key: 'domain:error.togglePending' };
  return { ok: true, status: (status === 'active') === active ? status : other };
}
